package machineconfig

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlsprofile"
)

// KubeletConfig configures the kubelets of one pool's nodes. The machine config operator rolls out a change and the deletion like
// those of a MachineConfig: it drains and reboots MaxUnavailable nodes at a time. A cluster has at most 10 of them. A pool
// must have only one: each replaces the kubelet's whole configuration. The policy pack rejects a second one.
type KubeletConfig struct {
	pulumi.ResourceState

	// Name is the object's name. It resolves when the object exists; the nodes are updated later, see the pool's condition Updated.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewKubeletConfig registers a KubeletConfig. It requires a Kubernetes provider (pulumi.Provider).
func NewKubeletConfig(ctx *pulumi.Context, name string, args *KubeletConfigArgs, opts ...pulumi.ResourceOption) (*KubeletConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[KubeletConfigArgs, KubeletConfig]{
		Token:     "openshift-aws:machineconfig:KubeletConfig",
		InCluster: true,
		Children: func(b *component.Builder[KubeletConfigArgs, KubeletConfig]) error {
			if err := kube.RegisterObject(b.Base, &b.Component.Name, "config", desiredKubeletConfig(*b.Args), kube.Create); err != nil {
				return err
			}
			return release.Warn(ctx, b.Component, b.Args.OpenShiftVersion)
		},
	})
}

func desiredKubeletConfig(args KubeletConfigArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.machineConfigPoolSelector", poolSelector(args.Pool))
	if args.TLSSecurityProfile != "" {
		argument.Put(fields, "spec.tlsSecurityProfile", tlsprofile.Fields(args.TLSSecurityProfile, args.CustomTLSProfile))
	}
	if len(args.More) > 0 {
		kubelet := maps.Clone(args.More)
		maps.Copy(kubelet, args.kubelet())
		argument.Put(fields, "spec.kubeletConfig", kubelet)
	}
	return kube.Object{APIVersion: kube.MachineConfigAPI, Kind: "KubeletConfig", Name: args.Name, Fields: fields}
}

// kubelet returns the fields of the kubelet's configuration (kubernetes/kubelet config/v1beta1/types.go) that have a field of their own.
func (a KubeletConfigArgs) kubelet() map[string]any {
	spec, _ := kube.Fields(a)["spec"].(map[string]any)
	fields, _ := spec["kubeletConfig"].(map[string]any)
	return fields
}

// CustomTLSProfileArgs are the ciphers (Ciphers) and the minimum TLS version (MinVersion) of the TLS security profile Custom: for a
// policy that neither Old nor Intermediate meets. configuration.CustomTLSProfileArgs and machineconfig.CustomTLSProfileArgs are the same
// type.
type CustomTLSProfileArgs = tlsprofile.CustomTLSProfileArgs
