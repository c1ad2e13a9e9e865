package cluster

import (
	"maps"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// KubeletConfig is how the kubelets of one pool's nodes run. A change, and the component's end, is rolled out over the pool as that of a
// MachineConfig is: MaxUnavailable nodes at a time are drained and restarted. A cluster takes at most 10 of them.
type KubeletConfig struct {
	pulumi.ResourceState

	// Name is the object's name, once it is there. The nodes follow later; the pool's condition Updated tells when.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewKubeletConfig registers a KubeletConfig. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments
// are reported together, as by Validate, before anything is registered.
func NewKubeletConfig(ctx *pulumi.Context, name string, args *KubeletConfigArgs, opts ...pulumi.ResourceOption) (*KubeletConfig, error) {
	if args == nil {
		args = &KubeletConfigArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	config := &KubeletConfig{}
	var err error
	config.Name, err = component{
		token:  "openshift-aws:cluster:KubeletConfig",
		what:   "config",
		self:   config,
		object: desiredKubeletConfig(*args),
	}.register(ctx, name, opts)
	return config, err
}

// poolSelector selects one pool by the label that both built-in pools and those of MachineConfigPool carry. Without a
// selector, or with an empty one, an object would be for no pool at all
// (openshift/api machineconfiguration/v1/types.go).
func poolSelector(pool string) map[string]any {
	return map[string]any{"matchLabels": map[string]any{poolLabelPrefix + pool: ""}}
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
		spec["tlsSecurityProfile"] = tlsSecurityProfile(args.TLSSecurityProfile)
	}
	if kubelet := args.kubelet(); len(kubelet) > 0 {
		spec["kubeletConfig"] = kubelet
	}
	return kube.Object{
		APIVersion: machineConfigAPI,
		Kind:       "KubeletConfig",
		Name:       args.Name,
		Fields:     map[string]any{"spec": spec},
	}
}

// tlsSecurityProfile is a profile as openshift/api config/v1/types_tlssecurityprofile.go has it: a type and a block of its name.
func tlsSecurityProfile(name string) map[string]any {
	return map[string]any{"type": name, strings.ToLower(name): map[string]any{}}
}

// kubelet are the fields of the kubelet's own configuration (kubernetes/kubelet config/v1beta1/types.go).
func (a KubeletConfigArgs) kubelet() map[string]any {
	fields := maps.Clone(a.More)
	if fields == nil {
		fields = map[string]any{}
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
			fields[key] = anyMap(values)
		}
	}
	for key, value := range map[string]string{"cpuManagerPolicy": a.CPUManagerPolicy, "topologyManagerPolicy": a.TopologyManagerPolicy} {
		if value != "" {
			fields[key] = value
		}
	}
	return fields
}

func anyMap(values map[string]string) map[string]any {
	fields := map[string]any{}
	for key, value := range values {
		fields[key] = value
	}
	return fields
}
