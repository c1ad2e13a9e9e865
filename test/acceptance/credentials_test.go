package acceptance

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
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

// publicKeyFile is the file of the install directory with the issuer's keys.
const publicKeyFile = "tls/bound-service-account-signing-key.pub"

// signer is the operator of the API servers: it makes a key, and lets the cluster sign with it when the issuer has published it.
type signer struct {
	t        *testing.T
	u        *upkeep
	old, new string

	mu        sync.Mutex
	rolledOut bool
	restarts  int
}

const boundKey, nextKey = "bound-service-account-signing-key", "next-bound-service-account-signing-key"

func (s *signer) set(namespace, name, key string) {
	apply(s.t, map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": name, "namespace": namespace},
		"data": map[string][]byte{"service-account.pub": []byte(key)},
	})
}

// published returns the moduli of the keys that the issuer has published.
func (s *signer) published() (moduli []string) {
	var keys struct{ Keys []struct{ N string } }
	assert.NoError(s.t, json.Unmarshal(fetched(s.t, s.u.Name+"-oidc/keys.json"), &keys))
	for _, key := range keys.Keys {
		moduli = append(moduli, key.N)
	}
	return moduli
}

// modulus returns that of a public key in PEM, as a key set has it.
func modulus(t *testing.T, text string) string {
	t.Helper()
	block, _ := pem.Decode([]byte(text))
	require.NotNil(t, block)
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	require.NoError(t, err)
	return base64.RawURLEncoding.EncodeToString(key.(*rsa.PublicKey).N.Bytes())
}

// operate makes the key when it was deleted, rolls it out when it is published, and asserts that the issuer always has the keys of all
// tokens: the old one until the nodes have restarted, the new one when the cluster signs with it.
func (s *signer) operate(ctx context.Context) {
	old, renewed := modulus(s.t, s.old), modulus(s.t, s.new)
	for ; ctx.Err() == nil; pause(ctx, 300*time.Millisecond) {
		published := s.published()
		s.mu.Lock()
		rolledOut, restarted := s.rolledOut, s.restarts > 0
		s.mu.Unlock()
		assert.True(s.t, restarted || slices.Contains(published, old), "pods have tokens of the old key")
		assert.True(s.t, !rolledOut || slices.Contains(published, renewed), "the cluster signs with the new key")
		made := kubeObject(s.t, "secret", "openshift-kube-apiserver-operator", nextKey)
		switch {
		case made == nil:
			s.set("openshift-kube-apiserver-operator", nextKey, s.new)
		case !rolledOut && slices.Contains(published, renewed):
			s.set("openshift-kube-apiserver", boundKey, s.new)
			s.mu.Lock()
			s.rolledOut = true
			s.mu.Unlock()
		}
	}
}

// oc answers what waits for the cluster, after a second.
func (s *signer) oc(args []string) (string, error) {
	pause(s.t.Context(), time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(args, "reboot-machine-config-pool") {
		s.restarts++
	}
	return "", nil
}

// TestSigningKeyRotationIsKilled rotates the operators' signing key. The command is killed with Pulumi and its providers, at last when the
// account has the new key alone and Pulumi does not know it, and continued.
func TestSigningKeyRotationIsKilled(t *testing.T) {
	t.Parallel()
	u := newUpkeep(t, "rotated", true)
	s := &signer{t: t, u: u}
	for _, key := range []*string{&s.old, &s.new} {
		made, err := iam.GenerateSigningKey()
		require.NoError(t, err)
		*key = made.Public
	}
	file := u.file("dir", filepath.FromSlash(publicKeyFile))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(s.old), 0o600))
	u.up(t, cluster.StageCluster)

	clusterLock.lock(t)
	reportInfraID(t, u.infraID())
	for _, namespace := range []string{"openshift-kube-apiserver", "openshift-kube-apiserver-operator"} {
		apply(t, map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": namespace}})
		t.Cleanup(func() { kubectl(t, "", "delete", "namespace", namespace) })
	}
	s.set("openshift-kube-apiserver", boundKey, s.old)
	s.set("openshift-kube-apiserver-operator", nextKey, s.old)
	kubeconfig, err := os.ReadFile(os.Getenv("KUBECONFIG"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(u.file("kubeconfig"), kubeconfig, 0o600))
	u.serveOC(t, s.oc)
	var operator sync.WaitGroup
	ctx, end := context.WithCancel(t.Context())
	operator.Go(func() { s.operate(ctx) })
	t.Cleanup(func() { end(); operator.Wait() })

	keys := func(count int) func() {
		return func() {
			for deadline := time.Now().Add(5 * time.Minute); len(s.published()) != count && time.Now().Before(deadline); {
				pause(t.Context(), 20*time.Millisecond)
			}
		}
	}
	moments := map[string]func(){"publish": keys(2), "retire": keys(1)}
	for _, step := range points("next", "publish", "rollout", "restart", "retire") {
		until := soon
		if moments[step] != nil {
			until = moments[step]
		}
		u.run(t, step, until, "rotate", "signing-key")
	}
	require.Empty(t, u.run(t, "", nil, "rotate", "signing-key"))
	assert.Equal(t, []string{modulus(t, s.new)}, s.published())
	assert.LessOrEqual(t, s.restarts, 2, "the nodes restart once, and once more if the command is killed while it asks for it")
	record, err := os.ReadFile(u.file("dir", ".openshift-aws.json"))
	require.NoError(t, err)
	assert.NotContains(t, string(record), "rotating")
	end()
	operator.Wait()
	u.destroy(t)
}
