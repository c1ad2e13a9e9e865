package iam

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// AccountRoles are the roles that Red Hat's installer and support, and the machines of clusters, take in an account:
// three for HCP with AWS's own policies, four for Classic with the policies that OCM gives. One set serves all clusters of an
// account. For Classic the policies of the operators are part of the set too.
//
// Every output resolves once its role is there, has its policies, and is known to the services that take it: nothing that is
// given one needs a sleep. A cluster that is given them is destroyed before they are.
type AccountRoles struct {
	pulumi.ResourceState

	// InstallerRoleARN is the ARN of the role of Red Hat's installer.
	InstallerRoleARN pulumi.StringOutput `pulumi:"installerRoleArn"`
	// SupportRoleARN is the ARN of the role of Red Hat's support.
	SupportRoleARN pulumi.StringOutput `pulumi:"supportRoleArn"`
	// WorkerRoleARN is the ARN of the role of worker machines.
	WorkerRoleARN pulumi.StringOutput `pulumi:"workerRoleArn"`
	// ControlPlaneRoleARN is the ARN of the role of control-plane machines. Classic only; for HCP the zero output.
	ControlPlaneRoleARN pulumi.StringOutput `pulumi:"controlPlaneRoleArn"`
	// Route53AssumeRolePolicyARN and VpcEndpointAssumeRolePolicyARN are the ARNs of the policies that allow to take the roles
	// of a shared VPC's owner, for OperatorRoles. HCP with AccountRolesArgs.SharedVpc only; else the zero output.
	Route53AssumeRolePolicyARN     pulumi.StringOutput `pulumi:"route53AssumeRolePolicyArn"`
	VpcEndpointAssumeRolePolicyARN pulumi.StringOutput `pulumi:"vpcEndpointAssumeRolePolicyArn"`

	// OperatorPolicyARNs are the ARNs of Classic's policies for OperatorRoles. Empty for HCP.
	OperatorPolicyARNs map[Operator]pulumi.StringOutput
	// Path is the path that the operators' roles must have too.
	Path string
}

// NewAccountRoles registers AccountRoles. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewAccountRoles(ctx *pulumi.Context, name string, args *AccountRolesArgs, opts ...pulumi.ResourceOption) (*AccountRoles, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &AccountRoles{Path: args.Path}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:AccountRoles", name, component, opts...); err != nil {
		return nil, err
	}
	// Registering the component has filled its outputs; those that do not exist are to be told from empty ones.
	component.ControlPlaneRoleARN = pulumi.StringOutput{}
	component.Route53AssumeRolePolicyARN, component.VpcEndpointAssumeRolePolicyARN = pulumi.StringOutput{}, pulumi.StringOutput{}
	b := &accountRolesBuilder{ctx: ctx, name: name, args: args, component: component, parent: pulumi.Parent(component)}
	if err := b.register(); err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:AccountRoles %s: %w", name, err)
	}
	return component, ctx.RegisterResourceOutputs(component, b.outputs())
}

type accountRolesBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *AccountRolesArgs
	component *AccountRoles
	parent    pulumi.ResourceOrInvokeOption
	// ocm is asked only where the arguments do not tell.
	ocm ocmPolicies
	// shared are the policies by which the installer takes the roles of a shared VPC's owner.
	shared []*iam.Policy
}

func (b *accountRolesBuilder) register() error {
	if b.args.Product == RosaClassic || b.args.SupportPrincipal == nil {
		b.ocm = askPolicies(b.ctx, b.args.Product, b.parent)
	}
	if err := b.sharedVPC(); err != nil {
		return err
	}
	outputs := map[string]*pulumi.StringOutput{
		installer: &b.component.InstallerRoleARN, support: &b.component.SupportRoleARN,
		worker: &b.component.WorkerRoleARN, controlPlane: &b.component.ControlPlaneRoleARN,
	}
	for _, role := range accountRolesOf(b.args.Product) {
		arn, err := b.role(role)
		if err != nil {
			return err
		}
		*outputs[role.key] = arn
	}
	return b.operatorPolicies()
}

func (b *accountRolesBuilder) outputs() pulumi.Map {
	outputs := pulumi.Map{
		"installerRoleArn": b.component.InstallerRoleARN,
		"supportRoleArn":   b.component.SupportRoleARN,
		"workerRoleArn":    b.component.WorkerRoleARN,
	}
	if b.args.Product == RosaClassic {
		outputs["controlPlaneRoleArn"] = b.component.ControlPlaneRoleARN
	}
	if len(b.shared) > 0 {
		outputs["route53AssumeRolePolicyArn"] = b.component.Route53AssumeRolePolicyARN
		outputs["vpcEndpointAssumeRolePolicyArn"] = b.component.VpcEndpointAssumeRolePolicyARN
	}
	return outputs
}

// role registers a role with its policies. The ARN waits for both.
func (b *accountRolesBuilder) role(what accountRole) (arn pulumi.StringOutput, err error) {
	name := fmt.Sprintf("%s-%s", b.name, what.key)
	role, err := iam.NewRole(b.ctx, name+"-role", &iam.RoleArgs{
		Name:                pulumi.String(what.name(b.args.Prefix)),
		Path:                pulumi.String(b.args.Path),
		AssumeRolePolicy:    b.trust(what),
		PermissionsBoundary: optional(b.args.PermissionsBoundary),
		Tags:                b.tags(what.roleTags(b.args)),
	}, b.parent)
	if err != nil {
		return arn, err
	}
	policies, err := b.policies(name, what)
	if err != nil {
		return arn, err
	}
	var attached []pulumi.CustomResource
	for _, policy := range policies {
		attachment, err := iam.NewRolePolicyAttachment(b.ctx, name+policy.key, &iam.RolePolicyAttachmentArgs{
			Role:      role.Name,
			PolicyArn: policy.arn,
		}, b.parent)
		if err != nil {
			return arn, err
		}
		attached = append(attached, attachment)
	}
	return settled(b.ctx, b.args.PropagationWait, role.Arn, role, attached), nil
}
