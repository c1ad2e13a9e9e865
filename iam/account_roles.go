package iam

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
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
	SharedVpcPolicies *SharedVpcPolicies
	// OperatorPolicyARNs are the ARNs of Classic's policies for OperatorRolesArgs.PolicyARNs. Empty for HCP.
	OperatorPolicyARNs map[Operator]pulumi.StringOutput
	// Path is the IAM path of the roles, for OperatorRolesArgs.Path.
	Path string
}

// SharedVpcPolicies are policies that allow HCP's installer and operators to assume roles of the account that owns a shared VPC.
type SharedVpcPolicies struct {
	// Route53ARN is the ARN of the policy for the role that may write the cluster's DNS records. Required.
	Route53ARN pulumi.StringInput `check:"required,format=policy-arn"`
	// VpcEndpointARN is the ARN of the policy for the role that may create the cluster's VPC endpoint. Required.
	VpcEndpointARN pulumi.StringInput `check:"required,format=policy-arn"`
}

func (s *SharedVpcPolicies) check(p *check.Problems, path string, product Product) {
	if s != nil && product == Classic {
		p.Addf(path, "must not be set for %s, which has them in the ingress operator's policy", product)
	}
}

// NewAccountRoles registers AccountRoles. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewAccountRoles(ctx *pulumi.Context, name string, args *AccountRolesArgs, opts ...pulumi.ResourceOption) (*AccountRoles, error) {
	args = args.withDefaults()
	known := region.Known(ctx, args.Region, opts...)
	if err := args.check(known); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &AccountRoles{Path: args.Path, OperatorPolicyARNs: map[Operator]pulumi.StringOutput{}}
	b := &accountRolesBuilder{
		ctx: ctx, name: name, args: args, govCloud: isGovCloud(known), component: component, parent: pulumi.Parent(component),
	}
	const token = "openshift-aws:iam:AccountRoles"
	kept := args.keptRoles()
	opts, err := kept.options(ctx, token+":"+name+":keep", opts)
	if err != nil {
		return nil, err
	}
	if err := ctx.RegisterComponentResourceV2(token, name, kept.inputs(), component, opts...); err != nil {
		return nil, err
	}
	if err := composite.Run(token, name,
		b.findRegion, b.callOCM, b.registerSharedVpcPolicies, b.registerRoles, b.registerOperatorPolicies,
	); err != nil {
		return nil, err
	}
	return component, ctx.RegisterResourceOutputs(component, b.outputs())
}

type accountRolesBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *AccountRolesArgs
	component *AccountRoles
	parent    pulumi.ResourceOrInvokeOption
	// govCloud selects the operators of Classic.
	govCloud bool
	region   pulumi.StringOutput
	// ocm is OCM's response, if it is needed.
	ocm ocmResponse
}

func (b *accountRolesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.ctx, b.component, b.args.Region)
	if err == nil && b.args.Product == Classic {
		b.region = confirmGovCloud(accountRolesPath, b.region, b.govCloud)
	}
	return err
}

func (b *accountRolesBuilder) callOCM() error {
	if b.args.Product == Classic || b.args.SupportPrincipal == nil {
		b.ocm = getPolicies(b.ctx, b.args.Product, b.parent)
	}
	return nil
}

func (b *accountRolesBuilder) registerRoles() error {
	arns := map[string]pulumi.StringOutput{}
	for _, role := range accountRolesOf(b.args.Product) {
		name := b.name + "-" + role.key
		policies, err := b.policies(name, role)
		if err != nil {
			return err
		}
		arns[role.key], err = registerRole(b.ctx, name, &iam.RoleArgs{
			Name:                pulumi.String(role.name(b.args.Prefix)),
			Path:                pulumi.String(b.args.Path),
			AssumeRolePolicy:    b.trust(role),
			PermissionsBoundary: outputs.OptionalString(b.args.PermissionsBoundary),
			Tags:                b.tags(role.tags(b.args)),
		}, policies, *cmp.Or(b.args.PropagationWait, new(accountRolesWait)), b.parent)
		if err != nil {
			return err
		}
	}
	b.component.InstallerRoleARN, b.component.SupportRoleARN, b.component.WorkerRoleARN = arns[installer], arns[support], arns[worker]
	b.component.ControlPlaneRoleARN = outputs.NilString()
	if arn, ok := arns[controlPlane]; ok {
		b.component.ControlPlaneRoleARN = arn.ToStringPtrOutput()
	}
	return nil
}

func (b *accountRolesBuilder) outputs() pulumi.Map {
	outputs := pulumi.Map{
		"installerRoleArn":    b.component.InstallerRoleARN,
		"supportRoleArn":      b.component.SupportRoleARN,
		"workerRoleArn":       b.component.WorkerRoleARN,
		"controlPlaneRoleArn": b.component.ControlPlaneRoleARN,
		"operatorPolicyArns":  byOperator(b.component.OperatorPolicyARNs),
		"path":                pulumi.String(b.component.Path),
	}
	if shared := b.component.SharedVpcPolicies; shared != nil {
		outputs["sharedVpcPolicies"] = pulumi.Map{"route53Arn": shared.Route53ARN, "vpcEndpointArn": shared.VpcEndpointARN}
	}
	return outputs
}
