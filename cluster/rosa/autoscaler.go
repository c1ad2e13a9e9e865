package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tagged"
)

// Autoscaler is the configuration of a cluster's autoscaler. The bounds of each pool are its own: MachinePoolArgs.Autoscaling.
//
// OCM does not offer it to every hosted control plane: where it does not, the update fails with "Autoscaler configuration is not available"
// (terraform-provider-rhcs v1.7.7 docs/resources/hcp_cluster_autoscaler.md).
type Autoscaler struct {
	pulumi.ResourceState
}

// NewAutoscaler registers an Autoscaler. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewAutoscaler(ctx *pulumi.Context, name string, args *AutoscalerArgs, opts ...pulumi.ResourceOption) (*Autoscaler, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &Autoscaler{}
	b, err := newBuilder(ctx, "Autoscaler", name, component, opts)
	if err != nil {
		return nil, err
	}
	resourceType := "HcpClusterAutoscaler"
	if args.Classic != nil {
		resourceType = "ClusterAutoscaler"
	}
	var autoscaler pulumi.CustomResourceState
	if err := b.register(resourceType, "autoscaler", args.inputs(), &autoscaler, replaceWithCluster()); err != nil {
		return nil, err
	}
	return component, b.registerOutputs()
}

// inputs are the properties of rhcs_hcp_cluster_autoscaler or rhcs_cluster_autoscaler.
func (a *AutoscalerArgs) inputs() rhcs.Properties {
	inputs := rhcs.Inputs(a)
	if a.Classic != nil && a.Classic.ScaleDown != nil {
		tagged.Put(inputs, "scaleDown.enabled", isOn(a.Classic.ScaleDown.Enabled))
	}
	return inputs
}
