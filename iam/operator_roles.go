package iam

import (
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
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
	ARNs map[Operator]pulumi.StringOutput `pulumi:"arns"`
}

// NewOperatorRoles registers OperatorRoles.
func NewOperatorRoles(ctx *pulumi.Context, name string, args *OperatorRolesArgs, opts ...pulumi.ResourceOption) (*OperatorRoles, error) {
	return component.Register(ctx, name, args, opts, component.Type[OperatorRolesArgs, OperatorRoles]{
		Token:   "openshift-aws:iam:OperatorRoles",
		Lasting: true,
		Fill:    func(args *OperatorRolesArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Keep: func(args *OperatorRolesArgs) []keep.Rule {
			return keptRoles(operatorRolesPath, args.Product, args.Prefix, args.Path, args.AllowReplacement)
		},
		Children: func(c *component.Builder[OperatorRolesArgs, OperatorRoles]) error {
			c.Component.ARNs = map[Operator]pulumi.StringOutput{}
			b := &operatorRolesBuilder{Builder: c, govCloud: c.Args.govCloud()}
			return component.Run(b.findRegion, b.callOCM, b.registerRoles)
		},
	})
}

type operatorRolesBuilder struct {
	*component.Builder[OperatorRolesArgs, OperatorRoles]

	// govCloud selects the operators of Classic.
	govCloud bool
	region   pulumi.StringOutput
	// ocmRoles is OCM's response, for Classic.
	ocmRoles pulumi.MapOutput
}

func (b *operatorRolesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.Ctx, b.Component, b.Args.Region)
	if err == nil && b.Args.Product == Classic {
		b.region = confirmGovCloud(b.Move, operatorRolesPath, b.region, b.govCloud)
	}
	return err
}

func (b *operatorRolesBuilder) callOCM() error {
	if b.Args.Product == Classic {
		b.ocmRoles = getOperatorRoles(b.Ctx, b.Args.Prefix, b.Parent)
	}
	return nil
}

func (b *operatorRolesBuilder) registerRoles() error {
	inputs := []any{pulumi.String(b.Args.Prefix)}
	for _, operator := range slices.Concat(operatorsOf(b.Args.Product, b.govCloud), b.Args.optional()) {
		policies, err := b.policies(operator)
		if err != nil {
			return err
		}
		arn, err := registerRole(b.Ctx, b.Name+"-"+operator.key(), &iam.RoleArgs{
			Name:                pulumi.String(operator.roleName(b.Args.Prefix)),
			Path:                pulumi.String(b.Args.Path),
			AssumeRolePolicy:    b.trust(operator),
			PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
			Tags:                tags.Merge(b.Args.Tags, b.tags(operator)),
		}, policies, *b.Args.PropagationWait, b.Parent)
		if err != nil {
			return err
		}
		b.Component.ARNs[operator] = arn
		inputs = append(inputs, arn)
	}
	if len(b.Args.LogGroups) > 0 {
		arn, err := b.registerLogForwarder()
		if err != nil {
			return err
		}
		b.Component.ARNs[OperatorLogForwarder] = arn
		inputs = append(inputs, arn)
	}
	b.Component.Prefix = pulumi.All(inputs...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
	return nil
}

// registerLogForwarder registers the role of Red Hat's service, whose policy on roles names this prefix and the path /.
func (b *operatorRolesBuilder) registerLogForwarder() (arn pulumi.StringOutput, err error) {
	name, roleName := b.Name+"-"+OperatorLogForwarder.key(), "CustomerLogDistribution-"+b.Args.Prefix
	owned := tags.Merge(b.Args.Tags, map[string]string{"red-hat-managed": "true"})
	custom, err := iam.NewPolicy(b.Ctx, name+"-policy", &iam.PolicyArgs{
		Name: pulumi.String(roleName + "-policy"), Path: pulumi.String(b.Args.Path), Tags: owned,
		Policy: b.region.ApplyT(func(region string) string {
			return logForwarderPolicy(region, b.Args.LogGroups).JSON()
		}).(pulumi.StringOutput),
	}, b.Parent)
	if err != nil {
		return arn, err
	}
	return registerRole(b.Ctx, name, &iam.RoleArgs{
		Name: pulumi.String(roleName), AssumeRolePolicy: pulumi.String(logForwarderTrust().JSON()),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary), Tags: owned,
	}, []rolePolicy{{"-attachment", custom.Arn}}, *b.Args.PropagationWait, b.Parent)
}

func (b *operatorRolesBuilder) tags(operator Operator) map[string]string {
	owned := map[string]string{
		"red-hat-managed": "true", "operator_namespace": operator.namespace(), "operator_name": operator.name(),
	}
	if hcpOperators[operator].policy != "" && b.Args.Product == HCP {
		owned["rosa_managed_policies"], owned["rosa_hcp_policies"] = "true", "true"
	}
	return owned
}

// policies returns the policies of an operator's role. In a shared VPC two of HCP's operators may also assume roles of its owner
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles/main.tf).
func (b *operatorRolesBuilder) policies(operator Operator) ([]rolePolicy, error) {
	if b.Args.Product == Classic {
		return []rolePolicy{{"-attachment", b.Args.PolicyARNs[operator]}}, nil
	}
	if document := hcpOperators[operator].document; document != nil {
		custom, err := iam.NewPolicy(b.Ctx, b.Name+"-"+operator.key()+"-policy", &iam.PolicyArgs{
			Name: pulumi.String(operator.roleName(b.Args.Prefix) + "-policy"), Path: pulumi.String(b.Args.Path),
			Policy: pulumi.String(document().JSON()), Tags: tags.Merge(b.Args.Tags, b.tags(operator)),
		}, b.Parent)
		if err != nil {
			return nil, err
		}
		return []rolePolicy{{"-attachment", custom.Arn}}, nil
	}
	managed := region.InPartition(b.region, func(p partition.Partition) string { return managedPolicy(p, hcpOperators[operator].policy) })
	policies := []rolePolicy{{"-attachment", managed}}
	shared := b.Args.SharedVpcPolicies
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
	provider := b.Args.OIDCProviderARN.ToStringOutput()
	if b.Args.Product == HCP {
		subjects := operator.subjects(hcpOperators[operator].accounts)
		return check.Apply(b.Move, provider, func(arn string) (string, error) { return operatorTrust(arn, subjects) }).(pulumi.StringOutput)
	}
	return check.Apply(b.Move, pulumi.All(provider, b.region, b.ocmRoles), func(all []any) (string, error) {
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
		return "", check.Problemf(operatorRolesPath+".OIDCProviderARN", "%w", err)
	}
	return document.JSON(), nil
}
