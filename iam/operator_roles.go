package iam

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// OperatorRoles are the roles of a ROSA cluster's operators: eight for HCP and those of AutoNode, AuditLog and LogGroups, six for
// Classic, seven for Classic on GovCloud. Each trusts the operator's service accounts through the cluster's IAM OIDC provider; that of
// LogGroups trusts Red Hat's service.
//
// Role ARNs resolve when the role exists, its policies are attached, and IAM has propagated it. A cluster that uses them is
// destroyed before the roles, which its operators need to delete what they created.
type OperatorRoles struct {
	pulumi.ResourceState

	// Prefix is the prefix of the role names, for the cluster. It resolves when all ARNs do.
	Prefix pulumi.StringOutput `pulumi:"prefix"`
	// ARNs are the ARNs of the roles.
	ARNs map[Operator]pulumi.StringOutput
}

// NewOperatorRoles registers OperatorRoles. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewOperatorRoles(ctx *pulumi.Context, name string, args *OperatorRolesArgs, opts ...pulumi.ResourceOption) (*OperatorRoles, error) {
	args = args.withDefaults()
	known := region.Known(ctx, args.Region, opts...)
	if err := args.check(known); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &OperatorRoles{ARNs: map[Operator]pulumi.StringOutput{}}
	b := &operatorRolesBuilder{
		ctx: ctx, name: name, args: args, govCloud: args.govCloud(known), component: component, parent: pulumi.Parent(component),
	}
	const token = "openshift-aws:iam:OperatorRoles"
	kept := args.keptRoles()
	opts, err := kept.options(ctx, token+":"+name+":keep", opts)
	if err != nil {
		return nil, err
	}
	if err := ctx.RegisterComponentResourceV2(token, name, kept.inputs(), component, opts...); err != nil {
		return nil, err
	}
	if err := composite.Run(token, name,
		b.findRegion, b.callOCM, b.registerRoles,
	); err != nil {
		return nil, err
	}
	return component, ctx.RegisterResourceOutputs(component, b.outputs())
}

type operatorRolesBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *OperatorRolesArgs
	component *OperatorRoles
	parent    pulumi.ResourceOrInvokeOption
	// govCloud selects the operators of Classic.
	govCloud bool
	region   pulumi.StringOutput
	// ocmRoles is OCM's response, for Classic.
	ocmRoles pulumi.MapOutput
}

func (b *operatorRolesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.ctx, b.component, b.args.Region)
	if err == nil && b.args.Product == Classic {
		b.region = confirmGovCloud(operatorRolesPath, b.region, b.govCloud)
	}
	return err
}

func (b *operatorRolesBuilder) callOCM() error {
	if b.args.Product == Classic {
		b.ocmRoles = getOperatorRoles(b.ctx, b.args.Prefix, b.parent)
	}
	return nil
}

func (b *operatorRolesBuilder) registerRoles() error {
	inputs := []any{pulumi.String(b.args.Prefix)}
	for _, operator := range slices.Concat(operatorsOf(b.args.Product, b.govCloud), b.args.optional()) {
		policies, err := b.policies(operator)
		if err != nil {
			return err
		}
		arn, err := registerRole(b.ctx, b.name+"-"+operator.key(), &iam.RoleArgs{
			Name:                pulumi.String(operator.roleName(b.args.Prefix)),
			Path:                pulumi.String(b.args.Path),
			AssumeRolePolicy:    b.trust(operator),
			PermissionsBoundary: outputs.OptionalString(b.args.PermissionsBoundary),
			Tags:                tags.Merge(b.args.Tags, b.tags(operator)),
		}, policies, *cmp.Or(b.args.PropagationWait, new(operatorRolesWait)), b.parent)
		if err != nil {
			return err
		}
		b.component.ARNs[operator] = arn
		inputs = append(inputs, arn)
	}
	if len(b.args.LogGroups) > 0 {
		arn, err := b.registerLogForwarder()
		if err != nil {
			return err
		}
		b.component.ARNs[OperatorLogForwarder] = arn
		inputs = append(inputs, arn)
	}
	b.component.Prefix = pulumi.All(inputs...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
	return nil
}

// registerLogForwarder registers the role of Red Hat's service, whose policy on roles names this prefix and the path /.
func (b *operatorRolesBuilder) registerLogForwarder() (arn pulumi.StringOutput, err error) {
	name, roleName := b.name+"-"+OperatorLogForwarder.key(), "CustomerLogDistribution-"+b.args.Prefix
	owned := tags.Merge(b.args.Tags, map[string]string{"red-hat-managed": "true"})
	custom, err := iam.NewPolicy(b.ctx, name+"-policy", &iam.PolicyArgs{
		Name: pulumi.String(roleName + "-policy"), Path: pulumi.String(b.args.Path), Tags: owned,
		Policy: b.region.ApplyT(func(region string) string {
			return logForwarderPolicy(region, b.args.LogGroups).JSON()
		}).(pulumi.StringOutput),
	}, b.parent)
	if err != nil {
		return arn, err
	}
	return registerRole(b.ctx, name, &iam.RoleArgs{
		Name: pulumi.String(roleName), AssumeRolePolicy: pulumi.String(logForwarderTrust().JSON()),
		PermissionsBoundary: outputs.OptionalString(b.args.PermissionsBoundary), Tags: owned,
	}, []rolePolicy{{"-attachment", custom.Arn}}, *cmp.Or(b.args.PropagationWait, new(operatorRolesWait)), b.parent)
}

func (b *operatorRolesBuilder) outputs() pulumi.Map {
	return pulumi.Map{"prefix": b.component.Prefix, "arns": byOperator(b.component.ARNs)}
}

// byOperator returns ARNs in the form in which a component registers them.
func byOperator(arns map[Operator]pulumi.StringOutput) pulumi.StringMap {
	registered := pulumi.StringMap{}
	for operator, arn := range arns {
		registered[string(operator)] = arn
	}
	return registered
}

func (b *operatorRolesBuilder) tags(operator Operator) map[string]string {
	owned := map[string]string{
		"red-hat-managed": "true", "operator_namespace": operator.namespace(), "operator_name": operator.name(),
	}
	if hcpOperators[operator].policy != "" && b.args.Product == HCP {
		owned["rosa_managed_policies"], owned["rosa_hcp_policies"] = "true", "true"
	}
	return owned
}

// policies returns the policies of an operator's role. In a shared VPC two of HCP's operators may also assume roles of its owner
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles/main.tf).
func (b *operatorRolesBuilder) policies(operator Operator) ([]rolePolicy, error) {
	if b.args.Product == Classic {
		return []rolePolicy{{"-attachment", b.args.PolicyARNs[operator]}}, nil
	}
	if document := hcpOperators[operator].document; document != nil {
		custom, err := iam.NewPolicy(b.ctx, b.name+"-"+operator.key()+"-policy", &iam.PolicyArgs{
			Name: pulumi.String(operator.roleName(b.args.Prefix) + "-policy"), Path: pulumi.String(b.args.Path),
			Policy: pulumi.String(document().JSON()), Tags: tags.Merge(b.args.Tags, b.tags(operator)),
		}, b.parent)
		if err != nil {
			return nil, err
		}
		return []rolePolicy{{"-attachment", custom.Arn}}, nil
	}
	managed := region.InPartition(b.region, func(p partition.Partition) string { return managedPolicy(p, hcpOperators[operator].policy) })
	policies := []rolePolicy{{"-attachment", managed}}
	shared := b.args.SharedVpcPolicies
	if shared != nil && (operator == OperatorIngress || operator == OperatorControlPlane) {
		policies = append(policies, rolePolicy{"-route53-attachment", shared.Route53ARN})
	}
	if shared != nil && operator == OperatorControlPlane {
		policies = append(policies, rolePolicy{"-vpc-endpoint-attachment", shared.VpcEndpointARN})
	}
	return policies, nil
}

// trust returns the trust policy of an operator's role.
func (b *operatorRolesBuilder) trust(operator Operator) pulumi.StringOutput {
	provider := b.args.OIDCProviderARN.ToStringOutput()
	if b.args.Product == HCP {
		subjects := operator.subjects(hcpOperators[operator].accounts)
		return provider.ApplyT(func(arn string) (string, error) { return operatorTrust(arn, subjects) }).(pulumi.StringOutput)
	}
	return pulumi.All(provider, b.region, b.ocmRoles).ApplyT(func(all []any) (string, error) {
		subjects, err := subjectsOf(all[2].(map[string]any), operator)
		if err != nil {
			return "", err
		}
		return operatorTrust(all[0].(string), subjects)
	}).(pulumi.StringOutput)
}

// operatorTrust accepts tokens of any audience that the OIDC provider accepts, as the trust policies of Red Hat do: they pin only
// the subject (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles, openshift/managed-cluster-config
// resources/sts/4.22/operator_iam_role_policy.json).
func operatorTrust(providerARN string, subjects []string) (string, error) {
	document, err := policy.WebIdentity(providerARN, "", subjects...)
	if err != nil {
		return "", fmt.Errorf("%s.OIDCProviderARN: %w", operatorRolesPath, err)
	}
	return document.JSON(), nil
}
