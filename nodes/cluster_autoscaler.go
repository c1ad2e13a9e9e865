package nodes

import (
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tagged"
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
	values, err := kube.Args(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	component := &ClusterAutoscaler{}
	component.Name, err = kube.Component{
		Token: tokenPrefix + "ClusterAutoscaler", Suffix: "autoscaler", Object: desiredClusterAutoscaler(values),
	}.Register(ctx, name, component, opts...)
	return component, err
}

// desiredClusterAutoscaler returns the ClusterAutoscaler object. It contains only the fields that the user set, so that the
// operator's defaults apply to the others.
func desiredClusterAutoscaler(a ClusterAutoscalerArgs) kube.Object {
	fields := kube.Fields(a)
	tagged.Put(fields, "spec.scaleDown", desiredScaleDown(a.ScaleDown))
	if a.MaxNodeProvisionTime > 0 {
		tagged.Put(fields, "spec.maxNodeProvisionTime", check.Short(a.MaxNodeProvisionTime))
	}
	if a.NewPodScaleUpDelay > 0 {
		tagged.Put(fields, "spec.scaleUp.newPodScaleUpDelay", check.Short(a.NewPodScaleUpDelay))
	}
	return kube.Object{
		APIVersion: "autoscaling.openshift.io/v1",
		Kind:       "ClusterAutoscaler",
		Name:       clusterAutoscalerName,
		Fields:     fields,
	}
}

func desiredScaleDown(s *ScaleDownArgs) map[string]any {
	if s == nil {
		return map[string]any{"enabled": true}
	}
	fields := map[string]any{"enabled": enabled(s.Enabled)}
	for key, d := range map[string]time.Duration{
		"delayAfterAdd": s.DelayAfterAdd, "delayAfterDelete": s.DelayAfterDelete, "delayAfterFailure": s.DelayAfterFailure,
		"unneededTime": s.UnneededTime,
	} {
		if d > 0 {
			fields[key] = check.Short(d)
		}
	}
	if s.UtilizationThreshold > 0 {
		fields["utilizationThreshold"] = fraction(s.UtilizationThreshold)
	}
	if s.CordonBeforeTerminating {
		fields["cordonNodeBeforeTerminating"] = "Enabled"
	}
	return fields
}

// fraction formats a number between 0 and 1 as the CRD requires it: a string such as 0.45.
func fraction(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}
