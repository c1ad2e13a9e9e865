package iam

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// AccountRolesArgs are the arguments of AccountRoles.
type AccountRolesArgs struct {
	// Product says whose clusters the roles are for. Default RosaHCP. A change replaces all roles, which no cluster survives.
	Product RosaProduct
	// Prefix begins the roles' names. Default ManagedOpenShift, as the rosa command has it. At most 40 characters for HCP, whose
	// policies know the roles by the ends of their names, and 62 for Classic, whose names are cut at 64. A change replaces
	// all roles: OCM lets no cluster move to others, so make a second set instead.
	Prefix string
	// Region is a region of the clusters, such as us-east-2. Required. It decides the partition; a change within a partition
	// changes nothing.
	Region string
	// Path is the path of roles and policies: letters and digits between slashes. Default "/". Operator roles must have the same.
	// A change deletes them and makes them again under their names, at which clusters that use them stop working.
	Path string
	// PermissionsBoundary is the ARN of the policy that limits what the roles may ever do. Optional. A change is made in place.
	PermissionsBoundary pulumi.StringInput
	// ExternalID is what Red Hat must present to take the installer and support roles: 2 to 1224 letters, digits and any of
	// =,.@:/-. Optional. The cluster must be given the same (trust_policy_external_id). A change is made in place.
	ExternalID string
	// OpenShiftVersion is the minor version that Classic's policies are for, such as 4.18: a tag by which the rosa command
	// tells whether they do for a cluster, while their text is always OCM's newest. Required for Classic; for HCP, whose
	// policies have no version, optional. A change is made in place.
	OpenShiftVersion string
	// Environment is the OCM installation that takes the roles. Default OCMProduction. A change is made in place.
	Environment OCMEnvironment
	// OCMAccountID is the AWS account of Red Hat's roles, 12 digits. Default: that of Environment. Required in partitions in
	// which Red Hat has none that is known, such as China. A change is made in place.
	OCMAccountID string
	// SupportPrincipal is the ARN of Red Hat's role that takes the support role. Default: asked of OCM at every run, previews
	// included. With it, HCP roles can be made without OCM. A change is made in place.
	SupportPrincipal pulumi.StringInput
	// SharedVpc gives access to a VPC of another account. Default none. A change is made in place.
	SharedVpc *SharedVpcArgs
	// PropagationWait is how old roles get before the component's outputs tell of them, so that the services that take them know
	// them. Default 10 s, the wait of Red Hat's own modules; negative: none; at most 5 minutes. Only the run that makes a role waits.
	PropagationWait time.Duration
	// Tags are set on roles and policies. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// SharedVpcArgs name the roles of the account that owns a shared VPC.
type SharedVpcArgs struct {
	// Route53RoleARN is the ARN of the role that may write the cluster's DNS records. Required.
	Route53RoleARN pulumi.StringInput
	// VpcEndpointRoleARN is the ARN of the role that may make the cluster's VPC endpoint. Required for HCP; Classic has none.
	VpcEndpointRoleARN pulumi.StringInput
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *AccountRolesArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	const at = "iam.AccountRolesArgs."
	checkProduct(&p, at+"Product", full.Product)
	if full.Product == RosaClassic {
		checkPrefix(&p, at+"Prefix", full.Prefix, classicAccountPrefixLimit, "so that the roles' names differ after the cut at 64 characters")
	} else {
		checkPrefix(&p, at+"Prefix", full.Prefix, hcpAccountPrefixLimit, "because HCP knows the roles by the uncut ends of their names")
	}
	checkRegion(&p, at+"Region", full.Region)
	checkRosaPath(&p, at+"Path", full.Path)
	checkBoundary(&p, at+"PermissionsBoundary", full.PermissionsBoundary, full.Region)
	if n := len(full.ExternalID); n > 0 && (n < 2 || n > externalIDLimit || !externalID.MatchString(full.ExternalID)) {
		p.Addf(at+"ExternalID", "%q must be 2 to 1224 letters, digits and any of =,.@:/-", full.ExternalID)
	}
	full.checkVersion(&p, at+"OpenShiftVersion")
	full.checkTrusted(&p, at)
	full.checkSharedVpc(&p, at+"SharedVpc")
	checkPropagationWait(&p, at+"PropagationWait", full.PropagationWait)
	tags.Check(&p, at+"Tags", full.Tags)
	return p.Err()
}

func (a *AccountRolesArgs) checkVersion(p *check.Problems, field string) {
	switch {
	case a.OpenShiftVersion == "" && a.Product == RosaClassic:
		p.Addf(field, "is required for %s; write a minor version such as 4.18", RosaClassic)
	case a.OpenShiftVersion != "" && !minorVersion.MatchString(a.OpenShiftVersion):
		p.Addf(field, "%q is no minor version; write one such as 4.18", a.OpenShiftVersion)
	}
}

// checkTrusted looks at whom the roles trust.
func (a *AccountRolesArgs) checkTrusted(p *check.Problems, at string) {
	switch a.Environment {
	case OCMProduction, OCMStaging, OCMIntegration:
	default:
		p.Addf(at+"Environment", "%q is no environment; write %s, %s or %s", a.Environment, OCMProduction, OCMStaging, OCMIntegration)
		return
	}
	switch {
	case a.OCMAccountID != "" && !accountID.MatchString(a.OCMAccountID):
		p.Addf(at+"OCMAccountID", "%q is no AWS account; write 12 digits", a.OCMAccountID)
	case a.OCMAccountID == "" && partition.IsRegion(a.Region):
		p.Addf(at+"OCMAccountID", "is required: no account of Red Hat's is known in the partition of %s", a.Region)
	}
	checkKnownARN(p, at+"SupportPrincipal", a.SupportPrincipal, roleARN, suchRole)
}

func (a *AccountRolesArgs) checkSharedVpc(p *check.Problems, field string) {
	if a.SharedVpc == nil {
		return
	}
	if p.Required(field+".Route53RoleARN", a.SharedVpc.Route53RoleARN) {
		checkKnownARN(p, field+".Route53RoleARN", a.SharedVpc.Route53RoleARN, roleARN, suchRole)
	}
	const endpoint = ".VpcEndpointRoleARN"
	switch {
	case a.Product == RosaClassic && a.SharedVpc.VpcEndpointRoleARN != nil:
		p.Addf(field+endpoint, "is for %s only; %s makes no endpoint in a shared VPC", RosaHCP, RosaClassic)
	case a.Product == RosaHCP && p.Required(field+endpoint, a.SharedVpc.VpcEndpointRoleARN):
		checkKnownARN(p, field+endpoint, a.SharedVpc.VpcEndpointRoleARN, roleARN, suchRole)
	}
}

// externalIDLimit is the most characters that an external id has (IAM API reference, AssumeRole).
const externalIDLimit = 1224

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *AccountRolesArgs) withDefaults() *AccountRolesArgs {
	var full AccountRolesArgs
	if a != nil {
		full = *a
	}
	if full.Product == "" {
		full.Product = RosaHCP
	}
	if full.Prefix == "" {
		full.Prefix = "ManagedOpenShift"
	}
	if full.Path == "" {
		full.Path = "/"
	}
	if full.Environment == "" {
		full.Environment = OCMProduction
	}
	if full.OCMAccountID == "" {
		full.OCMAccountID = ocmAccounts[partition.OfRegion(full.Region).ID][full.Environment]
	}
	if full.PropagationWait == 0 {
		full.PropagationWait = accountRolesWait
	}
	return &full
}
