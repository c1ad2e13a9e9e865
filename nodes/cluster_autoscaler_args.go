package nodes

import (
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
)

// ClusterAutoscalerArgs are the arguments of a ClusterAutoscaler. All fields are optional: without them the operator's defaults
// apply, and unneeded nodes are removed. Changes are applied in place.
type ClusterAutoscalerArgs struct {
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.20. If it is set, fields that its API server does
	// not know are rejected before anything is registered: NewPodScaleUpDelay below 4.20, and ScaleDown.CordonBeforeTerminating
	// below 4.21. Defaults to none: they are not checked.
	OpenShiftVersion string
	// MaxNodesTotal is the maximum number of nodes of the cluster. It counts all nodes, including the control plane and nodes
	// that the autoscaler does not manage. Defaults to no limit.
	MaxNodesTotal *int
	// Cores limits the cluster's CPU cores.
	Cores *ResourceRange
	// MemoryGiB limits the cluster's memory in GiB.
	MemoryGiB *ResourceRange
	// GPULimits limit the cluster's GPUs, by kind.
	GPULimits []GPULimit
	// ScaleDown configures the removal of nodes. Defaults to removing unneeded nodes.
	ScaleDown *ScaleDownArgs
	// PodPriorityThreshold is the priority below which pods neither trigger a scale-up nor prevent a scale-down.
	PodPriorityThreshold *int
	// BalanceSimilarNodeGroups keeps sets of equal machines, such as those of the zones of one pool, at equal sizes.
	BalanceSimilarNodeGroups *bool
	// BalancingIgnoredLabels are the keys of node labels that may differ between similar sets.
	BalancingIgnoredLabels []string
	// IgnoreDaemonSetsUtilization ignores DaemonSet pods when the utilization of a node is calculated.
	IgnoreDaemonSetsUtilization *bool
	// SkipNodesWithLocalStorage never removes nodes with pods that use local storage. Defaults to the autoscaler's default, true.
	SkipNodesWithLocalStorage *bool
	// Expanders choose the set to scale up, each among the sets that the previous one selected: LeastWaste, Priority, Random.
	Expanders []string
	// MaxPodGracePeriod is how long pods have to terminate when their node is removed, in whole seconds.
	MaxPodGracePeriod time.Duration
	// MaxNodeProvisionTime is how long a machine has to become a node.
	MaxNodeProvisionTime time.Duration
	// NewPodScaleUpDelay is how old a pending pod must be before the cluster scales up for it. Requires OpenShift 4.20.
	NewPodScaleUpDelay time.Duration
	// LogVerbosity is the autoscaler's log level. Defaults to 1; 4 is for debugging.
	LogVerbosity *int
}

// ResourceRange limits the total of a resource in the cluster.
type ResourceRange struct {
	// Min is the minimum. Defaults to 0.
	Min int
	// Max is the maximum: at least Min.
	Max int
}

// GPULimit limits the number of GPUs of one kind.
type GPULimit struct {
	// Type is the value of the node label cluster-api/accelerator, such as nvidia-t4: GPUArgs.Accelerator. Required.
	Type string
	// Min is the minimum. Defaults to 0.
	Min int
	// Max is the maximum: at least 1 and at least Min. Required.
	Max int
}

// ScaleDownArgs are the arguments of the removal of nodes.
type ScaleDownArgs struct {
	// Enabled is whether nodes are removed. Defaults to true.
	Enabled *bool
	// DelayAfterAdd, DelayAfterDelete and DelayAfterFailure are how long no node is removed after one was added, after one was
	// removed, and after a removal failed.
	DelayAfterAdd, DelayAfterDelete, DelayAfterFailure time.Duration
	// UnneededTime is how long a node must be unneeded before it is removed.
	UnneededTime time.Duration
	// UtilizationThreshold is the ratio of requested to allocatable resources below which a node is unneeded: less than 1.
	UtilizationThreshold float64
	// CordonBeforeTerminating cordons a node before its pods are evicted. ClusterAutoscaler requires OpenShift 4.21 for it.
	CordonBeforeTerminating bool
}

// Validate returns all problems of the arguments, joined; nil if there are none. The rules are those of
// openshift/cluster-autoscaler-operator pkg/controller/clusterautoscaler/validator.go.
func (a *ClusterAutoscalerArgs) Validate() error {
	const path = "nodes.ClusterAutoscalerArgs"
	var p check.Problems
	args := a.orZero()
	p.AtLeast(path+".MaxNodesTotal", args.MaxNodesTotal, 0)
	p.AtLeast(path+".LogVerbosity", args.LogVerbosity, 0)
	args.Cores.check(&p, path+".Cores")
	args.MemoryGiB.check(&p, path+".MemoryGiB")
	args.checkGPUs(&p, path+".GPULimits")
	args.ScaleDown.check(&p, path+".ScaleDown")
	checkChoices(&p, path+".Expanders", args.Expanders, "LeastWaste", "Priority", "Random")
	p.PositiveDuration(path+".MaxPodGracePeriod", args.MaxPodGracePeriod, time.Second)
	p.PositiveDuration(path+".MaxNodeProvisionTime", args.MaxNodeProvisionTime, 0)
	p.PositiveDuration(path+".NewPodScaleUpDelay", args.NewPodScaleUpDelay, 0)
	p.Formats(path+".BalancingIgnoredLabels", args.BalancingIgnoredLabels, check.LabelKey.WithExample("topology.ebs.csi.aws.com/zone"))
	args.checkRelease(&p, path)
	return p.ErrOf(a)
}

// checkRelease reports fields that the API server of the cluster's release rejects.
func (a *ClusterAutoscalerArgs) checkRelease(p *check.Problems, path string) {
	version := a.OpenShiftVersion
	p.Format(path+".OpenShiftVersion", version, check.MinorVersion)
	cordon := a.ScaleDown != nil && a.ScaleDown.CordonBeforeTerminating
	release.CordonNodeBeforeRemoval.Check(p, path+".ScaleDown.CordonBeforeTerminating", cordon, version)
	release.NewPodScaleUpDelay.Check(p, path+".NewPodScaleUpDelay", a.NewPodScaleUpDelay > 0, version)
}

func (a *ClusterAutoscalerArgs) orZero() *ClusterAutoscalerArgs {
	if a == nil {
		return &ClusterAutoscalerArgs{}
	}
	return a
}

func (r *ResourceRange) check(p *check.Problems, path string) {
	if r != nil {
		p.AtLeast(path+".Min", r.Min, 0)
		p.AtLeast(path+".Max", r.Max, r.Min)
	}
}

func (a *ClusterAutoscalerArgs) checkGPUs(p *check.Problems, path string) {
	for i, gpu := range a.GPULimits {
		at := check.Index(path, i)
		p.RequiredFormat(at+".Type", gpu.Type, check.LabelValue.WithExample("nvidia-t4"))
		checkLimits(p, at, "Min", gpu.Min, "Max", gpu.Max)
	}
	checkUnique(p, path, "Type", a.GPULimits, func(gpu GPULimit) string { return gpu.Type })
}

func (s *ScaleDownArgs) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	p.PositiveDuration(path+".DelayAfterAdd", s.DelayAfterAdd, 0)
	p.PositiveDuration(path+".DelayAfterDelete", s.DelayAfterDelete, 0)
	p.PositiveDuration(path+".DelayAfterFailure", s.DelayAfterFailure, 0)
	p.PositiveDuration(path+".UnneededTime", s.UnneededTime, 0)
	checkThreshold(p, path+".UtilizationThreshold", s.UtilizationThreshold)
}

// checkThreshold reports a utilization threshold that the autoscaler rejects. Zero, the default, passes.
func checkThreshold(p *check.Problems, path string, threshold float64) {
	if threshold < 0 || threshold >= 1 {
		p.Addf(path, "must be greater than 0 and less than 1 (got %s)", fraction(threshold))
	}
}

// checkChoices checks each element of a list against the allowed values, and that none occurs twice.
func checkChoices(p *check.Problems, path string, values []string, allowed ...string) {
	for i, value := range values {
		if at := check.Index(path, i); p.Required(at, value) {
			check.OneOf(p, at, value, allowed...)
		}
	}
	p.Unique(path, values)
}
