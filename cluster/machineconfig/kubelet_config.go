package machineconfig

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlsprofile"
)

// KubeletConfig configures the kubelets of one pool's nodes. The machine config operator rolls out a change and the deletion like
// those of a MachineConfig: it drains and reboots MaxUnavailable nodes at a time. A cluster has at most 10 of them, and of several for
// one pool only one is effective.
type KubeletConfig struct {
	pulumi.ResourceState

	// Name is the object's name. It resolves when the object exists; the nodes are updated later, see the pool's condition Updated.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewKubeletConfig registers a KubeletConfig. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of all
// invalid arguments, joined, before anything is registered.
func NewKubeletConfig(ctx *pulumi.Context, name string, args *KubeletConfigArgs, opts ...pulumi.ResourceOption) (*KubeletConfig, error) {
	values, err := kube.InClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	config := &KubeletConfig{}
	config.Name, err = kube.ObjectComponent{
		Token:     "openshift-aws:machineconfig:KubeletConfig",
		Suffix:    "config",
		Component: config,
		Object:    desiredKubeletConfig(values),
	}.Register(ctx, name, opts)
	if err != nil {
		return nil, err
	}
	return config, release.Warn(ctx, config, values.OpenShiftVersion)
}

func desiredKubeletConfig(args KubeletConfigArgs) kube.Object {
	spec := map[string]any{"machineConfigPoolSelector": poolSelector(args.Pool)}
	if args.AutoSizingReserved != nil {
		spec["autoSizingReserved"] = *args.AutoSizingReserved
	}
	if args.LogLevel != nil {
		spec["logLevel"] = *args.LogLevel
	}
	if args.TLSSecurityProfile != "" {
		spec["tlsSecurityProfile"] = tlsprofile.Fields(args.TLSSecurityProfile, args.CustomTLSProfile)
	}
	if kubelet := args.kubelet(); len(kubelet) > 0 {
		spec["kubeletConfig"] = kubelet
	}
	return kube.Object{
		APIVersion: kube.MachineConfigAPI,
		Kind:       "KubeletConfig",
		Name:       args.Name,
		Fields:     map[string]any{"spec": spec},
	}
}

// kubelet returns the fields of the kubelet's configuration (kubernetes/kubelet config/v1beta1/types.go).
func (a KubeletConfigArgs) kubelet() map[string]any {
	fields := maps.Clone(a.More)
	if fields == nil {
		fields = map[string]any{}
	}
	if len(a.Taints) > 0 {
		var taints []any
		for _, taint := range a.Taints {
			taints = append(taints, kube.Fields(taint))
		}
		fields["registerWithTaints"] = taints
	}
	for key, value := range map[string]*int{
		"maxPods":                     a.MaxPods,
		"podsPerCore":                 a.PodsPerCore,
		"podPidsLimit":                a.PodPidsLimit,
		"imageGCHighThresholdPercent": a.ImageGCHighThresholdPercent,
		"imageGCLowThresholdPercent":  a.ImageGCLowThresholdPercent,
	} {
		if value != nil {
			fields[key] = *value
		}
	}
	for key, values := range map[string]map[string]string{
		"systemReserved":          a.SystemReserved,
		"kubeReserved":            a.KubeReserved,
		"evictionHard":            a.EvictionHard,
		"evictionSoft":            a.EvictionSoft,
		"evictionSoftGracePeriod": a.EvictionSoftGracePeriod,
	} {
		if len(values) > 0 {
			fields[key] = kube.AnyMap(values)
		}
	}
	for key, value := range map[string]string{"cpuManagerPolicy": a.CPUManagerPolicy, "topologyManagerPolicy": a.TopologyManagerPolicy} {
		if value != "" {
			fields[key] = value
		}
	}
	return fields
}
