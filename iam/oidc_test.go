package iam_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const installerARN = someRole + "demo-HCP-ROSA-Installer-Role"

func oidc(args iam.OIDCConfigArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		config, err := iam.NewOIDCConfig(ctx, "oidc", &args)
		if err != nil {
			return err
		}
		provider, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
			EndpointURL: config.EndpointURL, Thumbprint: config.Thumbprint, Tags: args.Tags,
		})
		if err != nil {
			return err
		}
		ctx.Export("config", config.ID)
		ctx.Export("provider", provider.ARN)
		return nil
	}
}

func unmanaged(prefix string) iam.OIDCConfigArgs {
	return iam.OIDCConfigArgs{
		Unmanaged: &iam.UnmanagedOIDCArgs{Region: "us-east-2", Prefix: prefix, InstallerRoleARN: text(installerARN)},
		Tags:      pulumi.StringMap{"team": pulumi.String("core")},
	}
}

func TestOIDCGolden(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]iam.OIDCConfigArgs{"managed": {}, "unmanaged": unmanaged("team")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, "testdata/oidc-"+name+".golden", mockstest.Run(t, oidc(args)).Golden())
		})
	}
}

func TestManagedOIDCConfigGivesNothingElse(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(iam.OIDCConfigArgs{}))
	assert.Equal(
		t,
		map[string]any{"managed": true},
		mockstest.Find(t, rec, "oidc-config").Inputs,
		"RHCS refuses a managed one with anything more",
	)
	assert.Empty(t, rec.OfType("aws:s3/bucketV2:BucketV2"))
	assert.Empty(t, rec.OfType("aws:secretsmanager/secret:Secret"))
}

func TestUnmanagedOIDCConfig(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("team")))
	input := mockstest.Find(t, rec, "oidc-input")
	bucket := input.Outputs["bucketName"].(string)
	own := taggedWith("red-hat-managed", "true", "team", "core")

	assert.Equal(t, map[string]any{"region": "us-east-2", "prefix": "team"}, input.Inputs)
	assert.Equal(t, map[string]any{"bucket": bucket, "tags": own}, mockstest.Find(t, rec, "oidc-bucket").Inputs)
	assert.Equal(t, map[string]any{
		"bucket": bucket, "blockPublicAcls": true, "ignorePublicAcls": true, "blockPublicPolicy": false, "restrictPublicBuckets": false,
	}, mockstest.Find(t, rec, "oidc-bucket-access").Inputs)
	assert.Equal(t, map[string]any{
		"bucket": bucket, "key": ".well-known/openid-configuration", "content": input.Outputs["discoveryDoc"], "contentType": "application/json", "tags": own,
	}, mockstest.Find(t, rec, "oidc-discovery").Inputs)
	assert.Equal(t, map[string]any{
		"bucket": bucket, "key": "keys.json", "content": input.Outputs["jwks"], "contentType": "application/json", "tags": own,
	}, mockstest.Find(t, rec, "oidc-jwks").Inputs)

	everybody := map[string][]string{"AWS": {"*"}}
	assertDocument(t, policy.New(
		policy.Statement{
			Sid:       "AllowReadPublicAccess",
			Effect:    policy.Allow,
			Principal: everybody,
			Action:    []string{"s3:GetObject"},
			Resource: []string{
				"arn:aws:s3:::" + bucket + "/.well-known/openid-configuration",
				"arn:aws:s3:::" + bucket + "/keys.json",
			},
		},
		policy.Statement{Sid: "DenyWithoutTLS", Effect: policy.Deny, Principal: everybody, Action: []string{"s3:*"},
			Resource:  []string{"arn:aws:s3:::" + bucket, "arn:aws:s3:::" + bucket + "/*"},
			Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}}},
	), mockstest.Find(t, rec, "oidc-bucket-policy").Inputs["policy"])
}

func TestUnmanagedOIDCConfigKeepsItsKeySecret(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("")))
	secrets := rec.OfType("aws:secretsmanager/secret:Secret")
	versions := rec.OfType("aws:secretsmanager/secretVersion:SecretVersion")
	require.Len(t, secrets, 1)
	require.Len(t, versions, 1)
	bucket := mockstest.Find(t, rec, "oidc-bucket").Inputs["bucket"].(string)
	assert.Equal(t, map[string]any{
		"name": "rosa-private-key-" + bucket, "description": "Signs the service account tokens of ROSA clusters",
		"recoveryWindowInDays": 30.0, "tags": taggedWith("red-hat-managed", "true", "team", "core"),
	}, secrets[0].Inputs)
	assert.IsType(t, mocks.Secret{}, versions[0].Inputs["secretString"])
	assert.Contains(t, versions[0].Inputs["secretString"].(mocks.Secret).Value, "PRIVATE KEY")
	assert.Equal(t, []string{"privateKey"}, mockstest.Find(t, rec, "oidc-input").Options.AdditionalSecretOutputs)
	assert.NotContains(t, string(rec.Golden()), "PRIVATE KEY", "in no other property, and in no output")
}

// OCM fetches the documents and the key when it is told of them, and S3 refuses a public policy while it is blocked.
func TestUnmanagedOIDCConfigOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("team")))
	config := mockstest.Find(t, rec, "oidc-config")
	for _, name := range []string{"oidc-discovery", "oidc-jwks", "oidc-bucket-policy"} {
		assert.Contains(t, config.Dependencies, mockstest.Find(t, rec, name).URN)
	}
	assert.Contains(t, config.Dependencies, rec.OfType("aws:secretsmanager/secretVersion:SecretVersion")[0].URN)
	assert.Contains(
		t,
		mockstest.Find(t, rec, "oidc-bucket-policy").Dependencies,
		mockstest.Find(t, rec, "oidc-bucket-access").URN,
	)
}

// A program that moves its issuer would leave a running cluster's operators without their roles.
func TestOIDCConfigIsReplacedWhenAsked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	up := func(prefix string, allow bool) (*sandbox.Result, error) {
		args := unmanaged(prefix)
		args.AllowReplacement = allow
		box, err := sandbox.New(
			sandbox.Options{
				Project: "oidc",
				Program: oidc(args),
				Dir:     dir,
				Config:  map[string]string{"aws:region": "us-east-2"},
			},
		)
		require.NoError(t, err)
		return box.Up(t.Context())
	}
	first, err := up("team", false)
	require.NoError(t, err)
	_, err = up("crew", false)
	assert.ErrorContains(t, err, "Attribute prefix, cannot be changed from team to crew")
	same, err := up("team", false)
	require.NoError(t, err)
	assert.Equal(
		t,
		map[string]int{"same": first.Changes["create"]},
		same.Changes,
		"the refused change left everything as it was",
	)
	moved, err := up("crew", true)
	require.NoError(t, err)
	assert.Equal(t, "replace", moved.Op("oidc-config"))
	assert.NotEqual(t, first.Outputs["provider"], moved.Outputs["provider"])
}

func TestOIDCProvider(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"oidc.example.com/2a3b", "https://oidc.example.com/2a3b"} {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			_, err := iam.NewOIDCProvider(ctx, "issuer", &iam.OIDCProviderArgs{
				EndpointURL: text(
					url,
				), Thumbprint: text("917e732d330f9a12404f73d8bea36948b929dffc"), ClusterID: text("2b4c"),
			})
			return err
		})
		assert.Equal(t, map[string]any{
			"url": "https://oidc.example.com/2a3b", "clientIdLists": []any{"openshift", "sts.amazonaws.com"},
			"thumbprintLists": []any{"917e732d330f9a12404f73d8bea36948b929dffc"},
			"tags":            taggedWith("red-hat-managed", "true", "rosa_cluster_id", "2b4c"),
		}, mockstest.Find(t, rec, "issuer-provider").Inputs)
	}
}

func TestOIDCPreviewAndRunRegisterTheSame(t *testing.T) {
	t.Parallel()
	for _, args := range []iam.OIDCConfigArgs{{}, unmanaged("team")} {
		preview := mocks.New()
		require.NoError(t, preview.Preview(oidc(args)))
		assert.Equal(t, names(mockstest.Run(t, oidc(args))), names(preview))
	}
}
