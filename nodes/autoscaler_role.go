package nodes

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// AutoscalerRoleArgs say by whom ClusterAutoscalerASG acts: by a role of its own, in a cluster whose service accounts AWS
// knows by an OpenID Connect provider, or else by the role of the control-plane machines.
type AutoscalerRoleArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Groups with its tag may be resized. Required.
	// Changed in place.
	InfraID string
	// OIDCProviderARN is the ARN of the cluster's OpenID Connect provider. With IssuerURL.
	OIDCProviderARN pulumi.StringInput
	// IssuerURL is the issuer of the cluster's service account tokens, such as https://demo-oidc.s3.us-east-2.amazonaws.com.
	IssuerURL pulumi.StringInput
	// ControlPlaneRole is the name of the control-plane machines' role, which gets the permissions where there is no
	// provider. Not with OIDCProviderARN.
	ControlPlaneRole pulumi.StringInput
	// Namespace is ClusterAutoscalerASGArgs.Namespace: cluster-autoscaler-asg by default. Changed in place.
	Namespace string
	// Path is the path of the role, / by default. A change replaces the role.
	Path string
	// PermissionsBoundary is the ARN of the policy that bounds the role. None by default. Changed in place.
	PermissionsBoundary pulumi.StringPtrInput
	// Tags go on the role, beside Name and the cluster's own.
	Tags pulumi.StringMap
}

// Validate returns everything that is wrong with the arguments, each with its path; nil if nothing is.
func (a *AutoscalerRoleArgs) Validate() error {
	const path = "nodes.AutoscalerRoleArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkNamespace(&p, path+"Namespace", args.Namespace)
	switch {
	case args.ControlPlaneRole != nil && (args.OIDCProviderARN != nil || args.IssuerURL != nil):
		p.Addf(path+"ControlPlaneRole", "cannot be set with OIDCProviderARN and IssuerURL; the autoscaler acts by one role")
	case args.ControlPlaneRole == nil && args.OIDCProviderARN == nil && args.IssuerURL == nil:
		p.Addf(path+"OIDCProviderARN", "is required, with IssuerURL, unless ControlPlaneRole is given")
	case args.ControlPlaneRole == nil:
		p.Required(path+"OIDCProviderARN", args.OIDCProviderARN)
		p.Required(path+"IssuerURL", args.IssuerURL)
	}
	if !strings.HasPrefix(args.Path, "/") || !strings.HasSuffix(args.Path, "/") {
		p.Addf(path+"Path", "%q is no path; it begins and ends with /", args.Path)
	}
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *AutoscalerRoleArgs) withDefaults() *AutoscalerRoleArgs {
	args := AutoscalerRoleArgs{}
	if a != nil {
		args = *a
	}
	if args.Namespace == "" {
		args.Namespace = defaultAutoscalerNamespace
	}
	if args.Path == "" {
		args.Path = "/"
	}
	return &args
}

// AutoscalerRole lets the upstream cluster-autoscaler look at all Auto Scaling groups and resize those of its cluster.
type AutoscalerRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the role of its own, for ClusterAutoscalerASGArgs.RoleARN; empty with ControlPlaneRole. It
	// waits for the role's policy.
	RoleARN pulumi.StringOutput `pulumi:"roleArn"`
	// RoleName is the name of the role that has the permissions. It waits for the role's policy.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewAutoscalerRole registers a role and its policy, or the policy alone. The error tells all that is wrong with the
// arguments; then nothing was registered.
func NewAutoscalerRole(ctx *pulumi.Context, name string, args *AutoscalerRoleArgs, opts ...pulumi.ResourceOption) (*AutoscalerRole, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &AutoscalerRole{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:AutoscalerRole", name, component, opts...); err != nil {
		return nil, err
	}
	roleName, arn := args.ControlPlaneRole, pulumi.String("").ToStringOutput()
	if roleName == nil {
		role, err := iam.NewRole(ctx, name+"-role", args.role(), pulumi.Parent(component))
		if err != nil {
			return nil, err
		}
		roleName, arn = role.Name, role.Arn
	}
	attached, err := iam.NewRolePolicy(ctx, name+"-policy", &iam.RolePolicyArgs{
		Role:   roleName.ToStringOutput(),
		Policy: pulumi.String(autoscalerPolicy(args.InfraID).JSON()),
	}, pulumi.Parent(component))
	if err != nil {
		return nil, err
	}
	component.RoleARN = pulumi.OutputWithDependencies(ctx.Context(), arn, attached).(pulumi.StringOutput)
	component.RoleName = pulumi.OutputWithDependencies(ctx.Context(), roleName.ToStringOutput(), attached).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"roleArn": component.RoleARN, "roleName": component.RoleName})
}

func (a *AutoscalerRoleArgs) role() *iam.RoleArgs {
	account := "system:serviceaccount:" + a.Namespace + ":" + autoscalerAccount
	return &iam.RoleArgs{
		Description: pulumi.String("The Kubernetes cluster-autoscaler of OpenShift cluster " + a.InfraID),
		AssumeRolePolicy: pulumi.All(a.OIDCProviderARN, a.IssuerURL).ApplyT(func(provider []any) string {
			return webIdentity(provider[0].(string), provider[1].(string), account).JSON()
		}).(pulumi.StringOutput),
		Path:                pulumi.String(a.Path),
		PermissionsBoundary: a.PermissionsBoundary,
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-cluster-autoscaler",
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}

// webIdentity is the trust in one service account of the cluster.
func webIdentity(providerARN, issuer, account string) policy.Document {
	host := strings.TrimSuffix(strings.TrimPrefix(issuer, "https://"), "/")
	return policy.New(policy.Statement{
		Effect:    policy.Allow,
		Principal: map[string][]string{"Federated": {providerARN}},
		Action:    []string{"sts:AssumeRoleWithWebIdentity"},
		Condition: map[string]map[string][]string{"StringEquals": {
			host + ":aud": {tokenAudience},
			host + ":sub": {account},
		}},
	})
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
