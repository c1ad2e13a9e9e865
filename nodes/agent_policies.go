package nodes

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// AutoscalerPolicy returns the permissions of ClusterAutoscalerASG, for iam.ServiceAccountRoleArgs.Policy: it describes all Auto Scaling
// groups and resizes those with the tag of the cluster, whose infrastructure ID is infraID. They are the upstream policy
// (kubernetes/autoscaler cluster-autoscaler/cloudprovider/aws/README.md).
//
// The permissions include ec2:DescribeLaunchTemplateVersions on all launch templates, because IAM has no resources for it: their
// user data must not contain secrets. That of OpenShift 4 does not; CloudInit311's does.
func AutoscalerPolicy(infraID string) pulumi.String {
	return pulumi.String(policy.New(
		policy.Statement{
			Sid:    "Describe",
			Effect: policy.Allow,
			Action: []string{
				"autoscaling:DescribeAutoScalingGroups", "autoscaling:DescribeAutoScalingInstances",
				"autoscaling:DescribeLaunchConfigurations", "autoscaling:DescribeScalingActivities",
				"autoscaling:DescribeTags", "ec2:DescribeImages", "ec2:DescribeInstanceTypes",
				"ec2:DescribeLaunchTemplateVersions", "ec2:GetInstanceTypesFromInstanceRequirements",
			},
			Resource: []string{"*"},
		},
		policy.Statement{
			Sid:       "Resize",
			Effect:    policy.Allow,
			Action:    []string{"autoscaling:SetDesiredCapacity", "autoscaling:TerminateInstanceInAutoScalingGroup"},
			Resource:  []string{"*"},
			Condition: map[string]map[string][]string{"StringEquals": {"aws:ResourceTag/" + autoscalerPrefix + infraID: {autoscalerOwned}}},
		},
	).JSON())
}

// CSRApproverPolicy returns the permissions of CSRApprover, for iam.ServiceAccountRoleArgs.Policy: it describes instances and their states
// in Auto Scaling, and nothing else. AWS does not limit descriptions to resources.
func CSRApproverPolicy() pulumi.String {
	return pulumi.String(policy.New(policy.Statement{
		Sid:      "Describe",
		Effect:   policy.Allow,
		Action:   []string{"autoscaling:DescribeAutoScalingInstances", "ec2:DescribeInstances"},
		Resource: []string{"*"},
	}).JSON())
}

// TerminationHandlerPolicy returns the permissions of TerminationHandler, for iam.ServiceAccountRoleArgs.Policy: it consumes one queue,
// that of a pool with Drain (WorkerPool.DrainQueueARN), describes instances, and completes the lifecycle actions of the groups of the
// cluster whose infrastructure ID is infraID. They are the upstream policy without the permissions that only deprecated options need
// (aws/aws-node-termination-handler README.md, "IAM Role").
func TerminationHandlerPolicy(infraID string, queueARN pulumi.StringPtrInput) pulumi.StringOutput {
	const path = "nodes.TerminationHandlerPolicy.queueARN"
	if queueARN == nil {
		queueARN = component.NilString()
	}
	return check.Apply(nil, requiredOutput(nil, path, queueARN, drainHint), func(queue string) (string, error) {
		var p check.Problems
		p.Format(path, queue, check.QueueARN)
		return terminationHandlerPolicy(infraID, queue).JSON(), p.Err()
	}).(pulumi.StringOutput)
}

func terminationHandlerPolicy(infraID, queueARN string) policy.Document {
	return policy.New(
		policy.Statement{
			Sid:      "ConsumeQueue",
			Effect:   policy.Allow,
			Action:   []string{"sqs:DeleteMessage", "sqs:ReceiveMessage"},
			Resource: []string{queueARN},
		},
		policy.Statement{
			Sid:      "Describe",
			Effect:   policy.Allow,
			Action:   []string{"ec2:DescribeInstances"},
			Resource: []string{"*"},
		},
		policy.Statement{
			Sid:       "CompleteLifecycleAction",
			Effect:    policy.Allow,
			Action:    []string{"autoscaling:CompleteLifecycleAction"},
			Resource:  []string{"*"},
			Condition: map[string]map[string][]string{"StringEquals": {"aws:ResourceTag/" + tags.Cluster(infraID): {tags.Owned}}},
		},
	)
}
