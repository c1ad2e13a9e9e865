package nodes

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Tags by which the Kubernetes cluster-autoscaler finds groups and foresees their nodes (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/README.md).
const (
	autoscalerEnabled = "k8s.io/cluster-autoscaler/enabled"
	autoscalerPrefix  = "k8s.io/cluster-autoscaler/"
	nodeTemplate      = autoscalerPrefix + "node-template/"
	autoscalingOption = nodeTemplate + "autoscaling-options/"

	// autoscalerOwned is the value of the cluster's tag. Discovery does not look at it; the autoscaler's policy does.
	autoscalerOwned = "owned"
)

// autoscalerHints are the tags of a group that an autoscaler resizes; none of another.
func autoscalerHints(args *WorkerPoolArgs) map[string]string {
	if args.Autoscaling == nil {
		return nil
	}
	hints := map[string]string{
		autoscalerEnabled:               "true",
		autoscalerPrefix + args.InfraID: autoscalerOwned,
	}
	if args.CloudInit == nil {
		hints[nodeTemplate+"label/node-role.kubernetes.io/"+workerPool] = ""
		hints[nodeTemplate+"label/node-role.kubernetes.io/"+args.Pool] = ""
	}
	for key, value := range args.Labels {
		hints[nodeTemplate+"label/"+key] = value
	}
	for _, taint := range args.Taints {
		hints[nodeTemplate+"taint/"+taint.Key] = taint.Value + ":" + taint.Effect
	}
	for resource, quantity := range args.Autoscaling.Resources {
		hints[nodeTemplate+"resources/"+resource] = quantity
	}
	maps.Copy(hints, args.Autoscaling.options())
	return hints
}

// autoscalerTags stay on the group: its machines and volumes have no use for them.
func autoscalerTags(args *WorkerPoolArgs) autoscaling.GroupTagArray {
	hints := autoscalerHints(args)
	list := autoscaling.GroupTagArray{}
	for _, key := range slices.Sorted(maps.Keys(hints)) {
		list = append(list, autoscaling.GroupTagArgs{
			Key:               pulumi.String(key),
			Value:             pulumi.String(hints[key]),
			PropagateAtLaunch: pulumi.Bool(false),
		})
	}
	return list
}

func (s *PoolAutoscalingArgs) options() map[string]string {
	options := map[string]string{}
	if s.UtilizationThreshold > 0 {
		options[autoscalingOption+"scaledownutilizationthreshold"] = fraction(s.UtilizationThreshold)
	}
	if s.UnneededTime > 0 {
		options[autoscalingOption+"scaledownunneededtime"] = duration(s.UnneededTime)
	}
	if s.UnreadyTime > 0 {
		options[autoscalingOption+"scaledownunreadytime"] = duration(s.UnreadyTime)
	}
	return options
}
