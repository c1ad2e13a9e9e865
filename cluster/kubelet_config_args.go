package cluster

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// KubeletConfigArgs describe how the kubelets of a pool run. Beside Name and Pool at least one field must be set. All of them are changed in
// place; the pool's nodes restart.
type KubeletConfigArgs struct {
	// Name is the object's name. Required. A change replaces the object.
	Name string
	// Pool is the name of the MachineConfigPool: master, worker, or one made by NewMachineConfigPool. What is for worker is not
	// for pools that inherit from it. Required.
	Pool string

	// MaxPods is the most pods on a node. Default 250. More than the cluster network's hostPrefix leaves addresses for do not start.
	MaxPods *int
	// PodsPerCore is the most pods for each core; the lower of it and MaxPods counts. Default 0, no such limit.
	PodsPerCore *int
	// PodPidsLimit is the most processes in a pod. Default 4096; -1 for as many as the node has.
	PodPidsLimit *int
	// AutoSizingReserved, when true, reserves CPU and memory for the system by the size of the node. Default depends on the release and the pool.
	AutoSizingReserved *bool
	// SystemReserved is what is kept for the system: cpu, memory, ephemeral-storage, each a quantity such as 500m or 1Gi.
	// Not together with AutoSizingReserved.
	SystemReserved map[string]string
	// KubeReserved is what is kept for the kubelet and the container runtime, in the same form.
	KubeReserved map[string]string
	// EvictionHard are the thresholds below which pods are evicted at once, by signal: memory.available: 200Mi, nodefs.available: 10%.
	EvictionHard map[string]string
	// EvictionSoft are the thresholds below which pods are evicted after EvictionSoftGracePeriod.
	EvictionSoft map[string]string
	// EvictionSoftGracePeriod is how long each threshold of EvictionSoft may be crossed, such as 1m30s. Required for each of them.
	EvictionSoftGracePeriod map[string]string
	// ImageGCHighThresholdPercent is the share of the disk, 1 to 100, above which unused images are removed. Default 85.
	ImageGCHighThresholdPercent *int
	// ImageGCLowThresholdPercent is the share of the disk down to which they are removed, lower than the high one. Default 80.
	ImageGCLowThresholdPercent *int
	// CPUManagerPolicy is none or static. Default none.
	CPUManagerPolicy string
	// TopologyManagerPolicy is none, best-effort, restricted or single-numa-node. Default none.
	TopologyManagerPolicy string
	// More are further fields of the kubelet's own configuration, by their names there. Those that OpenShift decides itself are refused.
	More map[string]any

	// LogLevel is how much the kubelet logs, 0 to 10. Default 2.
	LogLevel *int
	// TLSSecurityProfile is Old or Intermediate. Default that of the API server.
	TLSSecurityProfile string
}

const kubeletConfigPath = "cluster.KubeletConfigArgs."

// refusedKubeletFields are those that OpenShift decides
// (openshift/machine-config-operator pkg/controller/kubelet-config/helpers.go).
var refusedKubeletFields = []string{"cgroupDriver", "clusterDNS", "clusterDomain", "featureGates", "failSwapOn"}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *KubeletConfigArgs) Validate() error {
	var p check.Problems
	checkObjectName(&p, kubeletConfigPath+"Name", a.Name)
	checkPoolName(&p, kubeletConfigPath+"Pool", a.Pool)
	a.checkCounts(&p)
	a.checkReserved(&p)
	a.checkEviction(&p)
	checkOneOf(&p, kubeletConfigPath+"CPUManagerPolicy", a.CPUManagerPolicy, "none", "static")
	checkOneOf(&p, kubeletConfigPath+"TopologyManagerPolicy", a.TopologyManagerPolicy, "none", "best-effort", "restricted", "single-numa-node")
	checkOneOf(&p, kubeletConfigPath+"TLSSecurityProfile", a.TLSSecurityProfile, "Old", "Intermediate")
	a.checkMore(&p)
	if len(a.kubelet()) == 0 && a.AutoSizingReserved == nil && a.LogLevel == nil && a.TLSSecurityProfile == "" {
		p.Addf(kubeletConfigPath+"More", "is empty and so is everything else; a KubeletConfig that changes nothing is not needed")
	}
	return p.Err()
}

// checkRange notes a number outside of its bounds.
func checkRange(p *check.Problems, path string, value *int, low, high int) {
	if value != nil && (*value < low || *value > high) {
		p.Addf(path, "%d is outside of %d to %d", *value, low, high)
	}
}

func (a *KubeletConfigArgs) checkCounts(p *check.Problems) {
	const many = 1 << 20
	checkRange(p, kubeletConfigPath+"MaxPods", a.MaxPods, 1, many)
	checkRange(p, kubeletConfigPath+"PodsPerCore", a.PodsPerCore, 0, many)
	checkRange(p, kubeletConfigPath+"PodPidsLimit", a.PodPidsLimit, -1, 1<<22)
	checkRange(p, kubeletConfigPath+"LogLevel", a.LogLevel, 0, 10)
	checkRange(p, kubeletConfigPath+"ImageGCHighThresholdPercent", a.ImageGCHighThresholdPercent, 1, 100)
	checkRange(p, kubeletConfigPath+"ImageGCLowThresholdPercent", a.ImageGCLowThresholdPercent, 0, 99)
	high, low := 85, 80
	if a.ImageGCHighThresholdPercent != nil {
		high = *a.ImageGCHighThresholdPercent
	}
	if a.ImageGCLowThresholdPercent != nil {
		low = *a.ImageGCLowThresholdPercent
	}
	if low >= high {
		p.Addf(kubeletConfigPath+"ImageGCLowThresholdPercent", "%d is not below the high threshold, %d; the kubelet would not start", low, high)
	}
}

var quantity = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$`)

func checkQuantity(p *check.Problems, path, value string) bool {
	if quantity.MatchString(value) {
		return true
	}
	p.Addf(path, "%q is no quantity, such as 500m, 1Gi or 2", value)
	return false
}

func (a *KubeletConfigArgs) checkReserved(p *check.Problems) {
	checkReservation(p, kubeletConfigPath+"SystemReserved", a.SystemReserved)
	checkReservation(p, kubeletConfigPath+"KubeReserved", a.KubeReserved)
	if a.AutoSizingReserved != nil && *a.AutoSizingReserved && len(a.SystemReserved) > 0 {
		p.Addf(kubeletConfigPath+"SystemReserved", "is refused together with AutoSizingReserved; leave one out")
	}
}

func checkReservation(p *check.Problems, path string, reserved map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(reserved)) {
		checkQuantity(p, path+"["+key+"]", reserved[key])
		checkOneOf(p, path, key, "cpu", "memory", "ephemeral-storage", "pid")
	}
}

var (
	evictionSignals = []string{
		"memory.available", "nodefs.available", "nodefs.inodesFree", "imagefs.available", "imagefs.inodesFree",
		"containerfs.available", "containerfs.inodesFree", "pid.available", "allocatableMemory.available",
	}
	percentage = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]+)?%$`)
)

func (a *KubeletConfigArgs) checkEviction(p *check.Problems) {
	for _, list := range []struct {
		at         string
		thresholds map[string]string
	}{{"EvictionHard", a.EvictionHard}, {"EvictionSoft", a.EvictionSoft}} {
		for _, signal := range slices.Sorted(maps.Keys(list.thresholds)) {
			at := kubeletConfigPath + list.at + "[" + signal + "]"
			if !slices.Contains(evictionSignals, signal) {
				p.Addf(at, "%q is no signal; it is one of %s", signal, strings.Join(evictionSignals, ", "))
			}
			if value := list.thresholds[signal]; !percentage.MatchString(value) && !quantity.MatchString(value) {
				p.Addf(at, "%q is neither a quantity, such as 200Mi, nor a share, such as 10%%", value)
			}
		}
	}
	for _, signal := range slices.Sorted(maps.Keys(a.EvictionSoft)) {
		if _, ok := a.EvictionSoftGracePeriod[signal]; !ok {
			p.Addf(kubeletConfigPath+"EvictionSoftGracePeriod", "has none for %s; every threshold of EvictionSoft needs one", signal)
		}
	}
	for _, signal := range slices.Sorted(maps.Keys(a.EvictionSoftGracePeriod)) {
		if _, ok := a.EvictionSoft[signal]; !ok {
			p.Addf(kubeletConfigPath+"EvictionSoftGracePeriod", "has one for %s, which is not in EvictionSoft", signal)
		}
		if _, err := time.ParseDuration(a.EvictionSoftGracePeriod[signal]); err != nil {
			p.Addf(kubeletConfigPath+"EvictionSoftGracePeriod["+signal+"]", "%q is no duration, such as 1m30s", a.EvictionSoftGracePeriod[signal])
		}
	}
}

// checkMore looks at the fields that are passed on as they are.
func (a *KubeletConfigArgs) checkMore(p *check.Problems) {
	alone := *a
	alone.More = nil
	typed := alone.kubelet()
	for _, key := range slices.Sorted(maps.Keys(a.More)) {
		at := kubeletConfigPath + "More[" + key + "]"
		_, twice := typed[key]
		switch {
		case slices.Contains(refusedKubeletFields, key):
			p.Addf(at, "is decided by OpenShift, whose machine config operator refuses it; leave it out")
		case twice:
			p.Addf(at, "is given by an argument of its own, too; leave one out")
		case key == "staticPodPath" && (a.Pool == masterPool || a.More[key] != ""):
			p.Addf(at, "cannot be changed: the control plane itself is made of static pods, and other pools take an empty one alone")
		case key == "systemReservedCgroup" && !reflect.DeepEqual(a.More[key], a.More["systemCgroups"]):
			p.Addf(at, "must be the same as systemCgroups")
		}
	}
	if swap, ok := a.More["memorySwap"].(map[string]any); ok && swap["swapBehavior"] != nil {
		p.Addf(kubeletConfigPath+"More[memorySwap]", "swapBehavior is decided by OpenShift, whose machine config operator refuses it; leave it out")
	}
}
