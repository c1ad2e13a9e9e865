package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// OIDCConfigArgs are the arguments of OIDCConfig. Unless a field says otherwise, a change fails and leaves the configuration as it
// is; with AllowReplacement it replaces the configuration.
type OIDCConfigArgs struct {
	// Unmanaged keeps the issuer's documents and its private key in the user's account. Defaults to an issuer that Red Hat hosts.
	Unmanaged *UnmanagedOIDCArgs
	// AllowReplacement lets changes replace the configuration. Set it only if no cluster uses the configuration: the roles of
	// operators would trust the new issuer, while the cluster has tokens of the old one. The [OIDCProvider] of the configuration
	// changes with it: name it in openshift-aws:allowLoss for that update.
	AllowReplacement bool
	// Tags are the tags of resources in the user's account. The component's own tags take precedence. A change is applied in place.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// UnmanagedOIDCArgs are the arguments of an issuer in the user's account. AWS and Red Hat read its two documents from the internet: the
// account's own S3 Block Public Access must allow public bucket policies; if it does not, let Red Hat host the issuer.
type UnmanagedOIDCArgs struct {
	// Region is the region of the bucket and the secret, which must be that of the AWS provider. Defaults to the region of the AWS
	// provider.
	Region string `check:"format=region"`
	// Prefix begins the bucket's name, which ends in -oidc- and random characters: 3 to 15 lower-case letters, digits and
	// hyphens, starting with a letter and not ending in a hyphen. Defaults to none.
	Prefix string `check:"format=oidc-prefix"`
	// InstallerRoleARN is the ARN of the role with which Red Hat reads the private key: AccountRoles.InstallerRoleARN. Required.
	InstallerRoleARN pulumi.StringInput `check:"required,format=role-arn"`
	// RecoveryWindowDays is the number of days in which Secrets Manager can restore the deleted private key: 7 to 30, or 0 to
	// delete it immediately. Defaults to 30. A change is applied in place.
	RecoveryWindowDays *int `default:"30"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OIDCConfigArgs) Validate() error {
	args, p := check.Begin(a)
	if args.Unmanaged != nil {
		if days := *args.Unmanaged.RecoveryWindowDays; days != 0 {
			p.Between("iam.OIDCConfigArgs.Unmanaged.RecoveryWindowDays", days, 7, 30)
		}
	}
	return p.ErrOf(a)
}
