package iam

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OperatorRoles are the roles of a ROSA cluster's operators: eight for HCP, six for Classic, seven on GovCloud. Each trusts
// the operator's own service accounts, by the identity provider that issues their tokens.
//
// Every output resolves once its roles are there, have their policies, and are known to the services that take them. A
// cluster that is given them is destroyed before they are, as it must be: its operators clean up with them.
type OperatorRoles struct {
	pulumi.ResourceState

	// Prefix is the prefix of the roles' names, for the cluster. It waits for all roles.
	Prefix pulumi.StringOutput `pulumi:"prefix"`
	// ARNs are the roles' ARNs.
	ARNs map[Operator]pulumi.StringOutput
}

// NewOperatorRoles registers OperatorRoles. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewOperatorRoles(ctx *pulumi.Context, name string, args *OperatorRolesArgs, opts ...pulumi.ResourceOption) (*OperatorRoles, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &OperatorRoles{ARNs: map[Operator]pulumi.StringOutput{}}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:OperatorRoles", name, component, opts...); err != nil {
		return nil, err
	}
	b := &operatorRolesBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(component)}
	if args.Product == RosaClassic {
		b.subjects = askSubjects(ctx, args.Prefix, b.parent)
	}
	all, arns := []any{pulumi.String(args.Prefix)}, pulumi.StringMap{}
	for _, operator := range operatorsOf(args.Product, partition.OfRegion(args.Region).ID) {
		arn, err := b.role(operator)
		if err != nil {
			return nil, fmt.Errorf("openshift-aws:iam:OperatorRoles %s: %w", name, err)
		}
		component.ARNs[operator] = arn
		arns[string(operator)] = arn
		all = append(all, arn)
	}
	component.Prefix = pulumi.All(all...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"prefix": component.Prefix, "arns": arns})
}

type operatorRolesBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *OperatorRolesArgs
	parent pulumi.ResourceOrInvokeOption
	// subjects are OCM's answer, for Classic.
	subjects pulumi.MapOutput
}

// role registers an operator's role with its policies. The ARN waits for both.
func (b *operatorRolesBuilder) role(operator Operator) (arn pulumi.StringOutput, err error) {
	name := b.name + "-" + operator.key()
	role, err := iam.NewRole(b.ctx, name+"-role", &iam.RoleArgs{
		Name:                pulumi.String(operator.physicalName(b.args.Prefix)),
		Path:                pulumi.String(b.args.Path),
		AssumeRolePolicy:    b.trust(operator),
		PermissionsBoundary: optional(b.args.PermissionsBoundary),
		Tags:                tags.Merge(b.args.Tags, b.roleTags(operator)),
	}, b.parent)
	if err != nil {
		return arn, err
	}
	var attached []pulumi.CustomResource
	for _, policy := range b.policies(operator) {
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

func (b *operatorRolesBuilder) roleTags(operator Operator) map[string]string {
	owned := map[string]string{
		"red-hat-managed": "true", "operator_namespace": operator.namespace(), "operator_name": operator.name(),
	}
	if b.args.Product == RosaHCP {
		owned["rosa_managed_policies"], owned["rosa_hcp_policies"] = "true", "true"
	}
	return owned
}

// policies are AWS's own or Classic's. In a shared VPC two of HCP's operators may also take its owner's roles
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles/main.tf).
func (b *operatorRolesBuilder) policies(operator Operator) []attachable {
	if b.args.Product == RosaClassic {
		return []attachable{{"-attachment", b.args.PolicyARNs[operator]}}
	}
	managed := managedPolicy(partition.OfRegion(b.args.Region), hcpOperators[operator].policy)
	policies := []attachable{{"-attachment", pulumi.String(managed)}}
	if b.args.Route53AssumeRolePolicyARN == nil {
		return policies
	}
	if operator == OperatorIngress || operator == OperatorControlPlane {
		policies = append(policies, attachable{"-route53-attachment", b.args.Route53AssumeRolePolicyARN})
	}
	if operator == OperatorControlPlane {
		policies = append(policies, attachable{"-vpc-endpoint-attachment", b.args.VpcEndpointAssumeRolePolicyARN})
	}
	return policies
}

func (b *operatorRolesBuilder) trust(operator Operator) pulumi.StringOutput {
	provider := b.args.OIDCProviderARN.ToStringOutput()
	if b.args.Product == RosaHCP {
		subjects := operator.subjects(hcpOperators[operator].accounts)
		return provider.ApplyT(func(arn string) (string, error) { return webIdentityTrust(arn, subjects) }).(pulumi.StringOutput)
	}
	return pulumi.All(provider, b.subjects).ApplyT(func(all []any) (string, error) {
		subjects, err := subjectsOf(all[1].(map[string]any), operator)
		if err != nil {
			return "", err
		}
		return webIdentityTrust(all[0].(string), subjects)
	}).(pulumi.StringOutput)
}

// webIdentityTrust names service accounts as the only ones that may take a role. The issuer ends the provider's ARN. As in Red Hat's
// modules there is no condition on the audience.
func webIdentityTrust(providerARN string, subjects []string) (string, error) {
	_, issuer, found := strings.Cut(providerARN, ":oidc-provider/")
	if !found || issuer == "" {
		return "", fmt.Errorf("iam.OperatorRolesArgs.OIDCProviderARN: %q is no %s", providerARN, suchOIDCProvider)
	}
	return policy.AssumeRoleWithWebIdentity(providerARN, issuer, subjects...).JSON(), nil
}
