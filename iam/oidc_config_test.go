package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
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
	dir := t.TempDir()
	up := func(prefix string, allow bool) (*sandbox.Result, error) {
		args := unmanaged(prefix)
		args.AllowReplacement = allow
		box, err := sandbox.New(sandbox.Options{
			Project: "oidc",
			Program: oidc(args),
			Dir:     dir,
			Config:  map[string]string{"aws:region": "us-east-2"},
		})
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
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			config, err := iam.NewOIDCConfig(ctx, "oidc", &args)
			if err != nil {
				return err
			}
			ctx.Export("bucket", config.BucketName)
			ctx.Export("secret", config.SecretARN)
			return nil
		})
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
	prefix := func(prefix string) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = prefix })
	}
	days := func(days int) *iam.OIDCConfigArgs {
		return with(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = &days })
	}
	const path = "iam.OIDCConfigArgs.Unmanaged"
	checkArgs(t, map[string]argsRow{
		"managed":          {reason: "a managed issuer has no required argument", args: (*iam.OIDCConfigArgs)(nil)},
		"unmanaged":        {reason: "a role is enough", args: with(func(*iam.UnmanagedOIDCArgs) {})},
		"longest prefix":   {reason: "the rosa CLI allows 15 characters", args: prefix("abcdefgh-123456")},
		"no recovery":      {reason: "0 deletes the secret immediately", args: days(0)},
		"longest recovery": {reason: "Secrets Manager allows 30 days or fewer", args: days(30)},
		"empty": {
			reason: "Red Hat needs a role to read the private key",
			args:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Region: "us-east-2a"}},
			want:   under(path, "Region: format", "InstallerRoleARN: required"),
		},
		"long prefix": {
			reason: "the rosa CLI allows 15 characters",
			args:   prefix("abcdefgh-1234567"),
			want:   under(path, "Prefix: format"),
		},
		"prefix with a hyphen": {
			reason: "RHCS allows no hyphen last",
			args:   prefix("team-"),
			want:   under(path, "Prefix: format"),
		},
		"short recovery": {
			reason: "Secrets Manager allows 7 days or more",
			args:   days(3),
			want:   under(path, "RecoveryWindowDays: range"),
		},
		"long recovery": {
			reason: "Secrets Manager allows 30 days or fewer",
			args:   days(31),
			want:   under(path, "RecoveryWindowDays: range"),
		},
	})
}
