package nodes

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// AutoscalerRoleArgs say by whom ClusterAutoscalerASG acts: by a role of its own, in a cluster whose service accounts AWS
// knows by an OpenID Connect provider, or else by the role of the control-plane machines.
type AutoscalerRoleArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Groups with its tag may be resized. Required. A change is
	// made in place.
	InfraID string
	// OIDCProviderARN is the ARN of the IAM identity provider of the cluster's service accounts, such as
	// arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com. Either it or ControlPlaneRoleName is
	// required. A change is made in place; one between the two makes or deletes the role.
	OIDCProviderARN pulumi.StringInput
	// ControlPlaneRoleName is the name of the control-plane machines' role, iam.InstanceProfiles.ControlPlaneRoleName, which
	// gets the permissions where there is no provider. A change replaces the policy.
	ControlPlaneRoleName pulumi.StringInput
	// Namespace is ClusterAutoscalerASGArgs.Namespace: cluster-autoscaler-asg by default. A change is made in place.
	Namespace string
	// Path is the path of the role, / by default. A change replaces the role.
	Path string
	// PermissionsBoundary is the ARN of the policy that bounds the role. None by default. A change is made in place.
	PermissionsBoundary pulumi.StringInput
	// Tags are set on the role. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *AutoscalerRoleArgs) Validate() error {
	var p check.Problems
	a.role().check(&p, "nodes.AutoscalerRoleArgs.")
	return p.Err()
}

// role is the role with its defaults.
func (a *AutoscalerRoleArgs) role() workloadRole {
	args := AutoscalerRoleArgs{}
	if a != nil {
		args = *a
	}
	return workloadRole{
		infraID:          args.InfraID,
		what:             "autoscaler",
		description:      "The Kubernetes cluster-autoscaler",
		namespace:        cmp.Or(args.Namespace, defaultAutoscalerNamespace),
		account:          autoscalerAccount,
		oidcProviderARN:  args.OIDCProviderARN,
		controlPlaneRole: args.ControlPlaneRoleName,
		path:             cmp.Or(args.Path, "/"),
		boundary:         args.PermissionsBoundary,
		tags:             args.Tags,
		policy:           pulumi.String(autoscalerPolicy(args.InfraID).JSON()),
	}
}

// AutoscalerRole lets the upstream cluster-autoscaler look at all Auto Scaling groups and resize those of its cluster.
type AutoscalerRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the role of its own, for ClusterAutoscalerASGArgs.RoleARN; empty with ControlPlaneRoleName. It
	// waits for the role's policy.
	RoleARN pulumi.StringOutput `pulumi:"roleArn"`
	// RoleName is the name of the role that has the permissions. It waits for the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewAutoscalerRole registers an AutoscalerRole: a role and its policy, or the policy alone. Wrong arguments are reported
// together, as by Validate, before anything is registered.
func NewAutoscalerRole(ctx *pulumi.Context, name string, args *AutoscalerRoleArgs, opts ...pulumi.ResourceOption) (*AutoscalerRole, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &AutoscalerRole{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:AutoscalerRole", name, component, opts...); err != nil {
		return nil, err
	}
	arn, roleName, err := args.role().register(ctx, name, component)
	if err != nil {
		return nil, err
	}
	component.RoleARN, component.RoleName = arn, roleName
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"roleArn": arn, "roleName": roleName})
}

// autoscalerPolicy is upstream's, which lets nothing but groups with the cluster's tag be resized
// (kubernetes/autoscaler cluster-autoscaler/cloudprovider/aws/README.md).
func autoscalerPolicy(infraID string) policy.Document {
	return policy.New(
		policy.Statement{
			Sid:    "Look",
			Effect: policy.Allow,
			Action: []string{
				"autoscaling:DescribeAutoScalingGroups",
				"autoscaling:DescribeAutoScalingInstances",
				"autoscaling:DescribeLaunchConfigurations",
				"autoscaling:DescribeScalingActivities",
				"autoscaling:DescribeTags",
				"ec2:DescribeImages",
				"ec2:DescribeInstanceTypes",
				"ec2:DescribeLaunchTemplateVersions",
				"ec2:GetInstanceTypesFromInstanceRequirements",
			},
			Resource: []string{"*"},
		},
		policy.Statement{
			Sid:    "Resize",
			Effect: policy.Allow,
			Action: []string{
				"autoscaling:SetDesiredCapacity",
				"autoscaling:TerminateInstanceInAutoScalingGroup",
			},
			Resource:  []string{"*"},
			Condition: map[string]map[string][]string{"StringEquals": {"aws:ResourceTag/" + autoscalerPrefix + infraID: {autoscalerOwned}}},
		},
	)
}
