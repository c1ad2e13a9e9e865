package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestManagedOIDCConfig(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(iam.OIDCConfigArgs{}))
	assert.Equal(t, map[string]any{"managed": true}, mockstest.Find(t, rec, "oidc-config").Inputs,
		"RHCS accepts no other argument for a managed issuer")
	assert.Empty(t, rec.OfType("aws:s3/bucketV2:BucketV2"))
	assert.Empty(t, rec.OfType("aws:secretsmanager/secret:Secret"))
}

// Another issuer would leave a running cluster's operators without their roles.
func TestOIDCConfigIsReplacedWithAllowReplacement(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	up := func(prefix string, allow bool) (*sandbox.Result, error) {
		args := unmanaged(prefix)
		args.AllowReplacement = allow
		config := map[string]string{"aws:region": "us-east-2"}
		if allow { // The provider in AWS moves with its issuer.
			config["openshift-aws:allowLoss"] = "OIDCProvider/issuer"
		}
		box, err := sandbox.New(sandbox.Options{Project: "oidc", Program: oidc(args), Dir: dir, Config: config})
		require.NoError(t, err)
		return box.Up(t.Context())
	}
	first, err := up("team", false)
	require.NoError(t, err)
	_, err = up("crew", false)
	assert.ErrorContains(t, err, "Attribute prefix, cannot be changed from team to crew")
	same, err := up("team", false)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"same": first.Changes["create"]}, same.Changes,
		"the rejected change changed no resource")
	moved, err := up("crew", true)
	require.NoError(t, err)
	assert.Equal(t, "replace", moved.Op("oidc-config"))
	assert.NotEqual(t, first.Outputs["provider"], moved.Outputs["provider"])
}

func TestOIDCConfigOutputs(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]iam.OIDCConfigArgs{"managed": {}, "unmanaged": unmanaged("team")} {
		rec := mockstest.Run(t, mockstest.Exporting(iam.NewOIDCConfig, "oidc", &args,
			func(config *iam.OIDCConfig) pulumi.Map {
				return pulumi.Map{"bucket": config.BucketName, "secret": config.SecretARN}
			}))
		if name == "managed" {
			assert.Equal(t, map[string]any{"bucket": nil, "secret": nil}, rec.Outputs(),
				"a managed issuer has no resources in the account")
			continue
		}
		assert.Equal(t, map[string]any{
			"bucket": mockstest.Find(t, rec, "oidc-bucket").Inputs["bucket"],
			"secret": rec.OfType("aws:secretsmanager/secret:Secret")[0].Outputs["arn"],
		}, rec.Outputs())
	}
}

func TestOIDCConfigArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.UnmanagedOIDCArgs)) *iam.OIDCConfigArgs {
		args := &iam.UnmanagedOIDCArgs{InstallerRoleARN: text(installerARN)}
		change(args)
		return &iam.OIDCConfigArgs{Unmanaged: args}
	}
	recovery := func(days int) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = &days })
	}
	checktest.Cases(t, "iam.OIDCConfigArgs.Unmanaged", map[string]checktest.Case{
		"managed":       {Reason: "a managed issuer has no required argument", Args: (*iam.OIDCConfigArgs)(nil)},
		"unmanaged":     {Reason: "a role is enough", Args: with(func(*iam.UnmanagedOIDCArgs) {})},
		"long recovery": {Reason: "Secrets Manager allows 30 days", Args: recovery(30)},
		"no recovery":   {Reason: "0 deletes the secret immediately", Args: recovery(0)},
		"short recovery": {
			Reason: "Secrets Manager allows 7 days or more",
			Args:   recovery(3),
			Want:   []string{".RecoveryWindowDays: range"},
		},
		"longer recovery": {
			Reason: "Secrets Manager allows 30 days or fewer",
			Args:   recovery(31),
			Want:   []string{".RecoveryWindowDays: range"},
		},
	})
}
