package iam

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// The account's roles in this library's words, beside worker.
const (
	installer    = "installer"
	support      = "support"
	controlPlane = "control-plane"
)

// accountRole is what is known of one of the account's roles (openshift/rosa pkg/aws/policies.go,
// terraform-redhat/terraform-rhcs-rosa-hcp and terraform-rhcs-rosa-classic modules/account-iam-resources).
type accountRole struct {
	product RosaProduct
	// key is part of Pulumi's names, roleType the value of the tag by which OCM knows the role.
	key, roleType string
	suffix        string
	// policy is the name of AWS's policy for HCP, and for Classic the property of OCM's answer that holds its text.
	policy string
}

func accountRolesOf(product RosaProduct) []accountRole {
	if product == RosaHCP {
		return []accountRole{
			{product, installer, "installer", "-HCP-ROSA-Installer-Role", "ROSAInstallerPolicy"},
			{product, support, "support", "-HCP-ROSA-Support-Role", "ROSASRESupportPolicy"},
			{product, worker, "instance_worker", "-HCP-ROSA-Worker-Role", "ROSAWorkerInstancePolicy"},
		}
	}
	return []accountRole{
		{product, installer, "installer", "-Installer-Role", "stsInstallerPermissionPolicy"},
		{product, support, "support", "-Support-Role", "stsSupportPermissionPolicy"},
		{product, worker, "instance_worker", "-Worker-Role", "stsInstanceWorkerPermissionPolicy"},
		{product, controlPlane, "instance_controlplane", "-ControlPlane-Role", "stsInstanceControlplanePermissionPolicy"},
	}
}

func (r accountRole) name(prefix string) string {
	return cutName(prefix + r.suffix)
}

// roleTags are how OCM and the rosa command find the roles. red-hat-managed is more than a mark: HCP's installer may list
// the policies only of roles that have it.
func (r accountRole) roleTags(args *AccountRolesArgs) map[string]string {
	owned := map[string]string{"red-hat-managed": "true", "rosa_role_prefix": args.Prefix, "rosa_role_type": r.roleType}
	if args.OpenShiftVersion != "" {
		owned["rosa_openshift_version"] = args.OpenShiftVersion
	}
	if r.product == RosaHCP {
		owned["rosa_managed_policies"], owned["rosa_hcp_policies"] = "true", "true"
	}
	return owned
}

func (b *accountRolesBuilder) tags(owned map[string]string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, owned)
}

// trust says who takes a role: machines, or one of Red Hat's own roles, which shows the external id if there is one
// (openshift-online/ocm-common pkg/rosa/accountroles/external_id.go).
func (b *accountRolesBuilder) trust(role accountRole) pulumi.StringInput {
	where := partition.OfRegion(b.args.Region)
	switch role.key {
	case installer:
		return pulumi.String(trustOf(where.ARN("iam", "", b.args.OCMAccountID, "role/RH-Managed-OpenShift-Installer"), b.args.ExternalID))
	case support:
		principal := b.args.SupportPrincipal
		if principal == nil {
			principal = b.ocm.account("stsSupportRhSreRole")
		}
		return principal.ToStringOutput().ApplyT(func(arn string) string { return trustOf(arn, b.args.ExternalID) }).(pulumi.StringOutput)
	default:
		return pulumi.String(policy.AssumeRole(where.ServicePrincipal("ec2")).JSON())
	}
}

func trustOf(principal, externalID string) string {
	statement := policy.Statement{
		Effect:    policy.Allow,
		Principal: map[string][]string{"AWS": {principal}},
		Action:    []string{"sts:AssumeRole"},
	}
	if externalID != "" {
		statement.Condition = map[string]map[string][]string{"StringEquals": {"sts:ExternalId": {externalID}}}
	}
	return policy.New(statement).JSON()
}

// attachable is a policy and the end of Pulumi's name of its attachment.
type attachable struct {
	key string
	arn pulumi.StringInput
}

func (b *accountRolesBuilder) policies(name string, role accountRole) ([]attachable, error) {
	if role.product == RosaClassic {
		own, err := iam.NewPolicy(b.ctx, name+"-policy", &iam.PolicyArgs{
			Name:   pulumi.String(role.name(b.args.Prefix) + "-Policy"),
			Path:   pulumi.String(b.args.Path),
			Policy: b.ocm.account(role.policy),
			Tags: b.tags(map[string]string{
				"rosa_openshift_version": b.args.OpenShiftVersion, "rosa_role_prefix": b.args.Prefix, "rosa_role_type": role.roleType,
			}),
		}, b.parent)
		if err != nil {
			return nil, err
		}
		return []attachable{{"-attachment", own.Arn}}, nil
	}
	policies := []attachable{{"-attachment", pulumi.String(managedPolicy(partition.OfRegion(b.args.Region), role.policy))}}
	if role.key == installer {
		for i, shared := range b.shared {
			policies = append(policies, attachable{"-" + sharedRoles[i] + "-attachment", shared.Arn})
		}
	}
	return policies, nil
}

// sharedRoles are the roles of a shared VPC's owner in this library's words.
var sharedRoles = []string{"route53", "vpc-endpoint"}

// sharedVPC registers the policies by which HCP's roles take those of a shared VPC's owner, each named after the role
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/account-iam-resources).
func (b *accountRolesBuilder) sharedVPC() error {
	if b.args.SharedVpc == nil || b.args.Product != RosaHCP {
		return nil
	}
	for i, role := range []pulumi.StringInput{b.args.SharedVpc.Route53RoleARN, b.args.SharedVpc.VpcEndpointRoleARN} {
		arn := role.ToStringOutput()
		shared, err := iam.NewPolicy(b.ctx, b.name+"-"+sharedRoles[i]+"-assume-role", &iam.PolicyArgs{
			Name: arn.ApplyT(func(arn string) string { return arn[strings.LastIndex(arn, "/")+1:] + "-assume-role" }).(pulumi.StringOutput),
			Path: pulumi.String(b.args.Path),
			Policy: arn.ApplyT(func(arn string) string {
				return policy.New(policy.Statement{Effect: policy.Allow, Action: []string{"sts:AssumeRole"}, Resource: []string{arn}}).JSON()
			}).(pulumi.StringOutput),
			Tags: b.tags(nil),
		}, b.parent)
		if err != nil {
			return err
		}
		b.shared = append(b.shared, shared)
	}
	b.component.Route53AssumeRolePolicyARN = b.shared[0].Arn
	b.component.VpcEndpointAssumeRolePolicyARN = b.shared[1].Arn
	return nil
}

// sharedRolePlaceholder stands for the Route 53 role in the policy that OCM gives
// (terraform-redhat/terraform-rhcs-rosa-classic modules/operator-policies/main.tf).
const sharedRolePlaceholder = "%{shared_vpc_role_arn}"

// operatorPolicies registers Classic's policies of operators, which all clusters with these account roles share.
func (b *accountRolesBuilder) operatorPolicies() error {
	b.component.OperatorPolicyARNs = map[Operator]pulumi.StringOutput{}
	if b.args.Product != RosaClassic {
		return nil
	}
	for _, operator := range operatorsOf(RosaClassic, partition.OfRegion(b.args.Region).ID) {
		registered, err := iam.NewPolicy(b.ctx, b.name+"-"+operator.key()+"-policy", &iam.PolicyArgs{
			Name:   pulumi.String(operator.classicPolicyName(b.args.Prefix)),
			Path:   pulumi.String(b.args.Path),
			Policy: b.operatorPolicy(operator),
			Tags: b.tags(map[string]string{
				"rosa_openshift_version": b.args.OpenShiftVersion, "rosa_role_prefix": b.args.Prefix,
				"operator_namespace": operator.namespace(), "operator_name": operator.name(),
			}),
		}, b.parent)
		if err != nil {
			return err
		}
		b.component.OperatorPolicyARNs[operator] = registered.Arn
	}
	return nil
}

func (b *accountRolesBuilder) operatorPolicy(operator Operator) pulumi.StringInput {
	if operator != OperatorIngress || b.args.SharedVpc == nil {
		return b.ocm.operator(classicPolicies[operator])
	}
	text := b.ocm.operator("sharedVpcOpenshiftIngressOperatorCloudCredentialsPolicy")
	return pulumi.All(text, b.args.SharedVpc.Route53RoleARN).ApplyT(func(all []any) string {
		return strings.ReplaceAll(all[0].(string), sharedRolePlaceholder, all[1].(string))
	}).(pulumi.StringOutput)
}
