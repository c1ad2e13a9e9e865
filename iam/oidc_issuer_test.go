package iam_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestIssuer(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("team")))
	input := mockstest.Find(t, rec, "oidc-input")
	bucket := input.Outputs["bucketName"].(string)
	own := map[string]any{"red-hat-managed": "true", "team": "core"}

	assert.Equal(t, map[string]any{"region": "us-east-2", "prefix": "team"}, input.Inputs)
	tagged := taggedWith("red-hat-managed", "true", "team", "core")
	assert.Equal(t, map[string]any{"bucket": bucket, "tags": tagged}, mockstest.Find(t, rec, "oidc-bucket").Inputs)
	assert.Equal(t, map[string]any{
		"bucket":                bucket,
		"blockPublicAcls":       true,
		"ignorePublicAcls":      true,
		"blockPublicPolicy":     false,
		"restrictPublicBuckets": false,
	}, mockstest.Find(t, rec, "oidc-bucket-access").Inputs)
	assert.Equal(t, map[string]any{
		"bucket":      bucket,
		"key":         ".well-known/openid-configuration",
		"content":     input.Outputs["discoveryDoc"],
		"contentType": "application/json",
		"tags":        own,
	}, mockstest.Find(t, rec, "oidc-discovery").Inputs)
	assert.Equal(t, map[string]any{
		"bucket":      bucket,
		"key":         "keys.json",
		"content":     input.Outputs["jwks"],
		"contentType": "application/json",
		"tags":        own,
	}, mockstest.Find(t, rec, "oidc-jwks").Inputs)

	anyone := map[string][]string{"AWS": {"*"}}
	assertDocument(t, policy.New(
		policy.Statement{
			Sid:       "AllowReadPublicAccess",
			Effect:    policy.Allow,
			Principal: anyone,
			Action:    []string{"s3:GetObject"},
			Resource: []string{
				"arn:aws:s3:::" + bucket + "/.well-known/openid-configuration",
				"arn:aws:s3:::" + bucket + "/keys.json",
			},
		},
		policy.Statement{
			Sid:       "TLSOnly",
			Effect:    policy.Deny,
			Principal: anyone,
			Action:    []string{"s3:*"},
			Resource:  []string{"arn:aws:s3:::" + bucket, "arn:aws:s3:::" + bucket + "/*"},
			Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
		},
	), mockstest.Find(t, rec, "oidc-bucket-policy").Inputs["policy"])
}

func TestIssuerKeepsItsPrivateKeySecret(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("")))
	secrets := rec.OfType("aws:secretsmanager/secret:Secret")
	versions := rec.OfType("aws:secretsmanager/secretVersion:SecretVersion")
	require.Len(t, secrets, 1)
	require.Len(t, versions, 1)
	bucket := mockstest.Find(t, rec, "oidc-bucket").Inputs["bucket"].(string)
	assert.Equal(t, map[string]any{
		"name":                 "rosa-private-key-" + bucket,
		"description":          "Signs the service account tokens of ROSA clusters",
		"recoveryWindowInDays": 30.0,
		"tags":                 taggedWith("red-hat-managed", "true", "team", "core"),
	}, secrets[0].Inputs)
	assert.IsType(t, mocks.Secret{}, versions[0].Inputs["secretString"])
	assert.Contains(t, versions[0].Inputs["secretString"].(mocks.Secret).Value, "PRIVATE KEY")
	assert.Equal(t, []string{"privateKey"}, mockstest.Find(t, rec, "oidc-input").Options.AdditionalSecretOutputs)
	assert.NotContains(t, string(rec.Golden()), "PRIVATE KEY",
		"the private key must be in no other property and no output")
}

// OCM reads the documents and the key when the configuration is created, and S3 rejects a public policy while Block
// Public Access is on.
func TestIssuerOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, oidc(unmanaged("team")))
	config := mockstest.Find(t, rec, "oidc-config")
	for _, name := range []string{"oidc-discovery", "oidc-jwks", "oidc-bucket-policy"} {
		assert.Contains(t, config.Dependencies, mockstest.Find(t, rec, name).URN)
	}
	assert.Contains(t, config.Dependencies, rec.OfType("aws:secretsmanager/secretVersion:SecretVersion")[0].URN)
	policy := mockstest.Find(t, rec, "oidc-bucket-policy")
	assert.Contains(t, policy.Dependencies, mockstest.Find(t, rec, "oidc-bucket-access").URN)
}

func TestPrivateKeyCanBeDeletedImmediately(t *testing.T) {
	t.Parallel()
	args := unmanaged("")
	args.Unmanaged.RecoveryWindowDays = new(0)
	rec := mockstest.Run(t, oidc(args))
	assert.Equal(t, 0.0, rec.OfType("aws:secretsmanager/secret:Secret")[0].Inputs["recoveryWindowInDays"])
}
