package installer

import (
	"context"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

// credentials are the names and files of the operators' roles before the cluster exists.
type credentials struct {
	file    *install.File
	account func(context.Context) (string, error)
}

// enabled reports whether the operators have roles of their own: unless the file says otherwise.
func (c *credentials) enabled() bool {
	return c.file.CredentialsMode == "" || c.file.CredentialsMode == install.Manual
}

// openShiftVersion is the minor release.
func (c *credentials) openShiftVersion() string {
	parts := strings.SplitN(c.file.Release, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// settings returns the program's settings for the roles. Their names begin with the cluster's name and the account's ID, because the
// name of the issuer's bucket must be unique in all of AWS.
func (c *credentials) settings(ctx context.Context) (map[string]string, error) {
	if !c.enabled() {
		return nil, nil
	}
	account, err := c.account(ctx)
	return c.settingsIn(account), err
}

// settingsIn returns the program's settings for the roles in an account.
func (c *credentials) settingsIn(account string) map[string]string {
	return map[string]string{"credentialsName": c.file.Name + "-" + account, "openshiftVersion": c.openShiftVersion()}
}

// generate returns the manifests of the roles and a new signing key.
func (c *credentials) generate(ctx context.Context) (map[string]string, error) {
	if !c.enabled() {
		return nil, nil
	}
	account, err := c.account(ctx)
	if err != nil {
		return nil, err
	}
	key, err := iam.GenerateSigningKey()
	if err != nil {
		return nil, err
	}
	args := &iam.ShortTermCredentialsArgs{
		Name:                 c.file.Name + "-" + account,
		OpenShiftVersion:     c.openShiftVersion(),
		Region:               c.file.Region,
		PublicKey:            pulumi.String(key.Public),
		DisabledCapabilities: c.file.DisabledCapabilities(),
	}
	files, err := args.Manifests(account)
	if err != nil {
		return nil, err
	}
	files[iam.SigningKeyFile], files[blueprint.PublicKeyFile] = key.Private, key.Public
	return files, nil
}
