package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// TerminationHandlerRoleArgs say by whom TerminationHandler acts: by a role of its own, in a cluster whose service accounts
// AWS knows by an OpenID Connect provider, or else by the role of the control-plane machines.
type TerminationHandlerRoleArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Machines of groups with its tag may be let go. Required.
	// A change is made in place.
	InfraID string
	// QueueARN is the ARN of the queue that the handler reads: WorkerPool.DrainQueueARN, of a pool with Drain. Required. A
	// change is made in place.
	QueueARN pulumi.StringInput
	// OIDCProviderARN is the ARN of the IAM identity provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com. Either it or ControlPlaneRoleName is
	// required. A change is made in place; one between the two makes or deletes the role.
	OIDCProviderARN pulumi.StringInput
	// ControlPlaneRoleName is the name of the control-plane machines' role, iam.InstanceProfiles.ControlPlaneRoleName, which
	// gets the permissions where there is no provider. A change replaces the policy.
	ControlPlaneRoleName pulumi.StringInput
	// Namespace is TerminationHandlerArgs.Namespace: termination-handler by default. A change is made in place.
	Namespace string
	// Path is the path of the role, / by default. A change replaces the role.
	Path string
	// PermissionsBoundary is the ARN of the policy that bounds the role. None by default. A change is made in place.
	PermissionsBoundary pulumi.StringInput
	// Tags are set on the role. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *TerminationHandlerRoleArgs) Validate() error {
	const path = "nodes.TerminationHandlerRoleArgs."
	var p check.Problems
	if a == nil {
		a = &TerminationHandlerRoleArgs{}
	}
	a.role().check(&p, path)
	p.Required(path+"QueueARN", a.QueueARN)
	return p.Err()
}

// role is the role with its defaults, but for its policy.
func (a *TerminationHandlerRoleArgs) role() workloadRole {
	return workloadRole{
		infraID:          a.InfraID,
		what:             "handler",
		description:      "The AWS Node Termination Handler",
		namespace:        cmp.Or(a.Namespace, defaultHandlerNamespace),
		account:          handlerAccount,
		oidcProviderARN:  a.OIDCProviderARN,
		controlPlaneRole: a.ControlPlaneRoleName,
		path:             cmp.Or(a.Path, "/"),
		boundary:         a.PermissionsBoundary,
		tags:             a.Tags,
	}
}

// TerminationHandlerRole lets the AWS Node Termination Handler read one queue, look at machines, and let go of those that
// the groups of its cluster hold.
type TerminationHandlerRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the role of its own, for TerminationHandlerArgs.RoleARN; empty with ControlPlaneRoleName. It waits
	// for the role's policy.
	RoleARN pulumi.StringOutput `pulumi:"roleArn"`
	// RoleName is the name of the role that has the permissions. It waits for the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewTerminationHandlerRole registers a TerminationHandlerRole: a role and its policy, or the policy alone. Wrong arguments are
// reported together, as by Validate, before anything is registered.
func NewTerminationHandlerRole(ctx *pulumi.Context, name string, args *TerminationHandlerRoleArgs, opts ...pulumi.ResourceOption) (*TerminationHandlerRole, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &TerminationHandlerRole{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:TerminationHandlerRole", name, component, opts...); err != nil {
		return nil, err
	}
	role, infraID := args.role(), args.InfraID
	role.policy = queueOf("nodes.TerminationHandlerRoleArgs.QueueARN", args.QueueARN).ApplyT(func(queue string) string {
		return terminationHandlerPolicy(infraID, queue).JSON()
	}).(pulumi.StringOutput)
	arn, roleName, err := role.register(ctx, name, component)
	if err != nil {
		return nil, err
	}
	component.RoleARN, component.RoleName = arn, roleName
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"roleArn": arn, "roleName": roleName})
}

// terminationHandlerPolicy is upstream's, held to one queue and one cluster, without what only its deprecated options ask
// for (aws/aws-node-termination-handler README.md, "IAM Role").
func terminationHandlerPolicy(infraID, queueARN string) policy.Document {
	return policy.New(
		policy.Statement{
			Sid:      "Listen",
			Effect:   policy.Allow,
			Action:   []string{"sqs:DeleteMessage", "sqs:ReceiveMessage"},
			Resource: []string{queueARN},
		},
		policy.Statement{
			Sid:      "Look",
			Effect:   policy.Allow,
			Action:   []string{"ec2:DescribeInstances"},
			Resource: []string{"*"},
		},
		policy.Statement{
			Sid:       "LetGo",
			Effect:    policy.Allow,
			Action:    []string{"autoscaling:CompleteLifecycleAction"},
			Resource:  []string{"*"},
			Condition: map[string]map[string][]string{"StringEquals": {"aws:ResourceTag/" + tags.Cluster(infraID): {tags.Owned}}},
		},
	)
}
