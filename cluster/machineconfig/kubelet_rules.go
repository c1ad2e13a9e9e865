package machineconfig

import (
	"math"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// The machine config operator accepts values with which the kubelet does not start, and reboots a node into them. The rules below are the
// kubelet's (kubernetes/kubernetes v1.34.2 pkg/kubelet/apis/config/validation/validation.go, ValidateKubeletConfiguration) with the
// values that OpenShift sets (openshift/machine-config-operator release-4.20 templates/worker/01-worker-kubelet/_base/files/kubelet.yaml).

const anyNumber = math.MaxInt32

// kubeletRanges are the least and most values of integers, which have 32 bits, except maxOpenFiles.
var kubeletRanges = map[string][2]int{
	"containerLogMaxFiles": {2, anyNumber}, "containerLogMaxWorkers": {1, anyNumber}, "eventBurst": {0, anyNumber},
	"eventRecordQPS": {0, anyNumber}, "evictionMaxPodGracePeriod": {-1, anyNumber}, "healthzPort": {0, 65535},
	"iptablesDropBit": {0, 31}, "iptablesMasqueradeBit": {0, 31},
	"kubeAPIBurst": {0, anyNumber}, "kubeAPIQPS": {0, anyNumber}, "maxOpenFiles": {0, math.MaxInt}, "maxParallelImagePulls": {1, anyNumber},
	"nodeLeaseDurationSeconds": {0, anyNumber}, "nodeStatusMaxImages": {-1, anyNumber}, "oomScoreAdj": {-1000, 1000}, "port": {0, 65535},
	"readOnlyPort": {0, 65535}, "registryBurst": {0, anyNumber}, "registryPullQPS": {0, anyNumber},
}

// kubeletEnumerations are the values of texts.
var kubeletEnumerations = map[string][]string{
	"hairpinMode":          {"none", "hairpin-veth", "promiscuous-bridge"},
	"memoryManagerPolicy":  {"None", "Static"},
	"topologyManagerScope": {"container", "pod"},
	"imagePullCredentialsVerificationPolicy": {
		"NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages", "AlwaysVerify",
	},
}

// kubeletDurations are the texts that are durations. A negative volumeStatsAggPeriod, which is not among them, switches it off.
var kubeletDurations = strings.Fields(`containerLogMonitorInterval cpuCFSQuotaPeriod cpuManagerReconcilePeriod
	evictionPressureTransitionPeriod fileCheckFrequency httpCheckFrequency imageMaximumGCAge imageMinimumGCAge
	nodeStatusReportFrequency nodeStatusUpdateFrequency runtimeRequestTimeout shutdownGracePeriod shutdownGracePeriodCriticalPods
	streamingConnectionIdleTimeout syncFrequency`)

// kubeletDuration is the format of the durations.
var kubeletDuration = check.Named("kubelet-duration", check.NewFormat("duration", "1m30s", func(text string) bool {
	duration, err := time.ParseDuration(text)
	return err == nil && duration >= 0
}))

// anyDuration is the format of durations that can be negative.
var anyDuration = check.NewFormat("duration", "1m", func(text string) bool {
	_, err := time.ParseDuration(text)
	return err == nil
})

// checkKubeletValue checks a value of the kind of its field.
func checkKubeletValue(p *check.Problems, at check.Path, key string, value any) {
	v := reflect.ValueOf(value)
	text, _ := check.Text(value)
	limits, limited := kubeletRanges[key]
	switch {
	case limited && limits[1] > anyNumber:
		p.AtLeast(at, integer(v), limits[0])
	case limited:
		p.Between(at, integer(v), limits[0], limits[1])
	case key == "memoryThrottlingFactor":
		if factor := v.Convert(reflect.TypeFor[float64]()).Float(); factor <= 0 || factor > 1 {
			p.Addf(at, "must be above 0 and at most 1 (got %v)", value)
		}
	case slices.Contains(kubeletDurations, key):
		p.RequiredFormat(at, text, kubeletDuration)
	case key == "volumeStatsAggPeriod":
		p.RequiredFormat(at, text, anyDuration)
	case key == "containerLogMaxSize" && text != "-1":
		p.Format(at, text, wholeBytes)
	case key == "reservedSystemCPUs":
		p.Format(at, text, cpuSet)
	case key == "podLogsDir" && text != "" && (!path.IsAbs(text) || path.Clean(text) != text):
		p.Addf(at, "must be an absolute path without . and .. (got %q)", text)
	case key == "runOnce" && v.Bool():
		p.Addf(at, "must not be true: the kubelet does not support it")
	case key == "enableSystemLogHandler" && !v.Bool():
		p.Addf(at, "must not be false: OpenShift sets enableSystemLogQuery, which requires it")
	case key == "showHiddenMetricsForVersion":
		p.Addf(at, "must not be set: the kubelet accepts the release before its own only, and would not start after an upgrade")
	case kubeletEnumerations[key] != nil:
		check.OneOf(p, at, text, kubeletEnumerations[key]...)
	}
}

func integer(v reflect.Value) *int {
	return new(int(v.Convert(reflect.TypeFor[int]()).Int()))
}

// checkKubeletValues checks values that depend on each other. Values of another kind are not checked.
func (a *KubeletConfigArgs) checkKubeletValues(p *check.Problems) {
	at := func(key string) check.Path { return check.Key(kubeletConfigPath+".More", key) }
	least, most := a.kubeletDuration("imageMinimumGCAge", 2*time.Minute), a.kubeletDuration("imageMaximumGCAge", 0)
	if most > 0 && most <= least {
		p.Addf(at("imageMaximumGCAge"), "must be above imageMinimumGCAge, %s", least)
	}
	for _, limit := range []struct {
		key   string
		least time.Duration
	}{{"containerLogMonitorInterval", 3 * time.Second}, {"shutdownGracePeriod", time.Second}, {"shutdownGracePeriodCriticalPods", time.Second}} {
		duration := a.kubeletDuration(limit.key, 0)
		if a.More[limit.key] != nil && duration < limit.least && (duration > 0 || limit.key == "containerLogMonitorInterval") {
			p.Addf(at(limit.key), "must be at least %s (got %s)", limit.least, duration)
		}
	}
	shutdown := a.kubeletDuration("shutdownGracePeriod", 0)
	if critical := a.kubeletDuration("shutdownGracePeriodCriticalPods", 0); critical > shutdown {
		p.Addf(at("shutdownGracePeriodCriticalPods"), "must be at most shutdownGracePeriod, %s", shutdown)
	}
	// The gate is on from Kubernetes 1.36 (openshift/machine-config-operator main vendor/k8s.io/kubernetes/pkg/features/kube_features.go).
	const quota = 100 * time.Millisecond
	if a.kubeletDuration("cpuCFSQuotaPeriod", quota) != quota && !release.IsNewer(a.OpenShiftVersion) {
		p.Addf(at("cpuCFSQuotaPeriod"), "must be 100ms: the feature gate CustomCPUCFSQuotaPeriod is off")
	}
	period := textsByKey(a.More["crashLoopBackOff"])["maxContainerRestartPeriod"]
	release.CrashLoopBackOff.Check(p, at("crashLoopBackOff"), period != "", a.OpenShiftVersion)
	release.PulledImages.Check(p, at("imagePullCredentialsVerificationPolicy"), a.More["imagePullCredentialsVerificationPolicy"] != nil,
		a.OpenShiftVersion)
	check.OneOf(p, at("logging")+".format", textsByKey(a.More["logging"])["format"], "text", "json")
	a.checkImagePulls(p, at)
	if a.More["reservedSystemCPUs"] != nil && (a.More["systemReservedCgroup"] != nil || a.More["kubeReservedCgroup"] != nil) {
		p.Addf(at("reservedSystemCPUs"), "must not be set together with systemReservedCgroup or kubeReservedCgroup")
	}
	a.checkEnforcement(p, at)
	a.checkMemoryManager(p, at("reservedMemory"))
}

// checkImagePulls reports parallel pulls that serializeImagePulls excludes. OpenShift sets it to false.
func (a *KubeletConfigArgs) checkImagePulls(p *check.Problems, at func(key string) check.Path) {
	pulls := reflect.ValueOf(a.More["maxParallelImagePulls"])
	if serial, _ := a.More["serializeImagePulls"].(bool); serial && pulls.IsValid() && pulls.CanConvert(reflect.TypeFor[int]()) && *integer(pulls) > 1 {
		p.Addf(at("maxParallelImagePulls"), "must be 1 with serializeImagePulls (got %d)", *integer(pulls))
	}
}

// kubeletDuration returns a duration in More; instead if it is not set, or not a valid duration.
func (a *KubeletConfigArgs) kubeletDuration(key string, instead time.Duration) time.Duration {
	text, _ := check.Text(a.More[key])
	if duration, err := time.ParseDuration(text); err == nil && duration >= 0 {
		return duration
	}
	return instead
}

// checkEnforcement checks the control groups of the reserved resources.
func (a *KubeletConfigArgs) checkEnforcement(p *check.Problems, at func(key string) check.Path) {
	enforced := texts(a.More["enforceNodeAllocatable"])
	none := slices.Equal(enforced, []string{"none"})
	if perQOS, ok := a.More["cgroupsPerQOS"].(bool); ok && !perQOS && !none {
		p.Addf(at("cgroupsPerQOS"), "must not be false, except with enforceNodeAllocatable none")
	}
	field := at("enforceNodeAllocatable")
	p.Unique(field, enforced)
	for _, name := range enforced {
		p.Required(field, name)
		check.OneOf(p, field, name, "pods", "system-reserved", "system-reserved-compressible", "kube-reserved",
			"kube-reserved-compressible", "none")
		if name == "none" && !none {
			p.Addf(field, "must not contain other values beside none")
		}
		for _, reserved := range []string{"system-reserved", "kube-reserved"} {
			cgroup := map[string]string{"system-reserved": "systemReservedCgroup", "kube-reserved": "kubeReservedCgroup"}[reserved]
			if name == reserved && a.More[cgroup] == nil {
				p.Addf(field, "%s requires %s", name, cgroup)
			}
		}
	}
}

// texts returns the texts of a list of any type.
func texts(list any) []string {
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		return nil
	}
	var texts []string
	for i := range v.Len() {
		text, _ := check.Text(v.Index(i).Interface())
		texts = append(texts, text)
	}
	return texts
}
