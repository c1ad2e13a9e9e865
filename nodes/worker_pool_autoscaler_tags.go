package nodes

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Tags by which the Kubernetes cluster-autoscaler discovers groups and predicts their nodes (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/README.md).
const (
	autoscalerEnabled = "k8s.io/cluster-autoscaler/enabled"
	autoscalerPrefix  = "k8s.io/cluster-autoscaler/"
	nodeTemplate      = autoscalerPrefix + "node-template/"
	autoscalingOption = nodeTemplate + "autoscaling-options/"

	// autoscalerOwned is the value of the cluster's tag. Discovery ignores it; the autoscaler's IAM policy requires it.
	autoscalerOwned = "owned"
)

// autoscalerHints returns the autoscaler's tags of a group; none without Autoscaling. Of the roles it promises worker alone, which
// every kubelet sets: that of a custom pool depends on the release and on the pool's selector. A group whose nodes do not get a
// promised label would grow to its maximum for pods that never fit.
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
	}
	for key, value := range args.Labels {
		hints[nodeTemplate+"label/"+key] = value
	}
	for _, taint := range args.Autoscaling.Taints {
		hints[nodeTemplate+"taint/"+taint.Key] = taint.Value + ":" + taint.Effect
	}
	for resource, quantity := range args.Autoscaling.Resources {
		hints[nodeTemplate+"resources/"+resource] = quantity
	}
	maps.Copy(hints, args.Autoscaling.options())
	return hints
}

// autoscalerTags returns tags of the group only: they do not propagate to its instances.
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
		options[autoscalingOption+"scaledownunneededtime"] = check.Short(s.UnneededTime)
	}
	if s.UnreadyTime > 0 {
		options[autoscalingOption+"scaledownunreadytime"] = check.Short(s.UnreadyTime)
	}
	return options
}
