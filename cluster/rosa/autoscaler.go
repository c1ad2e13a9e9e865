package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// Autoscaler is the configuration of a cluster's autoscaler. The bounds of each pool are its own: MachinePoolArgs.Autoscaling.
//
// OCM does not offer it to every hosted control plane: where it does not, the update fails with "Autoscaler configuration is not available"
// (terraform-provider-rhcs v1.7.7 docs/resources/hcp_cluster_autoscaler.md).
type Autoscaler struct {
	pulumi.ResourceState
}

// NewAutoscaler registers an Autoscaler.
func NewAutoscaler(ctx *pulumi.Context, name string, args *AutoscalerArgs, opts ...pulumi.ResourceOption) (*Autoscaler, error) {
	return component.Register(ctx, name, args, opts, component.Type[AutoscalerArgs, Autoscaler]{
		Token:    "openshift-aws:rosa:Autoscaler",
		Children: registerAutoscaler,
	})
}

func registerAutoscaler(c *component.Builder[AutoscalerArgs, Autoscaler]) error {
	b := builder{Base: c.Base}
	resourceType := "HcpClusterAutoscaler"
	if c.Args.Classic != nil {
		resourceType = "ClusterAutoscaler"
	}
	var autoscaler pulumi.CustomResourceState
	return b.register(resourceType, "autoscaler", c.Args.inputs(), &autoscaler, replaceWithCluster())
}

// inputs are the properties of rhcs_hcp_cluster_autoscaler or rhcs_cluster_autoscaler.
func (a *AutoscalerArgs) inputs() rhcs.Properties {
	return rhcs.Inputs(a)
}

// AutoscalerArgs are the arguments of an Autoscaler. Changes are applied in place. A field that is removed later keeps its value in the
// cluster: set it to the value that it should have.
type AutoscalerArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required. A change replaces the settings.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// MaxNodeProvisionTime is how long a machine can take to become a node, in whole seconds. Defaults to 15 minutes.
	MaxNodeProvisionTime time.Duration `rhcs:"maxNodeProvisionTime" check:"0s../1s"`
	// MaxPodGracePeriod is how long pods have to terminate before their machine is terminated, in whole seconds. Defaults to 10 minutes.
	MaxPodGracePeriod time.Duration `rhcs:"maxPodGracePeriod,seconds" check:"0s../1s"`
	// PodPriorityThreshold is the lowest priority of pods for which machines are launched. Defaults to -10.
	PodPriorityThreshold *int `rhcs:"podPriorityThreshold"`
	// MaxNodesTotal is the largest number of nodes of the cluster. Defaults to OCM's limit.
	MaxNodesTotal int `rhcs:"resourceLimits.maxNodesTotal" check:"0..2147483647"`
	// Classic are the arguments that only Classic clusters have. It must be set, if only to an empty one, for a Classic cluster, and be
	// nil for a hosted control plane.
	Classic *ClassicAutoscalerArgs
}

// Range is a range of numbers.
type Range struct {
	// Min is the smallest number.
	Min int `rhcs:"min,zero" check:"0.."`
	// Max is the largest number, at least [Min].
	Max int `rhcs:"max,zero"`
}

// ClassicAutoscalerArgs are the arguments of an Autoscaler that only Classic clusters have.
type ClassicAutoscalerArgs struct {
	// BalanceSimilarNodeGroups balances the size of pools with the same instance type and labels. Defaults to OCM's choice, false.
	BalanceSimilarNodeGroups *bool `rhcs:"balanceSimilarNodeGroups"`
	// BalancingIgnoredLabels are labels in which such pools can differ. Defaults to none.
	BalancingIgnoredLabels []string `rhcs:"balancingIgnoredLabels" check:"format=label-key"`
	// SkipNodesWithLocalStorage keeps machines with pods that have local volumes. Defaults to OCM's choice, true.
	SkipNodesWithLocalStorage *bool `rhcs:"skipNodesWithLocalStorage"`
	// IgnoreDaemonSetsUtilization ignores the pods of daemon sets in the utilization of a machine. Defaults to OCM's choice, false.
	IgnoreDaemonSetsUtilization *bool `rhcs:"ignoreDaemonsetsUtilization"`
	// LogVerbosity is the log level; 4 is for debugging. Defaults to 1.
	LogVerbosity *int `rhcs:"logVerbosity" check:"0..2147483647"`
	// Cores bounds the CPU cores of all machines. Defaults to OCM's choice.
	Cores *Range `rhcs:"resourceLimits.cores"`
	// MemoryGiB bounds the memory of all machines in GiB. Defaults to OCM's choice.
	MemoryGiB *Range `rhcs:"resourceLimits.memory"`
	// GPUs bound the number of GPUs by type, such as nvidia.com/gpu. Defaults to OCM's choice.
	GPUs []GPURange `rhcs:"resourceLimits.gpuses"`
	// ScaleDown is when machines are terminated. Defaults to OCM's choice.
	ScaleDown *ScaleDownArgs `rhcs:"scaleDown"`
}

// GPURange bounds the number of GPUs of a type.
type GPURange struct {
	// Type is the type of GPU. Required.
	Type string `rhcs:"type" check:"required"`
	// Range is the smallest and the largest number.
	Range Range `rhcs:"range,zero"`
}

// ScaleDownArgs are when the autoscaler terminates machines.
type ScaleDownArgs struct {
	// Enabled terminates machines that are not needed. Defaults to true.
	Enabled *bool `rhcs:"enabled" default:"true"`
	// UnneededTime is how long a machine must be unneeded, in whole seconds. Defaults to 10 minutes.
	UnneededTime time.Duration `rhcs:"unneededTime" check:"0s../1s"`
	// UtilizationThreshold is the fraction of a machine's requested resources below which it is unneeded, 0 to 1. Defaults to 0.5.
	UtilizationThreshold *float64 `rhcs:"utilizationThreshold,text"`
	// DelayAfterAdd is how long no machine is terminated after one was added, in whole seconds. Defaults to OCM's choice.
	DelayAfterAdd time.Duration `rhcs:"delayAfterAdd" check:"0s../1s"`
	// DelayAfterDelete is how long no machine is terminated after one was deleted, in whole seconds. Defaults to OCM's choice.
	DelayAfterDelete time.Duration `rhcs:"delayAfterDelete" check:"0s../1s"`
	// DelayAfterFailure is how long no machine is terminated after one could not be deleted, in whole seconds. Defaults to OCM's choice.
	DelayAfterFailure time.Duration `rhcs:"delayAfterFailure" check:"0s../1s"`
}

const autoscalerPath = "rosa.AutoscalerArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *AutoscalerArgs) Validate() error {
	p := check.Struct(a)
	if c := valueOf(a).Classic; c != nil {
		c.Cores.check(&p, autoscalerPath+".Classic.Cores")
		c.MemoryGiB.check(&p, autoscalerPath+".Classic.MemoryGiB")
		for i, gpu := range c.GPUs {
			gpu.Range.check(&p, check.Index(autoscalerPath+".Classic.GPUs", i)+".Range")
		}
		p.Fraction(autoscalerPath+".Classic.ScaleDown.UtilizationThreshold", valueOf(valueOf(c.ScaleDown).UtilizationThreshold))
	}
	return p.ErrOf(a)
}

func (r *Range) check(p *check.Problems, path check.Path) {
	if r != nil && r.Min >= 0 {
		p.AtLeastField(path+".Max", r.Max, "Min", r.Min)
	}
}
