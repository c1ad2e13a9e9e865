package iam

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// AccountRoles are the roles of an AWS account that Red Hat's installer, Red Hat's support and the instances of ROSA clusters assume:
// three for HCP, with AWS managed policies, and four for Classic, with policies from OCM. One set serves all clusters of the
// account. For Classic it includes the policies of the operators.
//
// Role ARNs resolve when the role exists, its policies are attached, and IAM has propagated it, so a program needs no sleep. A
// cluster that uses them is destroyed before the roles.
type AccountRoles struct {
	pulumi.ResourceState

	// InstallerRoleARN is the ARN of the role of Red Hat's installer.
	InstallerRoleARN pulumi.StringOutput `pulumi:"installerRoleArn"`
	// SupportRoleARN is the ARN of the role of Red Hat's support.
	SupportRoleARN pulumi.StringOutput `pulumi:"supportRoleArn"`
	// WorkerRoleARN is the ARN of the role of worker instances.
	WorkerRoleARN pulumi.StringOutput `pulumi:"workerRoleArn"`
	// ControlPlaneRoleARN is the ARN of the role of Classic's control-plane instances. Nil for HCP.
	ControlPlaneRoleARN pulumi.StringPtrOutput `pulumi:"controlPlaneRoleArn"`

	// SharedVpcPolicies are the policies for OperatorRolesArgs.SharedVpcPolicies. Nil for Classic and without
	// AccountRolesArgs.SharedVpc.
	SharedVpcPolicies *SharedVpcPolicies `pulumi:"sharedVpcPolicies"`
	// OperatorPolicyARNs are the ARNs of Classic's policies for OperatorRolesArgs.PolicyARNs. Empty for HCP.
	OperatorPolicyARNs map[Operator]pulumi.StringOutput `pulumi:"operatorPolicyArns"`
	// Path is the IAM path of the roles, for OperatorRolesArgs.Path.
	Path string `pulumi:"path"`
}

// SharedVpcPolicies are policies that allow HCP's installer and operators to assume roles of the account that owns a shared VPC.
type SharedVpcPolicies struct {
	// Route53ARN is the ARN of the policy for the role that may write the cluster's DNS records. Required.
	Route53ARN pulumi.StringInput `pulumi:"route53Arn" check:"required,format=policy-arn"`
	// VpcEndpointARN is the ARN of the policy for the role that may create the cluster's VPC endpoint. Required.
	VpcEndpointARN pulumi.StringInput `pulumi:"vpcEndpointArn" check:"required,format=policy-arn"`
}

func (s *SharedVpcPolicies) check(p *check.Problems, path check.Path, product Product) {
	if s != nil && product == Classic {
		p.Addf(path, "must not be set for %s, which has them in the ingress operator's policy", product)
	}
}

// NewAccountRoles registers AccountRoles.
func NewAccountRoles(ctx *pulumi.Context, name string, args *AccountRolesArgs, opts ...pulumi.ResourceOption) (*AccountRoles, error) {
	return component.Register(ctx, name, args, opts, component.Type[AccountRolesArgs, AccountRoles]{
		Token:   "openshift-aws:iam:AccountRoles",
		Lasting: true,
		Fill:    func(args *AccountRolesArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Keep: func(args *AccountRolesArgs) []keep.Rule {
			return keptRoles(accountRolesPath, args.Product, args.Prefix, args.Path, args.AllowReplacement)
		},
		Children: func(c *component.Builder[AccountRolesArgs, AccountRoles]) error {
			c.Component.Path, c.Component.OperatorPolicyARNs = c.Args.Path, map[Operator]pulumi.StringOutput{}
			b := &accountRolesBuilder{Builder: c, govCloud: isGovCloud(c.Args.Region)}
			return component.Run(b.findRegion, b.callOCM, b.registerSharedVpcPolicies, b.registerRoles, b.registerOperatorPolicies)
		},
	})
}

type accountRolesBuilder struct {
	*component.Builder[AccountRolesArgs, AccountRoles]

	// govCloud selects the operators of Classic.
	govCloud bool
	region   pulumi.StringOutput
	// ocm is OCM's response, if it is needed.
	ocm ocmResponse
}

func (b *accountRolesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.Ctx, b.Component, b.Args.Region)
	if err == nil && b.Args.Product == Classic {
		b.region = confirmGovCloud(b.Move, accountRolesPath, b.region, b.govCloud)
	}
	return err
}

func (b *accountRolesBuilder) callOCM() error {
	if b.Args.Product == Classic || b.Args.SupportPrincipal == nil {
		b.ocm = getPolicies(b.Ctx, b.Args.Product, b.Parent)
	}
	return nil
}

func (b *accountRolesBuilder) registerRoles() error {
	arns := map[string]pulumi.StringOutput{}
	for _, role := range accountRolesOf(b.Args.Product) {
		name := b.Name + "-" + role.key
		policies, err := b.policies(name, role)
		if err != nil {
			return err
		}
		arns[role.key], err = registerRole(b.Ctx, name, &iam.RoleArgs{
			Name:                pulumi.String(role.name(b.Args.Prefix)),
			Path:                pulumi.String(b.Args.Path),
			AssumeRolePolicy:    b.trust(role),
			PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
			Tags:                b.tags(role.tags(b.Args)),
		}, policies, *b.Args.PropagationWait, b.Parent)
		if err != nil {
			return err
		}
	}
	b.Component.InstallerRoleARN, b.Component.SupportRoleARN, b.Component.WorkerRoleARN = arns[installer], arns[support], arns[worker]
	b.Component.ControlPlaneRoleARN = component.NilString()
	if arn, ok := arns[controlPlane]; ok {
		b.Component.ControlPlaneRoleARN = arn.ToStringPtrOutput()
	}
	return nil
}
