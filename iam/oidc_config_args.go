package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OIDCConfigArgs are the arguments of OIDCConfig. Unless a field says otherwise, a change fails and leaves the configuration as it
// is; with AllowReplacement it replaces the configuration.
type OIDCConfigArgs struct {
	// Unmanaged keeps the issuer's documents and its private key in the user's account. Defaults to an issuer that Red Hat hosts.
	Unmanaged *UnmanagedOIDCArgs
	// AllowReplacement lets changes replace the configuration. Set it only if no cluster uses the configuration: the roles of
	// operators would trust the new issuer, while the cluster has tokens of the old one.
	AllowReplacement bool
	// Tags are the tags of resources in the user's account. The component's own tags take precedence. A change is applied in place.
	Tags pulumi.StringMap
}

// UnmanagedOIDCArgs are the arguments of an issuer in the user's account. AWS and Red Hat read its two documents from the internet: the
// account's own S3 Block Public Access must allow public bucket policies; if it does not, let Red Hat host the issuer.
type UnmanagedOIDCArgs struct {
	// Region is the region of the bucket and the secret, which must be that of the AWS provider. Defaults to the region of the AWS
	// provider.
	Region string
	// Prefix begins the bucket's name, which ends in -oidc- and random characters: 3 to 15 lower-case letters, digits and
	// hyphens, starting with a letter and not ending in a hyphen. Defaults to none.
	Prefix string
	// InstallerRoleARN is the ARN of the role with which Red Hat reads the private key: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput
	// RecoveryWindowDays is the number of days in which Secrets Manager can restore the deleted private key: 7 to 30, or 0 to
	// delete it immediately. Defaults to 30. A change is applied in place.
	RecoveryWindowDays *int
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OIDCConfigArgs) Validate() error {
	var p check.Problems
	args := valueOr(a, OIDCConfigArgs{})
	if args.Unmanaged != nil {
		args.Unmanaged.check(&p, "iam.OIDCConfigArgs.Unmanaged")
	}
	tags.CheckIAM(&p, "iam.OIDCConfigArgs.Tags", args.Tags)
	return p.ErrOf(a)
}

// oidcPrefix has the length limit of the rosa CLI and the form of the Terraform provider (openshift/rosa cmd/create/oidcconfig/cmd.go,
// terraform-provider-rhcs provider/oidcconfiginput).
var oidcPrefix = check.NewFormat("OIDC prefix of 3 to 15 characters", "demo", func(prefix string) bool {
	return len(prefix) >= 3 && len(prefix) <= 15 && check.LowerName.Match(prefix)
})

const (
	minRecoveryWindow     = 7
	maxRecoveryWindow     = 30
	defaultRecoveryWindow = 30
)

func (a *UnmanagedOIDCArgs) check(p *check.Problems, path string) {
	p.Format(path+".Region", a.Region, check.Region)
	p.Format(path+".Prefix", a.Prefix, oidcPrefix)
	p.RequiredFormat(path+".InstallerRoleARN", a.InstallerRoleARN, check.RoleARN)
	if days := valueOr(a.RecoveryWindowDays, defaultRecoveryWindow); days != 0 {
		p.Between(path+".RecoveryWindowDays", days, minRecoveryWindow, maxRecoveryWindow)
	}
}
