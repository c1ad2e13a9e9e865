package cluster

import (
	"fmt"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaAutoscaler sets up how the autoscaler of a ROSA cluster decides. Bounds are the machine pools' own.
type RosaAutoscaler struct {
	pulumi.ResourceState
}

// RosaAutoscalerArgs are the arguments of a RosaAutoscaler. Changes are made in place. A setting that is left out later stays as it was:
// set it to what it shall be.
type RosaAutoscalerArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP or RosaClassic. Required. A change replaces the settings.
	ClusterID pulumi.StringInput
	// MaxNodeProvisionTime is how long a machine may take to become a node. Default 15 minutes.
	MaxNodeProvisionTime time.Duration
	// MaxPodGracePeriod is how long pods get to stop before their machine goes, in whole seconds. Default 10 minutes.
	MaxPodGracePeriod time.Duration
	// PodPriorityThreshold is the least priority of pods that machines are made for. Default -10.
	PodPriorityThreshold *int
	// MaxNodesTotal is the most nodes that the cluster may have. Default: OCM's limit.
	MaxNodesTotal int
	// Classic holds what only a Classic cluster's autoscaler has. It must be set for a Classic cluster, if only to an empty one, and be
	// nil for a hosted control plane.
	Classic *RosaClassicAutoscalerArgs
}

// RosaRange is a least and a most.
type RosaRange struct{ Min, Max int }

// RosaClassicAutoscalerArgs are what the autoscaler of a Classic cluster has alone. Nil and zero values are OCM's choice.
type RosaClassicAutoscalerArgs struct {
	// BalanceSimilarNodeGroups keeps pools of one instance type and the same labels at the same size. Default: it does not.
	BalanceSimilarNodeGroups *bool
	// BalancingIgnoredLabels are labels in which such pools may differ.
	BalancingIgnoredLabels []string
	// SkipNodesWithLocalStorage keeps machines whose pods have volumes on them. Default: it does.
	SkipNodesWithLocalStorage *bool
	// IgnoreDaemonSetsUtilization leaves pods of daemon sets out when the load of a machine is counted. Default: it does not.
	IgnoreDaemonSetsUtilization *bool
	// LogVerbosity is how much is logged: 1 is the default, 4 is for debugging.
	LogVerbosity *int
	// Cores and MemoryGiB are bounds for all machines together.
	Cores, MemoryGiB *RosaRange
	// GPUs are bounds by type of GPU, such as nvidia.com/gpu.
	GPUs []RosaGPURange
	// ScaleDown says when machines go.
	ScaleDown *RosaScaleDownArgs
}

// RosaGPURange are bounds for GPUs of a type.
type RosaGPURange struct {
	// Type is the type of GPU. Required.
	Type string
	// Range are the bounds.
	Range RosaRange
}

// RosaScaleDownArgs say when machines go.
type RosaScaleDownArgs struct {
	// Disabled keeps all machines.
	Disabled bool
	// UnneededTime is how long a machine must have been unneeded. Default 10 minutes.
	UnneededTime time.Duration
	// UtilizationThreshold is the share of a machine that is requested below which it is unneeded, 0 to 1. Default 0.5.
	UtilizationThreshold *float64
	// DelayAfterAdd, DelayAfterDelete and DelayAfterFailure are how long no machine goes after one came, went or failed to go.
	DelayAfterAdd, DelayAfterDelete, DelayAfterFailure time.Duration
}

const rosaAutoscalerPath = "cluster.RosaAutoscalerArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaAutoscalerArgs) Validate() error {
	var full RosaAutoscalerArgs
	if a != nil {
		full = *a
	}
	var p check.Problems
	full.RHCS.Check(&p, rosaAutoscalerPath+"RHCS")
	rosaCheckCluster(&p, rosaAutoscalerPath+"ClusterID", full.ClusterID)
	rosaCheckTime(&p, rosaAutoscalerPath+"MaxNodeProvisionTime", full.MaxNodeProvisionTime)
	rosaCheckTime(&p, rosaAutoscalerPath+"MaxPodGracePeriod", full.MaxPodGracePeriod)
	if full.MaxNodesTotal < 0 {
		p.Addf(rosaAutoscalerPath+"MaxNodesTotal", "%d is no number of nodes", full.MaxNodesTotal)
	}
	full.Classic.check(&p, rosaAutoscalerPath+"Classic")
	return p.Err()
}

func rosaCheckTime(p *check.Problems, path string, d time.Duration) {
	if d < 0 || d%time.Second != 0 {
		p.Addf(path, "%s is no number of whole seconds; write one such as 10 * time.Minute", d)
	}
}

func (c *RosaClassicAutoscalerArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	if c.LogVerbosity != nil && *c.LogVerbosity < 0 {
		p.Addf(path+".LogVerbosity", "%d is less than 0", *c.LogVerbosity)
	}
	c.Cores.check(p, path+".Cores")
	c.MemoryGiB.check(p, path+".MemoryGiB")
	for i, gpu := range c.GPUs {
		at := rosaIndex(path+".GPUs", i)
		p.Required(at+".Type", gpu.Type)
		gpu.Range.check(p, at+".Range")
	}
	down := c.ScaleDown
	if down == nil {
		return
	}
	rosaCheckTime(p, path+".ScaleDown.UnneededTime", down.UnneededTime)
	rosaCheckTime(p, path+".ScaleDown.DelayAfterAdd", down.DelayAfterAdd)
	rosaCheckTime(p, path+".ScaleDown.DelayAfterDelete", down.DelayAfterDelete)
	rosaCheckTime(p, path+".ScaleDown.DelayAfterFailure", down.DelayAfterFailure)
	if share := down.UtilizationThreshold; share != nil && (*share < 0 || *share > 1) {
		p.Addf(path+".ScaleDown.UtilizationThreshold", "%g is no share between 0 and 1", *share)
	}
}

func (r *RosaRange) check(p *check.Problems, path string) {
	if r != nil && (r.Min < 0 || r.Max < r.Min) {
		p.Addf(path, "%d to %d is no range; Min is at least 0 and Max at least Min", r.Min, r.Max)
	}
}

// NewRosaAutoscaler registers a RosaAutoscaler. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewRosaAutoscaler(ctx *pulumi.Context, name string, args *RosaAutoscalerArgs, opts ...pulumi.ResourceOption) (*RosaAutoscaler, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RosaAutoscaler{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaAutoscaler", name, component, opts...); err != nil {
		return nil, err
	}
	resourceType := "HcpClusterAutoscaler"
	if args.Classic != nil {
		resourceType = "ClusterAutoscaler"
	}
	var made pulumi.CustomResourceState
	options := []pulumi.ResourceOption{pulumi.Parent(component), rosaOfCluster()}
	if err := rhcs.Register(ctx, args.RHCS, resourceType, name+"-autoscaler", args.inputs(), &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaAutoscaler %s: %w", name, err)
	}
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{})
}

func (a *RosaAutoscalerArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"cluster":              a.ClusterID,
		"maxNodeProvisionTime": rosaDuration(a.MaxNodeProvisionTime),
		"maxPodGracePeriod":    rosaNumber(int(a.MaxPodGracePeriod / time.Second)),
	}
	if a.PodPriorityThreshold != nil {
		inputs["podPriorityThreshold"] = pulumi.Int(*a.PodPriorityThreshold)
	}
	limits := pulumi.Map{"maxNodesTotal": rosaNumber(a.MaxNodesTotal)}
	if a.Classic != nil {
		inputs = rosaMerge(inputs, a.Classic.inputs())
		limits = rosaMerge(limits, a.Classic.limits())
	}
	inputs["resourceLimits"] = rosaObject(limits)
	return inputs
}

func (c *RosaClassicAutoscalerArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"balanceSimilarNodeGroups":    rosaSwitch(c.BalanceSimilarNodeGroups),
		"balancingIgnoredLabels":      rosaTexts(c.BalancingIgnoredLabels),
		"ignoreDaemonsetsUtilization": rosaSwitch(c.IgnoreDaemonSetsUtilization),
		"skipNodesWithLocalStorage":   rosaSwitch(c.SkipNodesWithLocalStorage),
	}
	if c.LogVerbosity != nil {
		inputs["logVerbosity"] = pulumi.Int(*c.LogVerbosity)
	}
	if down := c.ScaleDown; down != nil {
		fields := pulumi.Map{
			"enabled":           pulumi.Bool(!down.Disabled),
			"unneededTime":      rosaDuration(down.UnneededTime),
			"delayAfterAdd":     rosaDuration(down.DelayAfterAdd),
			"delayAfterDelete":  rosaDuration(down.DelayAfterDelete),
			"delayAfterFailure": rosaDuration(down.DelayAfterFailure),
		}
		if down.UtilizationThreshold != nil {
			fields["utilizationThreshold"] = pulumi.String(strconv.FormatFloat(*down.UtilizationThreshold, 'f', -1, 64))
		}
		inputs["scaleDown"] = rosaObject(fields)
	}
	return inputs
}

func (c *RosaClassicAutoscalerArgs) limits() pulumi.Map {
	limits := pulumi.Map{"cores": c.Cores.inputs(), "memory": c.MemoryGiB.inputs()}
	if len(c.GPUs) > 0 {
		gpus := pulumi.Array{}
		for _, gpu := range c.GPUs {
			gpus = append(gpus, pulumi.Map{"type": pulumi.String(gpu.Type), "range": gpu.Range.inputs()})
		}
		limits["gpuses"] = gpus
	}
	return limits
}

func (r *RosaRange) inputs() pulumi.Input {
	if r == nil {
		return nil
	}
	return pulumi.Map{"min": pulumi.Int(r.Min), "max": pulumi.Int(r.Max)}
}

// rosaDuration is nil for no time, else in whole seconds as Go writes them, which OCM takes.
func rosaDuration(d time.Duration) pulumi.Input {
	if d == 0 {
		return nil
	}
	return pulumi.String(d.String())
}
