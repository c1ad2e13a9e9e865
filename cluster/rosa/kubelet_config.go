package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// KubeletConfig is a configuration of the kubelet: for the machine pools of a hosted control plane that name it, or for all worker machines
// of a Classic cluster, which has at most one. A change restarts the machines one after another.
type KubeletConfig struct {
	pulumi.ResourceState

	// Name is the name of the configuration, for HCPPoolArgs.KubeletConfig.
	Name pulumi.StringOutput `pulumi:"name"`
}

// KubeletConfigArgs are the arguments of a KubeletConfig.
type KubeletConfigArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required. A change replaces the configuration.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// Name is the name of the configuration, a DNS label. Required. A change replaces the configuration, and creates the new one first,
	// because machine pools use the old one. A Classic cluster cannot have two: keep its name.
	Name string `rhcs:"name" check:"required,format=dns-label"`
	// PodPidsLimit is the largest number of processes in a pod, 4096 to 3694303 (terraform-provider-rhcs
	// provider/kubeletconfig/kubeletconfig_validators.go). Above 16384 a pod can exhaust the machine's process IDs, and Red Hat requires a
	// support exception. Required. Changes are applied in place.
	PodPidsLimit int `rhcs:"podPidsLimit" check:"required,4096..3694303"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *KubeletConfigArgs) Validate() error { return check.Valid(a) }

// NewKubeletConfig registers a KubeletConfig.
func NewKubeletConfig(ctx *pulumi.Context, name string, args *KubeletConfigArgs, opts ...pulumi.ResourceOption) (*KubeletConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[KubeletConfigArgs, KubeletConfig]{
		Token:    "openshift-aws:rosa:KubeletConfig",
		Children: registerKubeletConfig,
	})
}

func registerKubeletConfig(c *component.Builder[KubeletConfigArgs, KubeletConfig]) error {
	b := builder{Base: c.Base}
	return b.registerConfig("Kubeletconfig", rhcs.Inputs(c.Args))
}

// registerConfig registers the configuration of a component, which machine pools name.
func (b builder) registerConfig(resourceType string, inputs rhcs.Properties) error {
	var config namedResource
	return b.register(resourceType, "config", inputs, &config, replaceWithCluster("name"))
}
