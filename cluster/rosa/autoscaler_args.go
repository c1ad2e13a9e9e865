package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AutoscalerArgs are the arguments of an Autoscaler. Changes are applied in place. A field that is removed later keeps its value in the
// cluster: set it to the value that it should have.
type AutoscalerArgs struct {
	// ClusterID is the cluster's ID in OCM: ID of HCP or Classic. Required. A change replaces the settings.
	ClusterID pulumi.StringInput
	// MaxNodeProvisionTime is how long a machine can take to become a node, in whole seconds. Defaults to 15 minutes.
	MaxNodeProvisionTime time.Duration
	// MaxPodGracePeriod is how long pods have to terminate before their machine is terminated, in whole seconds. Defaults to 10 minutes.
	MaxPodGracePeriod time.Duration
	// PodPriorityThreshold is the lowest priority of pods for which machines are launched. Defaults to -10.
	PodPriorityThreshold *int
	// MaxNodesTotal is the largest number of nodes of the cluster. Defaults to OCM's limit.
	MaxNodesTotal int
	// Classic are the arguments that only Classic clusters have. It must be set, if only to an empty one, for a Classic cluster, and be
	// nil for a hosted control plane.
	Classic *ClassicAutoscalerArgs
}

// Range is a range of numbers.
type Range struct {
	// Min and Max are the smallest and the largest number.
	Min, Max int
}

// ClassicAutoscalerArgs are the arguments of an Autoscaler that only Classic clusters have.
type ClassicAutoscalerArgs struct {
	// BalanceSimilarNodeGroups balances the size of pools with the same instance type and labels. Defaults to OCM's choice, false.
	BalanceSimilarNodeGroups *bool
	// BalancingIgnoredLabels are labels in which such pools can differ. Defaults to none.
	BalancingIgnoredLabels []string
	// SkipNodesWithLocalStorage keeps machines with pods that have local volumes. Defaults to OCM's choice, true.
	SkipNodesWithLocalStorage *bool
	// IgnoreDaemonSetsUtilization ignores the pods of daemon sets in the utilization of a machine. Defaults to OCM's choice, false.
	IgnoreDaemonSetsUtilization *bool
	// LogVerbosity is the log level; 4 is for debugging. Defaults to 1.
	LogVerbosity *int
	// Cores and MemoryGiB bound the CPU cores and the memory in GiB of all machines. Default to OCM's choice.
	Cores, MemoryGiB *Range
	// GPUs bound the number of GPUs by type, such as nvidia.com/gpu. Defaults to OCM's choice.
	GPUs []GPURange
	// ScaleDown is when machines are terminated. Defaults to OCM's choice.
	ScaleDown *ScaleDownArgs
}

// GPURange bounds the number of GPUs of a type.
type GPURange struct {
	// Type is the type of GPU. Required.
	Type string
	// Range is the smallest and the largest number.
	Range Range
}

// ScaleDownArgs are when the autoscaler terminates machines.
type ScaleDownArgs struct {
	// Enabled terminates machines that are not needed. Defaults to true.
	Enabled *bool
	// UnneededTime is how long a machine must be unneeded, in whole seconds. Defaults to 10 minutes.
	UnneededTime time.Duration
	// UtilizationThreshold is the fraction of a machine's requested resources below which it is unneeded, 0 to 1. Defaults to 0.5.
	UtilizationThreshold *float64
	// DelayAfterAdd, DelayAfterDelete and DelayAfterFailure are how long no machine is terminated after one was added, deleted or could
	// not be deleted, in whole seconds. Default to OCM's choice.
	DelayAfterAdd, DelayAfterDelete, DelayAfterFailure time.Duration
}

const autoscalerPath = "rosa.AutoscalerArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *AutoscalerArgs) Validate() error {
	full := valueOf(a)
	var p check.Problems
	p.RequiredFormat(autoscalerPath+".ClusterID", full.ClusterID, clusterID)
	p.PositiveDuration(autoscalerPath+".MaxNodeProvisionTime", full.MaxNodeProvisionTime, time.Second)
	p.PositiveDuration(autoscalerPath+".MaxPodGracePeriod", full.MaxPodGracePeriod, time.Second)
	p.AtLeast(autoscalerPath+".MaxNodesTotal", full.MaxNodesTotal, 0)
	full.Classic.check(&p, autoscalerPath+".Classic")
	return p.ErrOf(a)
}

func (c *ClassicAutoscalerArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	p.AtLeast(path+".LogVerbosity", c.LogVerbosity, 0)
	c.Cores.check(p, path+".Cores")
	c.MemoryGiB.check(p, path+".MemoryGiB")
	for i, gpu := range c.GPUs {
		at := check.Index(path+".GPUs", i)
		p.Required(at+".Type", gpu.Type)
		gpu.Range.check(p, at+".Range")
	}
	down := valueOf(c.ScaleDown)
	p.PositiveDuration(path+".ScaleDown.UnneededTime", down.UnneededTime, time.Second)
	p.PositiveDuration(path+".ScaleDown.DelayAfterAdd", down.DelayAfterAdd, time.Second)
	p.PositiveDuration(path+".ScaleDown.DelayAfterDelete", down.DelayAfterDelete, time.Second)
	p.PositiveDuration(path+".ScaleDown.DelayAfterFailure", down.DelayAfterFailure, time.Second)
	p.Fraction(path+".ScaleDown.UtilizationThreshold", valueOf(down.UtilizationThreshold))
}

func (r *Range) check(p *check.Problems, path string) {
	if r != nil && p.AtLeast(path+".Min", r.Min, 0) {
		p.AtLeast(path+".Max", r.Max, r.Min)
	}
}
