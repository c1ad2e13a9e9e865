package iam

import (
	"cmp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// AccountRolesArgs are the arguments of AccountRoles. Unless a field says otherwise, changes are applied in place.
type AccountRolesArgs struct {
	// Product is the product of the clusters. Defaults to HCP. A change needs AllowReplacement.
	Product Product `check:"hcp|classic" default:"hcp"`
	// Prefix begins the names of the roles. Defaults to ManagedOpenShift, like the rosa CLI. At most 40 characters for HCP, whose
	// policies match role names by their suffixes, and 46 for Classic: names are truncated to 64 characters, and those of the
	// operators' policies must differ. A change needs AllowReplacement. OCM cannot move a cluster to other roles: create a second set
	// instead.
	Prefix string `check:"format=iam-name" default:"ManagedOpenShift"`
	// Region is a region of the clusters, which decides the partition. Defaults to the region of the AWS provider. It must be set
	// for Classic on GovCloud if the component has its own AWS provider.
	Region string `check:"format=region"`
	// Path is the IAM path of roles and policies: letters, digits and +=,.@_- between slashes. Defaults to /. Operator roles must have the
	// same path. A change needs AllowReplacement: it deletes and recreates the roles under their names.
	Path string `check:"format=rosa-path" default:"/"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the roles. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// ExternalID is the text that Red Hat must present to assume the installer and support roles: 2 to 1224 characters. The cluster must
	// have the same value. Defaults to none.
	ExternalID string `check:"format=external-id"`
	// OpenShiftVersion is the minor version of Classic's policies, such as 4.18. It is a tag by which the rosa CLI decides whether
	// the roles suit a cluster; the policies themselves are always OCM's newest. Required for Classic. Optional for HCP, whose
	// policies have no version.
	OpenShiftVersion string `check:"format=minor-version"`
	// Environment is the OCM installation that assumes the roles. Defaults to OCMProduction.
	Environment OCMEnvironment `check:"production|staging|integration" default:"production"`
	// OCMAccountID is the AWS account of OCM. Defaults to the account of [Environment]. Required in partitions without a known
	// account, such as China.
	OCMAccountID string `check:"format=account-id"`
	// SupportPrincipal is the ARN of Red Hat's role that assumes the support role. Defaults to OCM's response, which every run
	// requests, previews included. With SupportPrincipal, roles of HCP are created without calling OCM.
	SupportPrincipal pulumi.StringInput `check:"format=role-arn"`
	// SharedVpc grants access to a VPC of another account. Defaults to none. For HCP it registers policies that are named after the roles
	// of that account, so only one AccountRoles in an account can have it: pass its SharedVpcPolicies to the others.
	SharedVpc *SharedVpcArgs `check:"not=SharedVpcPolicies"`
	// SharedVpcPolicies are the policies of another AccountRoles in this account that has SharedVpc for the same VPC:
	// AccountRoles.SharedVpcPolicies. For HCP only. Excludes SharedVpc. Defaults to none.
	SharedVpcPolicies *SharedVpcPolicies
	// PropagationWait is the minimum age of a new role before its ARN resolves, because IAM is eventually consistent: 0 to 5
	// minutes. Defaults to 10 seconds, the wait of Red Hat's Terraform modules. Only the update that creates a role waits.
	PropagationWait *time.Duration `check:"0s..5m" default:"10s"`
	// AllowReplacement permits changes of Product, [Prefix] and [Path], which delete the roles: clusters that use them stop
	// working. Set it only if no cluster uses them. Defaults to false.
	AllowReplacement bool
	// Tags are the tags of roles and policies. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// SharedVpcArgs are roles in the account that owns a shared VPC. Changes are applied in place.
type SharedVpcArgs struct {
	// Route53RoleARN is the ARN of the role that may write the cluster's DNS records. Required.
	Route53RoleARN pulumi.StringInput `check:"required,format=role-arn"`
	// VpcEndpointRoleARN is the ARN of the role that may create the cluster's VPC endpoint. Required for HCP; Classic creates no
	// endpoint.
	VpcEndpointRoleARN pulumi.StringInput `check:"format=role-arn"`
}

const accountRolesPath = "iam.AccountRolesArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. Without Region it does not check what depends on
// the partition; NewAccountRoles does.
func (a *AccountRolesArgs) Validate() error {
	a, p := check.Begin(a)
	const path = accountRolesPath
	limit := hcpAccountPrefixLimit
	if a.Product == Classic {
		limit = classicAccountPrefixLimit
		p.Required(path+".OpenShiftVersion", a.OpenShiftVersion)
	}
	p.Length(path+".Prefix", a.Prefix, 1, limit)
	p.ARNIn(path+".PermissionsBoundary", a.PermissionsBoundary, a.Region)
	p.ARNIn(path+".SupportPrincipal", a.SupportPrincipal, a.Region)
	where := partition.OfRegion(a.Region).ID
	if knownEnvironment := ocmAccounts["aws"][a.Environment] != ""; knownEnvironment && partition.IsRegion(a.Region) && a.ocmAccount(where) == "" {
		p.Addf(path+".OCMAccountID", "is required in %s: OCM has no known account in partition %s", a.Region, where)
	}
	a.checkSharedVpc(&p, path+".SharedVpc")
	a.SharedVpcPolicies.check(&p, path+".SharedVpcPolicies", a.Product)
	return p.ErrOf(a)
}

func (a *AccountRolesArgs) checkSharedVpc(p *check.Problems, path check.Path) {
	switch {
	case a.SharedVpc == nil:
	case a.Product == HCP:
		p.Required(path+".VpcEndpointRoleARN", a.SharedVpc.VpcEndpointRoleARN)
	case a.Product == Classic && a.SharedVpc.VpcEndpointRoleARN != nil:
		p.Addf(path+".VpcEndpointRoleARN", "must not be set for %s, which creates no endpoint in a shared VPC", a.Product)
	}
}

// ocmAccount returns the account of OCM in a partition; empty if it is unknown.
func (a *AccountRolesArgs) ocmAccount(partitionID string) string {
	return cmp.Or(a.OCMAccountID, ocmAccounts[partitionID][a.Environment])
}
