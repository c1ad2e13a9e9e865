package iam

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// OCMRole is the role that OpenShift Cluster Manager (OCM) assumes in the account to verify the roles and OIDC providers of clusters that
// the console at console.redhat.com creates: what `rosa create ocm-role` creates (openshift/rosa d80ba25 cmd/create/ocmrole,
// internal/ocmrole). Its name has the external ID of the organization of the provider's token, and its policies are OCM's, which every run
// requests, previews included. Clusters that a program creates need no OCM role.
//
// OCM uses the role when it is linked to the organization: pass RoleARN to rosa.OCMRoleLink of package cluster/rosa. An organization has
// one linked role for an account.
type OCMRole struct {
	pulumi.ResourceState

	// RoleARN is the ARN of the role. It resolves when the role exists, its policies are attached, and IAM has propagated it.
	RoleARN pulumi.StringOutput `pulumi:"roleArn"`
	// RoleName is the name of the role: <prefix>-OCM-Role-<external ID of the organization>.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// OCMRoleProfile says what OCM may do in the account.
type OCMRoleProfile string

// The profiles of OCM roles, those of `rosa create ocm-role`.
const (
	// OCMRoleStandard lets OCM read what a cluster needs.
	OCMRoleStandard OCMRoleProfile = "standard"
	// OCMRoleAdmin also lets OCM create the roles of operators and OIDC providers, the automatic mode of the console.
	OCMRoleAdmin OCMRoleProfile = "admin"
	// OCMRoleNoConsole lets OCM read its own role only: the console cannot create clusters.
	OCMRoleNoConsole OCMRoleProfile = "no-console"
)

// OCMRoleArgs are the arguments of OCMRole. Unless a field says otherwise, changes are applied in place.
type OCMRoleArgs struct {
	// Prefix begins the name of the role. Defaults to ManagedOpenShift, like the rosa CLI. At most 32 characters. A change replaces the
	// role and its policies.
	Prefix string `check:"format=iam-name,length=1..32" default:"ManagedOpenShift"`
	// Profile says what OCM may do in the account. Defaults to OCMRoleStandard.
	Profile OCMRoleProfile `check:"standard|admin|no-console" default:"standard"`
	// Region is a region of the account, which decides the partition. Defaults to the region of the AWS provider.
	Region string `check:"format=region"`
	// Path is the IAM path of the role and its policies: letters, digits and +=,.@_- between slashes. Defaults to /. A change replaces them.
	Path string `check:"format=rosa-path" default:"/"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the role. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// PropagationWait is the minimum age of a new role before its ARN resolves, because IAM is eventually consistent: 0 to 5
	// minutes. Defaults to 10 seconds, as for AccountRoles. Only the update that creates the role waits.
	PropagationWait *time.Duration `check:"0s..5m" default:"10s"`
	// Tags are the tags of the role and its policies. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

const ocmRolePath = "iam.OCMRoleArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. Without Region it does not check the partition of
// PermissionsBoundary; NewOCMRole does.
func (a *OCMRoleArgs) Validate() error {
	full, p := check.Begin(a)
	p.ARNIn(ocmRolePath+".PermissionsBoundary", full.PermissionsBoundary, full.Region)
	return p.ErrOf(a)
}

// NewOCMRole registers an OCMRole.
func NewOCMRole(ctx *pulumi.Context, name string, args *OCMRoleArgs, opts ...pulumi.ResourceOption) (*OCMRole, error) {
	return component.Register(ctx, name, args, opts, component.Type[OCMRoleArgs, OCMRole]{
		Token: "openshift-aws:iam:OCMRole",
		Fill:  func(args *OCMRoleArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Children: func(c *component.Builder[OCMRoleArgs, OCMRole]) error {
			b := &ocmRoleBuilder{Builder: c}
			return b.register()
		},
	})
}

// ocmRolePolicy is a policy of the role: the end of its name, the property with the document in OCM's response, and the tag by which the
// rosa command finds the profile, if it has one.
type ocmRolePolicy struct{ key, suffix, property, tag string }

// policies returns the policies of the profile (openshift/rosa d80ba25 internal/ocmrole/core.go, CreateRolesInternal).
func (p OCMRoleProfile) policies() []ocmRolePolicy {
	standard := ocmRolePolicy{"standard", "-Policy", "stsOcmPermissionPolicy", ""}
	switch p {
	case OCMRoleAdmin:
		return []ocmRolePolicy{standard, {"admin", "-Admin-Policy", "stsOcmAdminPermissionPolicy", "rosa_admin_role"}}
	case OCMRoleNoConsole:
		return []ocmRolePolicy{{"no-console", "-NoConsole-Policy", "stsOcmNoConsolePermissionPolicy", "rosa_no_console_role"}}
	}
	return []ocmRolePolicy{standard}
}

type ocmRoleBuilder struct {
	*component.Builder[OCMRoleArgs, OCMRole]

	ocm  ocmResponse
	info ocmResponse
}

func (b *ocmRoleBuilder) register() error {
	where, err := region.Of(b.Ctx, b.Component, b.Args.Region)
	if err != nil {
		return err
	}
	b.ocm, b.info = getPolicies(b.Ctx, HCP, b.Parent), getInfo(b.Ctx, b.Parent)
	roleName := b.info.text("organizationExternalId").ApplyT(func(organization string) string {
		return truncateName(b.Args.Prefix + "-OCM-Role-" + organization)
	}).(pulumi.StringOutput)
	var attached []rolePolicy
	owned := map[string]string{}
	for _, each := range b.Args.Profile.policies() {
		arn, err := b.registerPolicy(each, roleName)
		if err != nil {
			return err
		}
		attached = append(attached, rolePolicy{"-" + each.key + "-attachment", arn})
		maps.Copy(owned, each.tags())
	}
	b.Component.RoleName = roleName
	b.Component.RoleARN, err = registerRole(b.Ctx, b.Name, &iam.RoleArgs{
		Name:                roleName,
		Path:                pulumi.String(b.Args.Path),
		AssumeRolePolicy:    b.trust(where),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
		Tags:                b.tags(owned),
	}, attached, *b.Args.PropagationWait, b.Parent)
	return err
}

func (b *ocmRoleBuilder) registerPolicy(each ocmRolePolicy, roleName pulumi.StringOutput) (arn pulumi.StringOutput, err error) {
	registered, err := iam.NewPolicy(b.Ctx, b.Name+"-"+each.key+"-policy", &iam.PolicyArgs{
		Name:   pulumi.Sprintf("%s%s", roleName, each.suffix),
		Path:   pulumi.String(b.Args.Path),
		Policy: b.ocm.text("ocmRolePolicies", each.property),
		Tags:   b.tags(each.tags()),
	}, b.Parent)
	if err != nil {
		return arn, err
	}
	return registered.Arn, nil
}

func (p ocmRolePolicy) tags() map[string]string {
	if p.tag == "" {
		return nil
	}
	return map[string]string{p.tag: "true"}
}

// tags returns the tags by which the rosa command finds the role and its policies, and those of a profile.
func (b *ocmRoleBuilder) tags(profile map[string]string) pulumi.StringMap {
	all := tags.Merge(b.Args.Tags, map[string]string{"red-hat-managed": "true", "rosa_role_prefix": b.Args.Prefix, "rosa_role_type": "OCM"})
	all["rosa_environment"] = b.info.text("ocmApi").ApplyT(func(url string) string { return string(environmentOf(url)) }).(pulumi.StringOutput)
	return tags.Merge(all, profile)
}

// environmentOf returns the environment of OCM's API (terraform-redhat/terraform-rhcs-rosa-hcp v1.7.4 modules/ocm-role).
func environmentOf(url string) OCMEnvironment {
	switch {
	case strings.Contains(url, "api.stage."):
		return OCMStaging
	case strings.Contains(url, "integration"), strings.Contains(url, ".int."):
		return OCMIntegration
	}
	return OCMProduction
}

// trust returns the trust policy of the role: OCM's document, in which the rosa command replaces OCM's account and the organization, which
// OCM must present as external ID (openshift/rosa d80ba25 pkg/aws/policy_document.go, InterpolatePolicyDocument;
// openshift/managed-cluster-config a0bed76 resources/sts/4.22/sts_ocm_trust_policy.json).
func (b *ocmRoleBuilder) trust(region pulumi.StringOutput) pulumi.StringOutput {
	document := b.ocm.text("ocmRolePolicies", "stsOcmTrustPolicy")
	account, organization := b.info.text("ocmAwsAccountId"), b.info.text("organizationId")
	return pulumi.All(document, account, organization, region).ApplyT(func(all []any) (string, error) {
		where := partition.OfRegion(all[3].(string)).ID
		trust := strings.NewReplacer(
			"%{partition}", where, "%{aws_account_id}", all[1].(string), "%{ocm_organization_id}", all[2].(string), "arn:aws:", "arn:"+where+":",
		).Replace(all[0].(string))
		if strings.Contains(trust, "%{") {
			return "", fmt.Errorf("the trust policy of OpenShift Cluster Manager has a placeholder that this version does not know: %s", trust)
		}
		return trust, nil
	}).(pulumi.StringOutput)
}
