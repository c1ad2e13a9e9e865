package rosa

import (
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
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
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{})
}

// inputs are the properties of rhcs_hcp_cluster_autoscaler or rhcs_cluster_autoscaler.
func (a *AutoscalerArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"cluster":              a.ClusterID,
		"maxNodeProvisionTime": seconds(a.MaxNodeProvisionTime),
		"maxPodGracePeriod":    number(int(a.MaxPodGracePeriod / time.Second)),
		"podPriorityThreshold": numberOf(a.PodPriorityThreshold),
	}
	limits := pulumi.Map{"maxNodesTotal": number(a.MaxNodesTotal)}
	if a.Classic != nil {
		inputs = merge(inputs, a.Classic.inputs())
		limits = merge(limits, a.Classic.limits())
	}
	inputs["resourceLimits"] = object(limits)
	return inputs
}

func (c *ClassicAutoscalerArgs) inputs() pulumi.Map {
	inputs := pulumi.Map{
		"balanceSimilarNodeGroups":    flagOf(c.BalanceSimilarNodeGroups),
		"balancingIgnoredLabels":      texts(c.BalancingIgnoredLabels),
		"ignoreDaemonsetsUtilization": flagOf(c.IgnoreDaemonSetsUtilization),
		"skipNodesWithLocalStorage":   flagOf(c.SkipNodesWithLocalStorage),
		"logVerbosity":                numberOf(c.LogVerbosity),
	}
	if down := c.ScaleDown; down != nil {
		fields := pulumi.Map{
			"enabled":           pulumi.Bool(isOn(down.Enabled)),
			"unneededTime":      seconds(down.UnneededTime),
			"delayAfterAdd":     seconds(down.DelayAfterAdd),
			"delayAfterDelete":  seconds(down.DelayAfterDelete),
			"delayAfterFailure": seconds(down.DelayAfterFailure),
		}
		if down.UtilizationThreshold != nil {
			fields["utilizationThreshold"] = pulumi.String(strconv.FormatFloat(*down.UtilizationThreshold, 'f', -1, 64))
		}
		inputs["scaleDown"] = object(fields)
	}
	return inputs
}

func (c *ClassicAutoscalerArgs) limits() pulumi.Map {
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

func (r *Range) inputs() pulumi.Input {
	if r == nil {
		return nil
	}
	return pulumi.Map{"min": pulumi.Int(r.Min), "max": pulumi.Int(r.Max)}
}
