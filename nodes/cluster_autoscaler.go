package nodes

import (
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ClusterAutoscaler starts the cluster's own autoscaler, which resizes the MachineSets that have a MachineAutoscaler. A
// cluster has one, with the name default. It does not see the Auto Scaling groups of WorkerPool: ClusterAutoscalerASG
// does. When the component goes, sets keep the size that they have.
type ClusterAutoscaler struct {
	pulumi.ResourceState

	// Name is default, once the object is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

const clusterAutoscalerName = "default"

// NewClusterAutoscaler registers a ClusterAutoscaler; nil args are valid. It takes the cluster's Kubernetes provider by
// pulumi.Provider. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewClusterAutoscaler(ctx *pulumi.Context, name string, args *ClusterAutoscalerArgs, opts ...pulumi.ResourceOption) (*ClusterAutoscaler, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &ClusterAutoscaler{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:ClusterAutoscaler", name, component, opts...); err != nil {
		return nil, err
	}
	registered, err := kube.Create(ctx, name+"-autoscaler", desiredClusterAutoscaler(args.orZero()), pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.Name = waitFor(ctx, clusterAutoscalerName, registered)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// desiredClusterAutoscaler holds what the user set and nothing else, so that the operator's defaults stay its own.
func desiredClusterAutoscaler(a *ClusterAutoscalerArgs) kube.Object {
	spec := map[string]any{"scaleDown": desiredScaleDown(a.ScaleDown)}
	put(spec, "resourceLimits", a.resourceLimits())
	put(spec, "podPriorityThreshold", a.PodPriorityThreshold)
	put(spec, "balanceSimilarNodeGroups", a.BalanceSimilarNodeGroups)
	put(spec, "balancingIgnoredLabels", a.BalancingIgnoredLabels)
	put(spec, "ignoreDaemonsetsUtilization", a.IgnoreDaemonSetsUtilization)
	put(spec, "skipNodesWithLocalStorage", a.SkipNodesWithLocalStorage)
	put(spec, "expanders", a.Expanders)
	put(spec, "startupTaints", a.StartupTaints)
	put(spec, "logVerbosity", a.LogVerbosity)
	put(spec, "maxPodGracePeriod", seconds(a.MaxPodGracePeriod))
	put(spec, "maxNodeProvisionTime", optionalDuration(a.MaxNodeProvisionTime))
	if a.NewPodScaleUpDelay > 0 {
		spec["scaleUp"] = map[string]any{"newPodScaleUpDelay": duration(a.NewPodScaleUpDelay)}
	}
	if a.EnforceNodeGroupMinSize {
		spec["enforceNodeGroupMinSize"] = "Enabled"
	}
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1",
		Kind:       "ClusterAutoscaler",
		Name:       clusterAutoscalerName,
		Fields:     map[string]any{"spec": spec},
	}
}

func desiredScaleDown(s *ScaleDownArgs) map[string]any {
	if s == nil {
		return map[string]any{"enabled": true}
	}
	fields := map[string]any{"enabled": !s.Disabled}
	put(fields, "delayAfterAdd", optionalDuration(s.DelayAfterAdd))
	put(fields, "delayAfterDelete", optionalDuration(s.DelayAfterDelete))
	put(fields, "delayAfterFailure", optionalDuration(s.DelayAfterFailure))
	put(fields, "unneededTime", optionalDuration(s.UnneededTime))
	if s.UtilizationThreshold > 0 {
		fields["utilizationThreshold"] = fraction(s.UtilizationThreshold)
	}
	if s.CordonBeforeTerminating {
		fields["cordonNodeBeforeTerminating"] = "Enabled"
	}
	return fields
}

func (a *ClusterAutoscalerArgs) resourceLimits() map[string]any {
	limits := map[string]any{}
	put(limits, "maxNodesTotal", a.MaxNodesTotal)
	put(limits, "cores", a.Cores.fields())
	put(limits, "memory", a.MemoryGiB.fields())
	var gpus []any
	for _, gpu := range a.GPULimits {
		gpus = append(gpus, map[string]any{"type": gpu.Type, "min": gpu.Min, "max": gpu.Max})
	}
	put(limits, "gpus", gpus)
	return limits
}

func (r *ResourceRange) fields() map[string]any {
	if r == nil {
		return nil
	}
	return map[string]any{"min": r.Min, "max": r.Max}
}

// put sets a field unless the value says nothing.
func put(fields map[string]any, key string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case *int:
		if v == nil {
			return
		}
		value = *v
	case *bool:
		if v == nil {
			return
		}
		value = *v
	case []string:
		if len(v) == 0 {
			return
		}
	case []any:
		if len(v) == 0 {
			return
		}
	case map[string]any:
		if len(v) == 0 {
			return
		}
	}
	fields[key] = value
}

func optionalDuration(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return duration(d)
}

func seconds(d time.Duration) *int {
	if d == 0 {
		return nil
	}
	n := int(d.Seconds())
	return &n
}

// fraction is a number between 0 and 1 as the CRD wants it: a text such as 0.45.
func fraction(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}
