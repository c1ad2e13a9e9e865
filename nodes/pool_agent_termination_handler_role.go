package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// TerminationHandlerRoleArgs are the arguments of a TerminationHandlerRole. Exactly one of OIDCProviderARN, for its own
// role, and ControlPlaneRoleName is required; switching between them creates or deletes the role. Unless a field says
// otherwise, changes are applied in place.
type TerminationHandlerRoleArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: only lifecycle actions of groups with its tag can be
	// completed. Required.
	InfraID string
	// QueueARN is the ARN of the queue that the handler consumes: WorkerPool.DrainQueueARN of a pool with Drain. Required.
	QueueARN pulumi.StringPtrInput
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com.
	OIDCProviderARN pulumi.StringInput
	// ControlPlaneRoleName is the name of the control-plane nodes' role, iam.InstanceProfiles.ControlPlaneRoleName, which gets
	// the permissions if there is no OIDC provider. Changes replace the policy.
	ControlPlaneRoleName pulumi.StringInput
	// Namespace is TerminationHandlerArgs.Namespace. Defaults to termination-handler.
	Namespace string
	// Path is the role's path. Defaults to /. Changes replace the role.
	Path string
	// PermissionsBoundary is the ARN of the role's permissions boundary. Defaults to none.
	PermissionsBoundary pulumi.StringInput
	// Tags are the role's tags. The component's own tags take precedence.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *TerminationHandlerRoleArgs) Validate() error {
	const path = "nodes.TerminationHandlerRoleArgs"
	var p check.Problems
	if a == nil {
		a = &TerminationHandlerRoleArgs{}
	}
	a.role().check(&p, path)
	p.RequiredFormat(path+".QueueARN", a.QueueARN, check.QueueARN)
	return p.ErrOf(a)
}

// role returns the role with defaults applied.
func (a *TerminationHandlerRoleArgs) role() agentRole {
	return agentRole{
		infraID:          a.InfraID,
		description:      "The AWS Node Termination Handler",
		namespace:        cmp.Or(a.Namespace, defaultHandlerNamespace),
		account:          handlerAccount,
		oidcProviderARN:  a.OIDCProviderARN,
		controlPlaneRole: a.ControlPlaneRoleName,
		path:             a.Path,
		boundary:         a.PermissionsBoundary,
		tags:             a.Tags,
	}
}

// TerminationHandlerRole allows the AWS Node Termination Handler to consume one queue, to describe instances, and to complete
// the lifecycle actions of its cluster's groups.
type TerminationHandlerRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of its own role, for TerminationHandlerArgs.RoleARN; nil with ControlPlaneRoleName. It depends on the
	// role's policy.
	RoleARN pulumi.StringPtrOutput `pulumi:"roleArn"`
	// RoleName is the name of the role with the permissions. It depends on the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewTerminationHandlerRole registers a TerminationHandlerRole: a role and its policy, or the policy alone. It returns the
// problems of all invalid arguments, joined, before anything is registered.
func NewTerminationHandlerRole(
	ctx *pulumi.Context, name string, args *TerminationHandlerRoleArgs, opts ...pulumi.ResourceOption,
) (*TerminationHandlerRole, error) {
	err := args.Validate()
	if err != nil {
		return nil, err
	}
	component, infraID := &TerminationHandlerRole{}, args.InfraID
	queue := requiredOutput("nodes.TerminationHandlerRoleArgs.QueueARN", args.QueueARN, drainHint)
	document := queue.ApplyT(func(queue string) string {
		return terminationHandlerPolicy(infraID, queue).JSON()
	}).(pulumi.StringOutput)
	component.RoleARN, component.RoleName, err = args.role().register(
		ctx, "TerminationHandlerRole", name, document, component, opts...,
	)
	if err != nil {
		return nil, err
	}
	return component, nil
}

// terminationHandlerPolicy returns the upstream policy, limited to one queue and one cluster, without the permissions that only
// deprecated options need (aws/aws-node-termination-handler README.md, "IAM Role").
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
