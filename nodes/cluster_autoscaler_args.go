package nodes

import (
	"fmt"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// ClusterAutoscalerArgs say how far and how eagerly the cluster is resized. All fields may be left out; the operator's
// defaults then stand, and nodes that are not needed are removed. All are changed in place.
type ClusterAutoscalerArgs struct {
	// MaxNodesTotal is the most nodes that the cluster may have. It counts every node, those of the control plane and
	// those that the autoscaler does not manage too. No bound by default.
	MaxNodesTotal *int
	// Cores bound the cluster's CPU cores.
	Cores *ResourceRange
	// MemoryGiB bounds the cluster's memory in GiB.
	MemoryGiB *ResourceRange
	// GPULimits bound the cluster's GPUs, each kind by itself.
	GPULimits []GPULimit
	// ScaleDown says when nodes are removed. Left out, they are when they are not needed.
	ScaleDown *ScaleDownArgs
	// PodPriorityThreshold is the priority below which pods neither make the cluster grow nor keep a node.
	PodPriorityThreshold *int
	// BalanceSimilarNodeGroups keeps sets of equal machines, such as those of the zones of one pool, at equal sizes.
	BalanceSimilarNodeGroups *bool
	// BalancingIgnoredLabels are node labels in which similar sets may differ.
	BalancingIgnoredLabels []string
	// IgnoreDaemonSetsUtilization leaves pods of DaemonSets out of a node's utilization.
	IgnoreDaemonSetsUtilization *bool
	// SkipNodesWithLocalStorage keeps nodes whose pods have local storage; true is the autoscaler's default.
	SkipNodesWithLocalStorage *bool
	// Expanders choose the set that grows, each among those that the one before leaves over: LeastWaste, Priority, Random.
	Expanders []string
	// StartupTaints are keys of taints that new nodes have for a while only.
	StartupTaints []string
	// MaxPodGracePeriod is how long pods of a node that goes may take to end, in whole seconds.
	MaxPodGracePeriod time.Duration
	// MaxNodeProvisionTime is how long a machine may take to become a node.
	MaxNodeProvisionTime time.Duration
	// NewPodScaleUpDelay is how long a pod must wait before the cluster grows for it.
	NewPodScaleUpDelay time.Duration
	// EnforceNodeGroupMinSize lets sets grow to their minimum though no pod needs it. Older releases do not know it.
	EnforceNodeGroupMinSize bool
	// LogVerbosity is the level of the autoscaler's log: 0 or more, 1 by default, 4 for debugging.
	LogVerbosity *int
}

// ResourceRange bounds an amount in the whole cluster.
type ResourceRange struct {
	// Min is 0 or more.
	Min int
	// Max is at least Min.
	Max int
}

// GPULimit bounds the number of GPUs of one kind.
type GPULimit struct {
	// Type is the value of the node label cluster-api/accelerator, such as nvidia-t4: GPUArgs.Accelerator. Required.
	Type string
	// Min is 0 or more.
	Min int
	// Max is 1 or more, and at least Min.
	Max int
}

// ScaleDownArgs say when nodes are removed.
type ScaleDownArgs struct {
	// Disabled keeps every node.
	Disabled bool
	// DelayAfterAdd, DelayAfterDelete and DelayAfterFailure are how long none is removed after a node was added, after one
	// was removed, and after a removal failed.
	DelayAfterAdd, DelayAfterDelete, DelayAfterFailure time.Duration
	// UnneededTime is how long a node must be without need.
	UnneededTime time.Duration
	// UtilizationThreshold is the share of a node that pods ask for, between 0 and 1, below which it is without need.
	UtilizationThreshold float64
	// CordonBeforeTerminating cordons a node before its pods are evicted.
	CordonBeforeTerminating bool
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed. It follows
// openshift/cluster-autoscaler-operator pkg/controller/clusterautoscaler/validator.go.
func (a *ClusterAutoscalerArgs) Validate() error {
	const path = "nodes.ClusterAutoscalerArgs."
	var p check.Problems
	args := a.orZero()
	checkCount(&p, path+"MaxNodesTotal", args.MaxNodesTotal, "number of nodes")
	checkCount(&p, path+"LogVerbosity", args.LogVerbosity, "level")
	args.Cores.check(&p, path+"Cores")
	args.MemoryGiB.check(&p, path+"MemoryGiB")
	args.checkGPUs(&p, path+"GPULimits")
	args.ScaleDown.check(&p, path+"ScaleDown")
	checkSet(&p, func(i int) string { return fmt.Sprintf("%sExpanders[%d]", path, i) }, args.Expanders, "LeastWaste", "Priority", "Random")
	checkDuration(&p, path+"MaxPodGracePeriod", args.MaxPodGracePeriod)
	if args.MaxPodGracePeriod%time.Second != 0 {
		p.Addf(path+"MaxPodGracePeriod", "%s is no whole number of seconds", args.MaxPodGracePeriod)
	}
	checkDuration(&p, path+"MaxNodeProvisionTime", args.MaxNodeProvisionTime)
	checkDuration(&p, path+"NewPodScaleUpDelay", args.NewPodScaleUpDelay)
	checkKeys(&p, path+"BalancingIgnoredLabels", args.BalancingIgnoredLabels)
	checkKeys(&p, path+"StartupTaints", args.StartupTaints)
	return p.Err()
}

func (a *ClusterAutoscalerArgs) orZero() *ClusterAutoscalerArgs {
	if a == nil {
		return &ClusterAutoscalerArgs{}
	}
	return a
}

func checkCount(p *check.Problems, path string, count *int, what string) {
	if count != nil && *count < 0 {
		p.Addf(path, "%d is no %s; it is 0 or more", *count, what)
	}
}

func checkDuration(p *check.Problems, path string, d time.Duration) {
	if d < 0 {
		p.Addf(path, "%s is no time; it is 0 or more", d)
	}
}

func checkKeys(p *check.Problems, path string, keys []string) {
	for i, key := range keys {
		if !isLabelKey(key) {
			p.Addf(fmt.Sprintf("%s[%d]", path, i), "%q is no key; one looks like topology.ebs.csi.aws.com/zone", key)
		}
	}
}

func (r *ResourceRange) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	if r.Min < 0 {
		p.Addf(path+".Min", "%d is less than nothing; it is 0 or more", r.Min)
	}
	if r.Max < r.Min {
		p.Addf(path+".Max", "%d is less than Min, %d", r.Max, r.Min)
	}
}

func (a *ClusterAutoscalerArgs) checkGPUs(p *check.Problems, path string) {
	seen := map[string]bool{}
	for i, gpu := range a.GPULimits {
		at := fmt.Sprintf("%s[%d]", path, i)
		if p.Required(at+".Type", gpu.Type) && seen[gpu.Type] {
			p.Addf(at+".Type", "%s has a limit already", gpu.Type)
		}
		seen[gpu.Type] = true
		checkBounds(p, at+".Min", at+".Max", gpu.Min, gpu.Max)
	}
}

func (s *ScaleDownArgs) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	checkDuration(p, path+".DelayAfterAdd", s.DelayAfterAdd)
	checkDuration(p, path+".DelayAfterDelete", s.DelayAfterDelete)
	checkDuration(p, path+".DelayAfterFailure", s.DelayAfterFailure)
	checkDuration(p, path+".UnneededTime", s.UnneededTime)
	if s.UtilizationThreshold < 0 || s.UtilizationThreshold >= 1 {
		p.Addf(path+".UtilizationThreshold", "%s is no share; it is between 0 and 1, such as 0.5", fraction(s.UtilizationThreshold))
	}
}

// checkSet notes values that are not allowed, and those that come twice. at is the path of the i-th.
func checkSet(p *check.Problems, at func(i int) string, values []string, allowed ...string) {
	seen := map[string]bool{}
	for i, value := range values {
		if p.Required(at(i), value) {
			checkOneOf(p, at(i), value, allowed...)
		}
		if seen[value] {
			p.Addf(at(i), "%s is there already", value)
		}
		seen[value] = true
	}
}
