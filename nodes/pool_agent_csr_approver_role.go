package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// CSRApproverRoleArgs are the arguments of a CSRApproverRole. Exactly one of OIDCProviderARN, for its own role, and
// ControlPlaneRoleName is required; switching between them creates or deletes the role. Unless a field says otherwise,
// changes are applied in place.
type CSRApproverRoleArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: the role has its tag. Required.
	InfraID string
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com.
	OIDCProviderARN pulumi.StringInput
	// ControlPlaneRoleName is the name of the control-plane nodes' role, iam.InstanceProfiles.ControlPlaneRoleName, which gets
	// the permissions if there is no OIDC provider. Changes replace the policy.
	ControlPlaneRoleName pulumi.StringInput
	// Namespace is CSRApproverArgs.Namespace. Defaults to worker-pool-approver.
	Namespace string
	// Path is the role's path. Defaults to /. Changes replace the role.
	Path string
	// PermissionsBoundary is the ARN of the role's permissions boundary. Defaults to none.
	PermissionsBoundary pulumi.StringInput
	// Tags are the role's tags. The component's own tags take precedence.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *CSRApproverRoleArgs) Validate() error {
	var p check.Problems
	a.role().check(&p, "nodes.CSRApproverRoleArgs")
	return p.ErrOf(a)
}

// role returns the role with defaults applied.
func (a *CSRApproverRoleArgs) role() agentRole {
	args := CSRApproverRoleArgs{}
	if a != nil {
		args = *a
	}
	return agentRole{
		infraID:          args.InfraID,
		description:      "The CSR approver",
		namespace:        cmp.Or(args.Namespace, defaultApproverNamespace),
		account:          approver,
		oidcProviderARN:  args.OIDCProviderARN,
		controlPlaneRole: args.ControlPlaneRoleName,
		path:             args.Path,
		boundary:         args.PermissionsBoundary,
		tags:             args.Tags,
	}
}

// CSRApproverRole allows CSRApprover to describe instances, and nothing else.
type CSRApproverRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of its own role, for CSRApproverArgs.RoleARN; nil with ControlPlaneRoleName. It depends on the
	// role's policy.
	RoleARN pulumi.StringPtrOutput `pulumi:"roleArn"`
	// RoleName is the name of the role with the permissions. It depends on the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewCSRApproverRole registers a CSRApproverRole: a role and its policy, or the policy alone. It returns the problems of all
// invalid arguments, joined, before anything is registered.
func NewCSRApproverRole(
	ctx *pulumi.Context, name string, args *CSRApproverRoleArgs, opts ...pulumi.ResourceOption,
) (*CSRApproverRole, error) {
	err := args.Validate()
	if err != nil {
		return nil, err
	}
	component := &CSRApproverRole{}
	document := pulumi.String(approverPolicy().JSON())
	component.RoleARN, component.RoleName, err = args.role().register(ctx, "CSRApproverRole", name, document, component, opts...)
	if err != nil {
		return nil, err
	}
	return component, nil
}

// approverPolicy returns the permissions of the approver. AWS does not limit descriptions to resources.
func approverPolicy() policy.Document {
	return policy.New(policy.Statement{
		Sid:      "Describe",
		Effect:   policy.Allow,
		Action:   []string{"ec2:DescribeInstances"},
		Resource: []string{"*"},
	})
}
