package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestKubeletConfigArgsRejected(t *testing.T) {
	t.Parallel()
	of := func(change func(*KubeletConfigArgs)) *KubeletConfigArgs {
		args := KubeletConfigArgs{Name: "infra", Pool: "infra", MaxPods: new(100)}
		change(&args)
		return &args
	}
	more := func(key string, value any) *KubeletConfigArgs {
		return of(func(a *KubeletConfigArgs) { a.More = map[string]any{key: value} })
	}
	const setByOpenShift = "OpenShift sets it, and the machine config operator rejects it"
	const setOrIgnored = "OpenShift sets it, and the machine config operator rejects or ignores it"
	testRejections(t, "cluster.KubeletConfigArgs", map[string]rejection{
		"nothing": {
			reason: "a config without settings changes nothing",
			args:   &KubeletConfigArgs{},
			want:   []string{".Name: required", ".Pool: required", ": must set at least one field other than Name and Pool"},
		},
		"names": {
			reason: "the pool is given by its name, not by its label",
			args:   of(func(a *KubeletConfigArgs) { a.Name, a.Pool = "Infra", "pools.operator/infra" }),
			want:   []string{".Name: format", ".Pool: format"},
		},
		"ranges": {
			reason: "each number has its range",
			args: of(func(a *KubeletConfigArgs) {
				a.MaxPods, a.PodsPerCore, a.PodPidsLimit, a.LogLevel = new(0), new(-1), new(-2), new(11)
				a.ImageGCHighThresholdPercent, a.ImageGCLowThresholdPercent = new(101), new(-1)
			}),
			want: []string{
				".MaxPods: range", ".PodsPerCore: range", ".PodPidsLimit: range", ".LogLevel: range",
				".ImageGCHighThresholdPercent: range", ".ImageGCLowThresholdPercent: range",
			},
		},
		"image thresholds": {
			reason: "the low threshold is less than the high one",
			args:   of(func(a *KubeletConfigArgs) { a.ImageGCHighThresholdPercent = new(70) }),
			want: []string{
				".ImageGCLowThresholdPercent: must be less than the high threshold, or the kubelet does not start (80 >= 70)",
			},
		},
		"quantity": {
			reason: "megabytes are M",
			args:   of(func(a *KubeletConfigArgs) { a.SystemReserved = map[string]string{"memory": "500MB"} }),
			want:   []string{".SystemReserved[memory]: format"},
		},
		"resource": {
			reason: "the kubelet reserves four resources",
			args:   of(func(a *KubeletConfigArgs) { a.KubeReserved = map[string]string{"disk": "1Gi"} }),
			want:   []string{".KubeReserved[disk]: one-of"},
		},
		"reserved twice": {
			reason: "the operator rejects both",
			args: of(func(a *KubeletConfigArgs) {
				a.AutoSizingReserved, a.SystemReserved = new(true), map[string]string{"cpu": "1"}
			}),
			want: []string{".SystemReserved: exclusive"},
		},
		"eviction": {
			reason: "thresholds have signals, and are quantities or percentages",
			args:   of(func(a *KubeletConfigArgs) { a.EvictionHard = map[string]string{"memory": "ten"} }),
			want:   []string{".EvictionHard[memory]: one-of", ".EvictionHard[memory]: format"},
		},
		"no grace period": {
			reason: "the kubelet does not start without it",
			args:   of(func(a *KubeletConfigArgs) { a.EvictionSoft = map[string]string{"memory.available": "1Gi"} }),
			want:   []string{".EvictionSoftGracePeriod[memory.available]: required"},
		},
		"grace period only": {
			reason: "a grace period belongs to a threshold",
			args: of(func(a *KubeletConfigArgs) {
				a.EvictionSoftGracePeriod = map[string]string{"memory.available": "90"}
			}),
			want: []string{
				".EvictionSoftGracePeriod[memory.available]: has no effect without EvictionSoft[memory.available]",
				".EvictionSoftGracePeriod[memory.available]: format",
			},
		},
		"policies": {
			reason: "the kubelet does not start with unknown policies",
			args: of(func(a *KubeletConfigArgs) {
				a.CPUManagerPolicy, a.TopologyManagerPolicy, a.TLSSecurityProfile = "Static", "numa", "Modern"
			}),
			want: []string{
				".CPUManagerPolicy: one-of", ".TopologyManagerPolicy: one-of", ".TLSSecurityProfile: one-of",
			},
		},
		"reserved field": {
			reason: "OpenShift sets the feature gates",
			args:   more("featureGates", map[string]any{}),
			want:   []string{".More[featureGates]: must not be set: " + setOrIgnored},
		},
		"swap": {
			reason: "OpenShift sets the swap behavior",
			args:   more("memorySwap", map[string]any{"swapBehavior": "LimitedSwap"}),
			want:   []string{".More[memorySwap]: must not set swapBehavior: " + setByOpenShift},
		},
		"set twice": {
			reason: "one of the values would be lost",
			args:   more("maxPods", 5),
			want:   []string{".More[maxPods]: must not be set: the arguments have a field for it, which is set"},
		},
		"static pods": {
			reason: "the control plane consists of static pods",
			args:   more("staticPodPath", "/etc/x"),
			want:   []string{".More[staticPodPath]: must not be set: " + setOrIgnored},
		},
		"no static pods": {
			reason: "the operator keeps its path instead of an empty one",
			args:   more("staticPodPath", ""),
			want:   []string{".More[staticPodPath]: must not be set: " + setOrIgnored},
		},
		"unknown field": {
			reason: "the operator drops it silently",
			args:   more("maxPodz", 5),
			want:   []string{".More[maxPodz]: has no effect: the kubelet's configuration has no such field"},
		},
		"kinds": {
			reason: "the operator cannot decode values of another kind",
			args: of(func(a *KubeletConfigArgs) {
				a.More = map[string]any{
					"allowedUnsafeSysctls": "net.*", "containerLogMaxFiles": "5", "containerLogMaxSize": 50,
					"logging": []any{}, "serializeImagePulls": pulumi.String("false"),
					"systemCgroups": map[string]any{},
				}
			}),
			want: []string{
				".More[allowedUnsafeSysctls]: must be a list (got a text)",
				".More[containerLogMaxFiles]: must be a number (got a text)",
				".More[containerLogMaxSize]: must be a text (got a number)",
				".More[logging]: must be a map (got a list)",
				".More[serializeImagePulls]: must be a boolean (got a text)",
				".More[systemCgroups]: must be a text (got a map)",
			},
		},
		"no limit of processes": {
			reason: "the operator keeps 4096 instead of 0; no limit needs -1",
			args:   of(func(a *KubeletConfigArgs) { a.PodPidsLimit = new(0) }),
			want:   []string{".PodPidsLimit: range"},
		},
		"quiet": {
			reason: "releases before 4.22 reject log level 0",
			args:   of(func(a *KubeletConfigArgs) { a.LogLevel = new(0) }),
			want:   []string{".LogLevel: range"},
		},
		"cgroups": {
			reason: "the operator rejects different cgroups",
			args:   more("systemReservedCgroup", "/x.slice"),
			want:   []string{".More[systemReservedCgroup]: must be equal to systemCgroups"},
		},
	})
}
