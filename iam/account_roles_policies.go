package iam

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Keys of account roles, in addition to worker.
const (
	installer    = "installer"
	support      = "support"
	controlPlane = "control-plane"
)

// accountRole is an account role (openshift/rosa pkg/aws/policies.go, terraform-redhat/terraform-rhcs-rosa-hcp and
// terraform-rhcs-rosa-classic modules/account-iam-resources).
type accountRole struct {
	product Product
	// key is part of the names of Pulumi resources, roleType the value of the tag by which OCM finds the role.
	key, roleType string
	// suffix ends the name of the role.
	suffix string
	// policy is the name of the AWS managed policy for HCP, and the property with the policy in OCM's response for Classic.
	policy string
}

func accountRolesOf(product Product) []accountRole {
	if product == HCP {
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
	return truncateName(prefix + r.suffix)
}

// tags returns the tags by which OCM and the rosa CLI find the role. HCP's installer also needs red-hat-managed: it may list only
// the policies of roles with this tag.
func (r accountRole) tags(args *AccountRolesArgs) map[string]string {
	owned := map[string]string{"red-hat-managed": "true", "rosa_role_prefix": args.Prefix, "rosa_role_type": r.roleType}
	if args.OpenShiftVersion != "" {
		owned["rosa_openshift_version"] = args.OpenShiftVersion
	}
	if r.product == HCP {
		owned["rosa_managed_policies"], owned["rosa_hcp_policies"] = "true", "true"
	}
	return owned
}

func (b *accountRolesBuilder) tags(owned map[string]string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, owned)
}

// trust returns the trust policy of a role, for EC2 or for a role of Red Hat, which presents the external ID if there is one
// (openshift-online/ocm-common pkg/rosa/accountroles/external_id.go).
func (b *accountRolesBuilder) trust(role accountRole) pulumi.StringInput {
	switch role.key {
	case installer:
		return check.Apply(b.Move, b.region, b.installerTrust).(pulumi.StringOutput)
	case support:
		principal := b.Args.SupportPrincipal
		if principal == nil {
			principal = b.ocm.account("stsSupportRhSreRole")
		}
		return principal.ToStringOutput().ApplyT(func(arn string) string { return trustOf(arn, b.Args.ExternalID) }).(pulumi.StringOutput)
	default:
		return region.InPartition(b.region, instanceTrust)
	}
}

func (b *accountRolesBuilder) installerTrust(region string) (string, error) {
	where := partition.OfRegion(region)
	account := b.Args.ocmAccount(where.ID)
	if account == "" {
		return "", check.Problemf(accountRolesPath+".OCMAccountID",
			"is required in %s: OCM has no known account in partition %s", region, where.ID)
	}
	return trustOf(where.ARN("iam", "", account, "role/RH-Managed-OpenShift-Installer"), b.Args.ExternalID), nil
}

// instanceTrust returns the trust policy of roles that EC2 instances assume.
func instanceTrust(p partition.Partition) string {
	return policy.AssumeRole(p.ServicePrincipal("ec2")).JSON()
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

// policies returns the policies of a role. It registers those of Classic.
func (b *accountRolesBuilder) policies(name string, role accountRole) ([]rolePolicy, error) {
	if role.product == Classic {
		custom, err := iam.NewPolicy(b.Ctx, name+"-policy", &iam.PolicyArgs{
			Name:   pulumi.String(role.name(b.Args.Prefix) + "-Policy"),
			Path:   pulumi.String(b.Args.Path),
			Policy: b.ocm.account(role.policy),
			Tags: b.tags(map[string]string{
				"rosa_openshift_version": b.Args.OpenShiftVersion, "rosa_role_prefix": b.Args.Prefix, "rosa_role_type": role.roleType,
			}),
		}, b.Parent)
		if err != nil {
			return nil, err
		}
		return []rolePolicy{{"-attachment", custom.Arn}}, nil
	}
	managed := region.InPartition(b.region, func(p partition.Partition) string { return managedPolicy(p, role.policy) })
	policies := []rolePolicy{{"-attachment", managed}}
	if shared := b.Component.SharedVpcPolicies; shared != nil && role.key == installer {
		policies = append(policies, rolePolicy{"-route53-attachment", shared.Route53ARN}, rolePolicy{"-vpc-endpoint-attachment", shared.VpcEndpointARN})
	}
	return policies, nil
}

// sharedVpcTags are the tags by which the rosa command finds the policies (openshift/rosa pkg/roles/utils.go,
// CheckIfRolesAreHcpSharedVpc).
var sharedVpcTags = map[string]string{"red-hat-managed": "true", "hcp-shared-vpc": "true"}

// registerSharedVpcPolicies registers HCP's policies for the roles of a shared VPC, each named after the role
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/account-iam-resources).
func (b *accountRolesBuilder) registerSharedVpcPolicies() error {
	b.Component.SharedVpcPolicies = b.Args.SharedVpcPolicies
	if b.Args.SharedVpc == nil || b.Args.Product != HCP {
		return nil
	}
	route53, err := b.registerAssumeRolePolicy("route53", b.Args.SharedVpc.Route53RoleARN.ToStringOutput())
	if err != nil {
		return err
	}
	endpoint, err := b.registerAssumeRolePolicy("vpc-endpoint", b.Args.SharedVpc.VpcEndpointRoleARN.ToStringOutput())
	b.Component.SharedVpcPolicies = &SharedVpcPolicies{Route53ARN: route53, VpcEndpointARN: endpoint}
	return err
}

func (b *accountRolesBuilder) registerAssumeRolePolicy(key string, role pulumi.StringOutput) (arn pulumi.StringOutput, err error) {
	assume, err := iam.NewPolicy(b.Ctx, b.Name+"-"+key+"-assume-role", &iam.PolicyArgs{
		Name: role.ApplyT(func(arn string) string { return truncateName(arn[strings.LastIndex(arn, "/")+1:] + "-assume-role") }).(pulumi.StringOutput),
		Path: pulumi.String(b.Args.Path),
		Policy: role.ApplyT(func(arn string) string {
			return policy.New(policy.Statement{Effect: policy.Allow, Action: []string{"sts:AssumeRole"}, Resource: []string{arn}}).JSON()
		}).(pulumi.StringOutput),
		Tags: b.tags(sharedVpcTags),
	}, b.Parent)
	if err != nil {
		return arn, err
	}
	return assume.Arn, nil
}

// sharedRolePlaceholder is the placeholder of the Route 53 role in OCM's policy
// (terraform-redhat/terraform-rhcs-rosa-classic modules/operator-policies/main.tf).
const sharedRolePlaceholder = "%{shared_vpc_role_arn}"

// registerOperatorPolicies registers Classic's policies for operators, which all clusters with these account roles share.
func (b *accountRolesBuilder) registerOperatorPolicies() error {
	if b.Args.Product != Classic {
		return nil
	}
	for _, operator := range operatorsOf(Classic, b.govCloud) {
		registered, err := iam.NewPolicy(b.Ctx, b.Name+"-"+operator.key()+"-policy", &iam.PolicyArgs{
			Name:   pulumi.String(operator.classicPolicyName(b.Args.Prefix)),
			Path:   pulumi.String(b.Args.Path),
			Policy: b.operatorPolicy(operator),
			Tags: b.tags(map[string]string{
				"rosa_openshift_version": b.Args.OpenShiftVersion, "rosa_role_prefix": b.Args.Prefix,
				"operator_namespace": operator.namespace(), "operator_name": operator.name(),
			}),
		}, b.Parent)
		if err != nil {
			return err
		}
		b.Component.OperatorPolicyARNs[operator] = registered.Arn
	}
	return nil
}

func (b *accountRolesBuilder) operatorPolicy(operator Operator) pulumi.StringInput {
	if operator != OperatorIngress || b.Args.SharedVpc == nil {
		return b.ocm.operator(classicPolicies[operator])
	}
	document := b.ocm.operator("sharedVpcOpenshiftIngressOperatorCloudCredentialsPolicy")
	return pulumi.All(document, b.Args.SharedVpc.Route53RoleARN).ApplyT(func(all []any) string {
		return strings.ReplaceAll(all[0].(string), sharedRolePlaceholder, all[1].(string))
	}).(pulumi.StringOutput)
}
