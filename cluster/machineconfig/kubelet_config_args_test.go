package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestKubeletConfigArgsRejected(t *testing.T) {
	t.Parallel()
	of := func(change func(*KubeletConfigArgs)) *KubeletConfigArgs {
		return checktest.With(&KubeletConfigArgs{Name: "infra", Pool: "infra", MaxPods: new(100)}, change)
	}
	more := func(key string, value any) *KubeletConfigArgs {
		return of(func(a *KubeletConfigArgs) { a.More = map[string]any{key: value} })
	}
	const setByOpenShift = "OpenShift sets it, and the machine config operator rejects it"
	const setOrIgnored = "OpenShift sets it, and the machine config operator rejects or ignores it"
	checktest.Cases(t, "machineconfig.KubeletConfigArgs", map[string]checktest.Case{
		"no ciphers": {
			Reason: "a custom TLS profile has no default",
			Args:   &KubeletConfigArgs{Name: "x", Pool: "worker", TLSSecurityProfile: "Custom"},
			Want:   []string{".CustomTLSProfile: required"},
		},
		"ciphers of another profile": {
			Reason: "the other profiles have ciphers",
			Args: of(func(a *KubeletConfigArgs) {
				a.TLSSecurityProfile = "Old"
				a.CustomTLSProfile = &CustomTLSProfileArgs{
					Ciphers: []string{"ECDHE-RSA-AES128-GCM-SHA256"}, MinVersion: "VersionTLS12",
				}
			}),
			Want: []string{".CustomTLSProfile: needs"},
		},
		"TLS 1.3": {
			Reason: "4.19 is the first that has it",
			Args:   of(func(a *KubeletConfigArgs) { a.OpenShiftVersion, a.TLSSecurityProfile = "4.19", "Modern" }),
		},
		"TLS 1.3 before": {
			Reason: "the API server of 4.18 rejects it",
			Args:   of(func(a *KubeletConfigArgs) { a.OpenShiftVersion, a.TLSSecurityProfile = "4.18", "Modern" }),
			Want:   []string{".TLSSecurityProfile: requires OpenShift 4.19 or later (the cluster's release is 4.18)"},
		},
		"TLS 1.3 by version": {
			Reason: "it has no ciphers to choose",
			Args: of(func(a *KubeletConfigArgs) {
				a.OpenShiftVersion, a.TLSSecurityProfile = "4.20", "Custom"
				a.CustomTLSProfile = &CustomTLSProfileArgs{MinVersion: "VersionTLS13"}
			}),
		},
		"ciphers of TLS 1.3": {
			Reason: "the API server rejects them; 4.18 has no such version",
			Args: of(func(a *KubeletConfigArgs) {
				a.OpenShiftVersion, a.TLSSecurityProfile = "4.18", "Custom"
				a.CustomTLSProfile = &CustomTLSProfileArgs{MinVersion: "VersionTLS13", Ciphers: []string{"TLS_AES_128_GCM_SHA256"}}
			}),
			Want: []string{
				".CustomTLSProfile.MinVersion: requires OpenShift 4.19 or later (the cluster's release is 4.18)",
				".CustomTLSProfile.Ciphers: must not be set with VersionTLS13, whose ciphers cannot be chosen",
			},
		},
		"nothing": {
			Reason: "a config without settings changes nothing",
			Args:   &KubeletConfigArgs{Name: "x", Pool: "worker"},
			Want:   []string{": must set at least one field other than Name, Pool, OpenShiftVersion or CustomTLSProfile"},
		},
		"ranges": {
			Reason: "-1 is no limit",
			Args:   of(func(a *KubeletConfigArgs) { a.PodPidsLimit = new(-2) }),
			Want:   []string{".PodPidsLimit: range"},
		},
		"image thresholds": {
			Reason: "the low threshold is less than the high one",
			Args:   of(func(a *KubeletConfigArgs) { a.ImageGCHighThresholdPercent = new(70) }),
			Want: []string{
				".ImageGCLowThresholdPercent: must be less than the high threshold, or the kubelet does not start (80 >= 70)",
			},
		},
		"reserved twice": {
			Reason: "the operator rejects both",
			Args: of(func(a *KubeletConfigArgs) {
				a.AutoSizingReserved, a.SystemReserved = new(true), map[string]string{"cpu": "1"}
			}),
			Want: []string{".SystemReserved: exclusive"},
		},
		"eviction": {
			Reason: "thresholds have signals, and are quantities or percentages",
			Args:   of(func(a *KubeletConfigArgs) { a.EvictionHard = map[string]string{"memory": "ten", "": "5%"} }),
			Want:   []string{".EvictionHard[]: required", ".EvictionHard[memory]: one-of", ".EvictionHard[memory]: format"},
		},
		"no grace period": {
			Reason: "the kubelet does not start without it",
			Args:   of(func(a *KubeletConfigArgs) { a.EvictionSoft = map[string]string{"memory.available": "1Gi"} }),
			Want:   []string{".EvictionSoftGracePeriod[memory.available]: required"},
		},
		"grace period only": {
			Reason: "a grace period belongs to a threshold",
			Args:   of(func(a *KubeletConfigArgs) { a.EvictionSoftGracePeriod = map[string]string{"memory.available": "90s"} }),
			Want:   []string{".EvictionSoftGracePeriod[memory.available]: has no effect without EvictionSoft[memory.available]"},
		},
		"taints of workers": {
			Reason: "every worker is in the pool worker",
			Args: of(func(a *KubeletConfigArgs) {
				a.Pool, a.Taints = "worker", []Taint{{Key: "a", Effect: "NoExecute"}, {Key: "a", Effect: "NoExecute"}}
			}),
			Want: []string{
				".Taints[1]: duplicate",
				".Taints: must not be set for the pool worker: every node of the cluster's own pool would get them; " +
					"use a pool of NewMachineConfigPool",
			},
		},
		"reserved field": {
			Reason: "OpenShift sets the feature gates",
			Args:   more("featureGates", map[string]any{}),
			Want:   []string{".More[featureGates]: must not be set: " + setOrIgnored},
		},
		"swap": {
			Reason: "OpenShift sets the swap behavior",
			Args:   more("memorySwap", map[string]any{"swapBehavior": "LimitedSwap"}),
			Want:   []string{".More[memorySwap]: must not set swapBehavior: " + setByOpenShift},
		},
		"set twice": {
			Reason: "the checks of the field would not apply",
			Args:   more("maxPods", 5),
			Want:   []string{".More[maxPods]: must not be set: the arguments have the field MaxPods"},
		},
		"static pods": {
			Reason: "the control plane consists of static pods",
			Args:   more("staticPodPath", "/etc/x"),
			Want:   []string{".More[staticPodPath]: must not be set: " + setOrIgnored},
		},
		"no static pods": {
			Reason: "the operator keeps its path instead of an empty one",
			Args:   more("staticPodPath", ""),
			Want:   []string{".More[staticPodPath]: must not be set: " + setOrIgnored},
		},
		"unknown field": {
			Reason: "the operator drops it silently",
			Args:   more("maxPodz", 5),
			Want:   []string{".More[maxPodz]: has no effect: the kubelet's configuration has no such field"},
		},
		"unknown field of a newer release": {
			Reason: "the library does not know the fields of later releases",
			Args: of(func(a *KubeletConfigArgs) {
				a.OpenShiftVersion, a.More = "4.23", map[string]any{"later": 5, "port": "5"}
			}),
			Want: []string{".More[port]: must be an integer (got a text)"},
		},
		"parallel image pulls one after another": {
			Reason: "the kubelet does not start with parallel pulls that serializeImagePulls excludes",
			Args: of(func(a *KubeletConfigArgs) {
				a.More = map[string]any{"maxParallelImagePulls": 5, "serializeImagePulls": true}
			}),
			Want: []string{".More[maxParallelImagePulls]: must be 1 with serializeImagePulls (got 5)"},
		},
		"parallel image pulls": {
			Reason: "OpenShift sets serializeImagePulls to false, and one pull is not parallel",
			Args: of(func(a *KubeletConfigArgs) {
				a.More = map[string]any{"maxParallelImagePulls": 5, "serializeImagePulls": false}
			}),
		},
		"kinds": {
			Reason: "the operator cannot decode values of another kind",
			Args: of(func(a *KubeletConfigArgs) {
				a.More = map[string]any{
					"allowedUnsafeSysctls": "net.*", "containerLogMaxFiles": "5", "containerLogMaxSize": 50,
					"logging": []any{}, "serializeImagePulls": pulumi.String("false"),
					"systemCgroups": map[string]any{},
				}
			}),
			Want: []string{
				".More[allowedUnsafeSysctls]: must be a list (got a text)",
				".More[containerLogMaxFiles]: must be an integer (got a text)",
				".More[containerLogMaxSize]: must be a text (got an integer)",
				".More[logging]: must be a map (got a list)",
				".More[serializeImagePulls]: must be a boolean (got a text)",
				".More[systemCgroups]: must be a text (got a map)",
			},
		},
		"no limit of processes": {
			Reason: "the operator keeps 4096 instead of 0; no limit needs -1",
			Args:   of(func(a *KubeletConfigArgs) { a.PodPidsLimit = new(0) }),
			Want:   []string{".PodPidsLimit: range"},
		},
		"cgroups": {
			Reason: "the operator rejects different cgroups",
			Args:   more("systemReservedCgroup", "/x.slice"),
			Want:   []string{".More[systemReservedCgroup]: must be equal to systemCgroups"},
		},
	})
}
