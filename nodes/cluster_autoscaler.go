package nodes

import (
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ClusterAutoscaler configures the cluster's own autoscaler, which resizes the MachineSets that have a MachineAutoscaler. A
// cluster has one, named default. It does not manage the Auto Scaling groups of WorkerPool: ClusterAutoscalerASG does. When
// the component is deleted, the sets keep their size.
type ClusterAutoscaler struct {
	pulumi.ResourceState

	// Name is default. It depends on the object.
	Name pulumi.StringOutput `pulumi:"name"`
}

const clusterAutoscalerName = "default"

// NewClusterAutoscaler registers a ClusterAutoscaler; args may be nil. It returns the problems of all invalid arguments, joined,
// before anything is registered. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterAutoscaler(
	ctx *pulumi.Context, name string, args *ClusterAutoscalerArgs, opts ...pulumi.ResourceOption,
) (*ClusterAutoscaler, error) {
	component := &ClusterAutoscaler{}
	err := registerInCluster(ctx, "ClusterAutoscaler", name, args.Validate(), component, opts...)
	if err != nil {
		return nil, err
	}
	object := desiredClusterAutoscaler(args.orZero())
	if component.Name, err = registerObject(ctx, name+"-autoscaler", object, component); err != nil {
		return nil, err
	}
	return component, nil
}

// desiredClusterAutoscaler returns the ClusterAutoscaler object. It contains only the fields that the user set, so that the
// operator's defaults apply to the others.
func desiredClusterAutoscaler(a *ClusterAutoscalerArgs) kube.Object {
	spec := map[string]any{"scaleDown": desiredScaleDown(a.ScaleDown)}
	put(spec, "resourceLimits", a.resourceLimits())
	put(spec, "podPriorityThreshold", a.PodPriorityThreshold)
	put(spec, "balanceSimilarNodeGroups", a.BalanceSimilarNodeGroups)
	put(spec, "balancingIgnoredLabels", a.BalancingIgnoredLabels)
	put(spec, "ignoreDaemonsetsUtilization", a.IgnoreDaemonSetsUtilization)
	put(spec, "skipNodesWithLocalStorage", a.SkipNodesWithLocalStorage)
	put(spec, "expanders", a.Expanders)
	put(spec, "logVerbosity", a.LogVerbosity)
	put(spec, "maxPodGracePeriod", seconds(a.MaxPodGracePeriod))
	put(spec, "maxNodeProvisionTime", optionalDuration(a.MaxNodeProvisionTime))
	if a.NewPodScaleUpDelay > 0 {
		spec["scaleUp"] = map[string]any{"newPodScaleUpDelay": check.Short(a.NewPodScaleUpDelay)}
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
	fields := map[string]any{"enabled": enabled(s.Enabled)}
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

// put sets a field unless the value is nil or empty.
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
	return check.Short(d)
}

func seconds(d time.Duration) *int {
	if d == 0 {
		return nil
	}
	n := int(d.Seconds())
	return &n
}

// fraction formats a number between 0 and 1 as the CRD requires it: a string such as 0.45.
func fraction(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}
