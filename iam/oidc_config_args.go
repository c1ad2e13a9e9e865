package iam

import (
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OIDCConfigArgs are the arguments of OIDCConfig. Where a change replaces the configuration, the run fails instead and leaves it as it is,
// unless AllowReplacement is set.
type OIDCConfigArgs struct {
	// Unmanaged keeps the issuer's documents and its private key in the user's account. Default: Red Hat hosts both. A change
	// between the two replaces the configuration.
	Unmanaged *UnmanagedOIDCArgs
	// AllowReplacement lets changes make another issuer in the place of this one. Set it only when no cluster uses the configuration:
	// the operators' roles would trust the new issuer, and the cluster has tokens of the old one.
	AllowReplacement bool
	// Tags are set on what is made in the user's account. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// UnmanagedOIDCArgs tell how the user hosts an OIDC configuration. AWS and Red Hat read the issuer's two documents from the internet: the
// account's own block of public access to S3 must leave bucket policies alone, else let Red Hat host the issuer.
type UnmanagedOIDCArgs struct {
	// Region is the region of the bucket and the secret, such as us-east-2: that of the AWS provider, which makes them.
	// Required. A change replaces the configuration and all that it is made of.
	Region string
	// Prefix begins the bucket's name, which goes on with -oidc- and random characters: 3 to 15 lower-case letters, digits
	// and hyphens, from a letter to a letter or digit. Default none. A change replaces the configuration and all that it is made of.
	Prefix string
	// InstallerRoleARN is the ARN of the role by which Red Hat reads the private key: AccountRoles.InstallerRoleARN. Required. A
	// change replaces the configuration.
	InstallerRoleARN pulumi.StringInput
	// RecoveryWindowDays is how long Secrets Manager can bring back the private key after it was destroyed: 7 to 30 days, or -1
	// to destroy it at once. Default 30. A change is made in place.
	RecoveryWindowDays int
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *OIDCConfigArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	if full.Unmanaged != nil {
		full.Unmanaged.check(&p, "iam.OIDCConfigArgs.Unmanaged.")
	}
	tags.Check(&p, "iam.OIDCConfigArgs.Tags", full.Tags)
	return p.Err()
}

// oidcPrefix and its limit are the rosa command's, of 15 characters, and the Terraform provider's form
// (openshift/rosa cmd/create/oidcconfig/cmd.go, terraform-provider-rhcs provider/oidcconfiginput).
var oidcPrefix = regexp.MustCompile(`^[a-z][a-z0-9-]+[a-z0-9]$`)

const (
	oidcPrefixLimit       = 15
	defaultRecoveryWindow = 30
	destroyAtOnce         = -1
)

func (a *UnmanagedOIDCArgs) check(p *check.Problems, at string) {
	checkRegion(p, at+"Region", a.Region)
	switch {
	case a.Prefix == "":
	case len(a.Prefix) > oidcPrefixLimit:
		p.Addf(at+"Prefix", "%q has %d characters; OCM takes at most %d", a.Prefix, len(a.Prefix), oidcPrefixLimit)
	case !oidcPrefix.MatchString(a.Prefix):
		p.Addf(at+"Prefix", "%q must be three or more lower-case letters, digits and hyphens, begin with a letter and not end in a hyphen", a.Prefix)
	}
	if p.Required(at+"InstallerRoleARN", a.InstallerRoleARN) {
		checkKnownARN(p, at+"InstallerRoleARN", a.InstallerRoleARN, roleARN, suchRole)
	}
	if days := a.RecoveryWindowDays; days != destroyAtOnce && (days < 7 || days > 30) {
		p.Addf(at+"RecoveryWindowDays", "%d is not possible; write 7 to 30, or %d for none", days, destroyAtOnce)
	}
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *OIDCConfigArgs) withDefaults() *OIDCConfigArgs {
	var full OIDCConfigArgs
	if a != nil {
		full = *a
	}
	if full.Unmanaged != nil {
		unmanaged := *full.Unmanaged
		if unmanaged.RecoveryWindowDays == 0 {
			unmanaged.RecoveryWindowDays = defaultRecoveryWindow
		}
		full.Unmanaged = &unmanaged
	}
	return &full
}
