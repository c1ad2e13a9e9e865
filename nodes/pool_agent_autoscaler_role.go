package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// AutoscalerRoleArgs are the arguments of an AutoscalerRole, the permissions of ClusterAutoscalerASG. Exactly one of OIDCProviderARN, for its own role,
// and ControlPlaneRoleName is required; switching between them creates or deletes the role. Unless a field says otherwise,
// changes are applied in place.
//
// The permissions include ec2:DescribeLaunchTemplateVersions on all launch templates, because IAM has no resources for it: their
// user data must not contain secrets. That of OpenShift 4 does not; CloudInit311's does.
type AutoscalerRoleArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: only groups with its tag can be resized. Required.
	InfraID string
	// OIDCProviderARN is the ARN of the IAM OIDC provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com.
	OIDCProviderARN pulumi.StringInput
	// ControlPlaneRoleName is the name of the control-plane nodes' role, iam.InstanceProfiles.ControlPlaneRoleName, which gets
	// the permissions if there is no OIDC provider. Changes replace the policy.
	ControlPlaneRoleName pulumi.StringInput
	// Namespace is ClusterAutoscalerASGArgs.Namespace. Defaults to cluster-autoscaler-asg.
	Namespace string
	// Path is the role's path. Defaults to /. Changes replace the role.
	Path string
	// PermissionsBoundary is the ARN of the role's permissions boundary. Defaults to none.
	PermissionsBoundary pulumi.StringInput
	// Tags are the role's tags. The component's own tags take precedence.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *AutoscalerRoleArgs) Validate() error {
	var p check.Problems
	a.role().check(&p, "nodes.AutoscalerRoleArgs")
	return p.ErrOf(a)
}

// role returns the role with defaults applied.
func (a *AutoscalerRoleArgs) role() agentRole {
	args := AutoscalerRoleArgs{}
	if a != nil {
		args = *a
	}
	return agentRole{
		infraID:          args.InfraID,
		description:      "The Kubernetes cluster-autoscaler",
		namespace:        cmp.Or(args.Namespace, defaultAutoscalerNamespace),
		account:          autoscalerAccount,
		oidcProviderARN:  args.OIDCProviderARN,
		controlPlaneRole: args.ControlPlaneRoleName,
		path:             args.Path,
		boundary:         args.PermissionsBoundary,
		tags:             args.Tags,
	}
}

// AutoscalerRole allows the upstream cluster-autoscaler to describe all Auto Scaling groups and to resize those of its cluster.
type AutoscalerRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of its own role, for ClusterAutoscalerASGArgs.RoleARN; nil with ControlPlaneRoleName. It depends on the
	// role's policy.
	RoleARN pulumi.StringPtrOutput `pulumi:"roleArn"`
	// RoleName is the name of the role with the permissions. It depends on the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewAutoscalerRole registers an AutoscalerRole: a role and its policy, or the policy alone. It returns the problems of all
// invalid arguments, joined, before anything is registered.
func NewAutoscalerRole(
	ctx *pulumi.Context, name string, args *AutoscalerRoleArgs, opts ...pulumi.ResourceOption,
) (*AutoscalerRole, error) {
	err := args.Validate()
	if err != nil {
		return nil, err
	}
	component := &AutoscalerRole{}
	document := pulumi.String(autoscalerPolicy(args.InfraID).JSON())
	component.RoleARN, component.RoleName, err = args.role().register(ctx, "AutoscalerRole", name, document, component, opts...)
	if err != nil {
		return nil, err
	}
	return component, nil
}

// autoscalerPolicy returns the upstream policy, which allows resizing only groups with the cluster's tag
// (kubernetes/autoscaler cluster-autoscaler/cloudprovider/aws/README.md).
func autoscalerPolicy(infraID string) policy.Document {
	return policy.New(
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
	)
}
