package machineconfig

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlsprofile"
)

// KubeletConfigArgs are the arguments of a KubeletConfig. At least one field other than Name and Pool must be set. Unless a field
// says otherwise, changes are applied in place and reboot the pool's nodes.
type KubeletConfigArgs struct {
	// Name is the object's name. Required. A change replaces the object.
	Name string `check:"required,format=object-name"`
	// Pool is the name of the MachineConfigPool: master, worker, or one of NewMachineConfigPool. A KubeletConfig for worker does not
	// apply to custom pools, except to a new pool until the machine config operator generates the pool's own. Required.
	Pool string `check:"required,format=pool-name"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.18. If it is newer than the library, fields of
	// [More] that the library does not know are accepted. Defaults to none: they are rejected.
	OpenShiftVersion string `check:"format=minor-version"`

	// MaxPods is the maximum number of pods on a node, 1 to 1048576. Defaults to 250. Pods without an address in the node's share
	// of the cluster network (hostPrefix) do not start.
	MaxPods *int `kube:"spec.kubeletConfig.maxPods" check:"1..1048576"`
	// PodsPerCore is the maximum number of pods per core, at most 1048576; the lower of it and MaxPods applies. Defaults to 0, no
	// such limit.
	PodsPerCore *int `kube:"spec.kubeletConfig.podsPerCore" check:"0..1048576"`
	// PodPidsLimit is the maximum number of processes in a pod, at least 1, or -1 for no limit. Defaults to 4096.
	PodPidsLimit *int `kube:"spec.kubeletConfig.podPidsLimit"`
	// AutoSizingReserved reserves CPU and memory for the system by the size of the node. Defaults to the setting of the release and
	// the pool.
	AutoSizingReserved *bool `kube:"spec.autoSizingReserved"`
	// SystemReserved are the resources reserved for the system: cpu, memory, ephemeral-storage and pid, each a quantity such as 500m
	// or 1Gi. Defaults to the release's. Must not be set together with AutoSizingReserved.
	SystemReserved map[string]string `kube:"spec.kubeletConfig.systemReserved" check:"keys=cpu|memory|ephemeral-storage|pid,format=quantity"`
	// KubeReserved are the resources reserved for the kubelet and the container runtime, in the same form. Defaults to none.
	KubeReserved map[string]string `kube:"spec.kubeletConfig.kubeReserved" check:"keys=cpu|memory|ephemeral-storage|pid,format=quantity"`
	// EvictionHard are the thresholds below which pods are evicted at once, by signal: memory.available: 200Mi, nodefs.available: 10%.
	// 0% switches one off.
	// Defaults to the kubelet's.
	EvictionHard map[string]string `kube:"spec.kubeletConfig.evictionHard" check:"eviction-thresholds"`
	// EvictionSoft are the thresholds below which pods are evicted after EvictionSoftGracePeriod. Defaults to none.
	EvictionSoft map[string]string `kube:"spec.kubeletConfig.evictionSoft" check:"eviction-thresholds"`
	// EvictionSoftGracePeriod are the grace periods of the thresholds in EvictionSoft, such as 1m30s. Required for each of them.
	EvictionSoftGracePeriod map[string]string `kube:"spec.kubeletConfig.evictionSoftGracePeriod" check:"format=kubelet-duration"`
	// ImageGCHighThresholdPercent is the disk usage, 1 to 100, above which unused images are deleted. Defaults to 85.
	ImageGCHighThresholdPercent *int `kube:"spec.kubeletConfig.imageGCHighThresholdPercent" check:"1..100"`
	// ImageGCLowThresholdPercent is the disk usage, 0 to 99, at which the deletion ends, less than the high threshold. Defaults to 80.
	ImageGCLowThresholdPercent *int `kube:"spec.kubeletConfig.imageGCLowThresholdPercent" check:"0..99"`
	// CPUManagerPolicy is none or static. Defaults to none.
	CPUManagerPolicy string `kube:"spec.kubeletConfig.cpuManagerPolicy" check:"none|static"`
	// TopologyManagerPolicy is none, best-effort, restricted or single-numa-node. Defaults to none.
	TopologyManagerPolicy string `kube:"spec.kubeletConfig.topologyManagerPolicy" check:"none|best-effort|restricted|single-numa-node"`
	// Taints are the taints with which the nodes of a custom pool register. Defaults to none. A change applies to new nodes, also of a
	// WorkerPool, and reboots the existing ones, which keep the taints that they have; so does the deletion: remove taints manually. A
	// node that registers before the machine config operator has rendered the taints into the pool's configuration never gets them.
	Taints []Taint `kube:"spec.kubeletConfig.registerWithTaints"`
	// More are additional fields of the kubelet's configuration, by their names there. Defaults to none. Fields that OpenShift or
	// another argument sets are rejected, and so are values with which the kubelet does not start. A release ignores fields that only
	// later releases have.
	More map[string]any

	// LogLevel is the kubelet's log verbosity, 1 to 10. Defaults to 2. Releases before 4.22 reject 0.
	LogLevel *int `kube:"spec.logLevel" check:"1..10"`
	// TLSSecurityProfile is the TLS versions and ciphers of the kubelet's own API: Old, Intermediate, Modern (TLS 1.3 only, from 4.19) or
	// Custom. From 4.17 it defaults to the API server's profile; in 4.16, whose kubelets do not follow that, to Intermediate (openshift/machine-config-operator
	// release-4.17 pkg/controller/kubelet-config/kubelet_config_controller.go, updateAPIServer).
	TLSSecurityProfile string `check:"Old|Intermediate|Modern|Custom"`
	// CustomTLSProfile are the ciphers of the profile Custom. Required with it. Defaults to none.
	CustomTLSProfile *CustomTLSProfileArgs
}

// Taint keeps pods off nodes unless they tolerate it: Key, Value and Effect. nodes.Taint, rosa.Taint and machineconfig.Taint are
// the same type.
type Taint = machine.Taint

const kubeletConfigPath = "machineconfig.KubeletConfigArgs"

// reservedKubeletFields are the fields that OpenShift sets, or keeps true because it merges set values only
// (openshift/machine-config-operator release-4.20 pkg/controller/kubelet-config/helpers.go).
var reservedKubeletFields = []string{
	"cgroupDriver", "clusterDNS", "clusterDomain", "featureGates", "failSwapOn", "rotateCertificates", "serverTLSBootstrap",
	"staticPodPath",
}

// typedKubeletFields are the fields of KubeletConfigArgs by those of the kubelet.
var typedKubeletFields = sync.OnceValue(func() map[string]string {
	typed := map[string]string{}
	fields, _ := argument.Places(reflect.TypeFor[KubeletConfigArgs](), "kube")
	for _, field := range fields {
		if key, ok := strings.CutPrefix(field.Path, "spec.kubeletConfig."); ok {
			typed[key] = field.Name
		}
	}
	typed["tlsMinVersion"], typed["tlsCipherSuites"] = "TLSSecurityProfile", "TLSSecurityProfile"
	return typed
})

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *KubeletConfigArgs) Validate() error {
	p := check.Struct(a)
	if limit := a.PodPidsLimit; limit != nil && *limit != -1 {
		// The machine config operator keeps its 4096 instead of 0.
		p.Between(kubeletConfigPath+".PodPidsLimit", *limit, 1, 1<<22)
	}
	a.checkImageThresholds(&p)
	auto := a.AutoSizingReserved != nil && *a.AutoSizingReserved
	p.Exclusive(kubeletConfigPath, "SystemReserved", len(a.SystemReserved) > 0, "AutoSizingReserved", auto)
	a.checkGracePeriods(&p)
	tlsprofile.Check(&p, kubeletConfigPath, a.TLSSecurityProfile, a.CustomTLSProfile, a.OpenShiftVersion)
	a.checkTaints(&p)
	a.checkMore(&p)
	p.AnyField(kubeletConfigPath, a, "Name", "Pool", "OpenShiftVersion", "CustomTLSProfile")
	return p.ErrOf(a)
}

// checkTaints rejects taints of the cluster's own pools, which would be those of every worker, or of the control plane.
func (a *KubeletConfigArgs) checkTaints(p *check.Problems) {
	machine.CheckTaints(p, kubeletConfigPath+".Taints", a.Taints)
	if len(a.Taints) > 0 && (a.Pool == "worker" || a.Pool == "master") {
		p.Addf(kubeletConfigPath+".Taints", "must not be set for the pool %s: every node of the cluster's own pool would get them; "+
			"use a pool of NewMachineConfigPool", a.Pool)
	}
}

func (a *KubeletConfigArgs) checkImageThresholds(p *check.Problems) {
	high, low := 85, 80
	if a.ImageGCHighThresholdPercent != nil {
		high = *a.ImageGCHighThresholdPercent
	}
	if a.ImageGCLowThresholdPercent != nil {
		low = *a.ImageGCLowThresholdPercent
	}
	if low >= high {
		p.Addf(kubeletConfigPath+".ImageGCLowThresholdPercent", "must be less than the high threshold, or the kubelet does not start (%d >= %d)",
			low, high)
	}
}

var evictionSignals = []string{
	"memory.available", "nodefs.available", "nodefs.inodesFree", "imagefs.available", "imagefs.inodesFree",
	"containerfs.available", "containerfs.inodesFree", "pid.available", "allocatableMemory.available",
}

var (
	// The kubelet does not start with a quantity of 0; 0% switches a threshold off (kubernetes/kubernetes v1.34.2
	// pkg/kubelet/eviction/helpers.go, parseThresholdStatement).
	evictionThreshold = check.NewFormat("quantity above 0", "200Mi", func(text string) bool {
		return check.Quantity.Match(text) && quantityValue(text) > 0
	}).Or(check.Pattern("percentage", "10%", `[0-9]{1,2}(\.[0-9]+)?%`))
)

func init() {
	check.NamedRule("eviction-thresholds", func(p *check.Problems, path check.Path, thresholds map[string]string) {
		for _, signal := range slices.Sorted(maps.Keys(thresholds)) {
			at := check.Key(path, signal)
			if !p.Required(at, signal) {
				continue
			}
			check.OneOf(p, at, signal, evictionSignals...)
			p.RequiredFormat(at, thresholds[signal], evictionThreshold)
		}
	})
}

func (a *KubeletConfigArgs) checkGracePeriods(p *check.Problems) {
	const periods = kubeletConfigPath + ".EvictionSoftGracePeriod"
	for _, signal := range slices.Sorted(maps.Keys(a.EvictionSoft)) {
		if _, set := a.EvictionSoftGracePeriod[signal]; !set {
			p.Required(check.Key(periods, signal), "")
		}
	}
	for _, signal := range slices.Sorted(maps.Keys(a.EvictionSoftGracePeriod)) {
		if _, ok := a.EvictionSoft[signal]; !ok {
			p.Addf(check.Key(periods, signal), "has no effect without %s", check.Key("EvictionSoft", signal))
		}
	}
}

// checkMore checks the fields that are passed on as they are. The machine config operator ignores unknown ones, and rejects values
// of another kind in the object's status only.
func (a *KubeletConfigArgs) checkMore(p *check.Problems) {
	const path = kubeletConfigPath + ".More"
	for _, key := range slices.Sorted(maps.Keys(a.More)) {
		at := check.Key(path, key)
		field, typed := typedKubeletFields()[key]
		kind, known := kubeletFieldKind(key)
		found := kindOf(a.More[key])
		switch {
		case !known && release.IsNewer(a.OpenShiftVersion):
		case !known:
			p.Addf(at, "has no effect: the kubelet's configuration has no such field")
		case slices.Contains(reservedKubeletFields, key):
			p.Addf(at, "must not be set: OpenShift sets it, and the machine config operator rejects or ignores it")
		case typed:
			p.Addf(at, "must not be set: the arguments have the field %s", field)
		case found == "":
		case !checkKind(p, at, kind, found):
		case kubeletBlocks[key] != nil:
			if checkBlock(p, at, a.More[key], kubeletBlocks[key]) {
				a.checkBlockValues(p, at, key)
			}
		case key == "systemReservedCgroup" && !reflect.DeepEqual(a.More[key], a.More["systemCgroups"]):
			p.Addf(at, "must be equal to systemCgroups")
		default:
			checkKubeletValue(p, at, key, a.More[key])
		}
	}
	a.checkKubeletValues(p)
	if swap, ok := a.More["memorySwap"].(map[string]any); ok && swap["swapBehavior"] != nil {
		p.Addf(check.Key(path, "memorySwap"), "must not set swapBehavior: OpenShift sets it, and the machine config operator rejects it")
	}
}
