package acceptance

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// credentials registers short-term credentials, whose arguments a test changes between operations.
func credentials(args *iam.ShortTermCredentialsArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		created, err := iam.NewShortTermCredentials(ctx, "creds", args)
		if err != nil {
			return err
		}
		arns := pulumi.StringMap{}
		for operator, arn := range created.RoleARNs {
			arns[string(operator)] = arn
		}
		ctx.Export("issuerUrl", created.IssuerURL)
		ctx.Export("roles", arns)
		ctx.Export("manifests", created.Manifests)
		return nil
	}
}

// TestShortTermCredentials creates them with the real provider. The manifests are those that were known in advance, a
// second update and one after a refresh change nothing, another release and another operator are changes in place, and
// destroy leaves nothing behind. It is not parallel to others, whose search for leftovers would find its CloudFront distribution.
func TestShortTermCredentials(t *testing.T) {
	key, err := iam.GenerateSigningKey()
	require.NoError(t, err)
	for name, private := range map[string]bool{"labpublic": false, "labprivate": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := &iam.ShortTermCredentialsArgs{
				Name: name, OpenShiftVersion: "4.17", Region: "us-east-2", PublicKey: pulumi.String(key.Public),
				PrivateBucket: private,
			}
			dir := filepath.Join(t.TempDir(), "state")
			options := sandbox.Options{
				Project: "credentials-" + name, Program: credentials(args), Dir: dir, Config: recorded(t, "credentials"), RealAWS: true,
			}
			box, err := sandbox.New(options)
			require.NoError(t, err)
			t.Cleanup(func() {
				_, err := box.Destroy(context.WithoutCancel(t.Context()))
				assert.NoError(t, err)
			})
			made, err := box.Up(t.Context())
			require.NoError(t, err)
			if !private {
				checkPublished(t, args, made)
			}
			unchangedTwice(t, box)
			changedInPlace(t, options, args)
			assert.NotContains(t, stateText(t, dir), "PRIVATE KEY")

			_, err = box.Destroy(t.Context())
			require.NoError(t, err)
			assert.NotContains(t, leftovers(), name)
		})
	}
}

// checkPublished checks the manifests, and the documents that everyone can read.
func checkPublished(t *testing.T, args *iam.ShortTermCredentialsArgs, made *sandbox.Result) {
	t.Helper()
	known, err := args.Manifests("123456789012")
	require.NoError(t, err)
	manifests := map[string]any{}
	for file, text := range known {
		manifests[file] = text
	}
	assert.Equal(t, manifests, made.Outputs["manifests"])

	var discovery map[string]any
	require.NoError(t, json.Unmarshal(fetched(t, args.Name+"-oidc/.well-known/openid-configuration"), &discovery))
	assert.Equal(t, made.Outputs["issuerUrl"], discovery["issuer"])
	var keys struct{ Keys []map[string]any }
	require.NoError(t, json.Unmarshal(fetched(t, args.Name+"-oidc/keys.json"), &keys))
	require.Len(t, keys.Keys, 1)
	assert.Equal(t, "RS256", keys.Keys[0]["alg"])
}

// fetched returns an object of the emulated S3, read without credentials.
func fetched(t *testing.T, path string) []byte {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, os.Getenv("AWS_ENDPOINT_URL")+"/"+path, nil)
	require.NoError(t, err)
	return responseTo(t, request)
}

func unchangedTwice(t *testing.T, box *sandbox.Sandbox) {
	t.Helper()
	for range 2 {
		again, err := box.Up(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"same"}, kinds(again.Changes), "%v", again.Steps)
		_, err = box.Refresh(t.Context())
		require.NoError(t, err)
	}
}

func changedInPlace(t *testing.T, options sandbox.Options, args *iam.ShortTermCredentialsArgs) {
	t.Helper()
	box, err := sandbox.New(options)
	require.NoError(t, err)
	args.OpenShiftVersion = "4.22"
	upgraded, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 2, upgraded.Changes["update"], "the component, and the Machine API, which has other permissions: %v", upgraded.Steps)
	assert.ElementsMatch(t, []string{"same", "update"}, kinds(upgraded.Changes))

	args.DisabledCapabilities = []string{"ImageRegistry"}
	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, "openshift-image-registry/installer-cloud-credentials cannot be taken away")
	options.Config = maps.Clone(options.Config)
	options.Config["openshift-aws:allowLoss"] = "ShortTermCredentials/creds"
	meant, err := sandbox.New(options)
	require.NoError(t, err)
	removed, err := meant.Up(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 2, removed.Changes["delete"], "the role and its policy: %v", removed.Steps)
	assert.NotContains(t, removed.Outputs["roles"], string(iam.OperatorImageRegistry))
}
