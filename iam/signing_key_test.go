package iam_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// publicKey is the public half of a key that was thrown away.
const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApE4WVhCVBWmdeveVUAMM
/pdGF/+yAKN2M/etPP7+Zm8LwneRp4FkrbbG4OLWTaIY/w1RjhVQe7VBJUWgc3Pu
lBd0X35EWkiMWHISOweIWJXh/Bx64Wfp50r3q0QxxkoUCbtQr0CrTJ5OqCLW9K6Q
nqYy9UetwZWR6THBfp9jiljlHChIN/tTmeiB+F1EaLQagYI+4FbqXYv5Vd2gndUl
MK9K9X2brF/fxTXFEklRHTsx4m3rpY2l/GMLII7R9l2YHNc/Fp3Bz+yExKnBMNLD
gx9rAYo78JoVezVK7MjnJpFj23QSguDaldSSLvfUItXF3EPXFE+YLqG1wkb84t/5
fQIDAQAB
-----END PUBLIC KEY-----
`

// ecKey returns the public key of a new elliptic curve key, in PEM.
func ecKey(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return publicPEM(t, &key.PublicKey)
}

func publicPEM(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// TestSigningKeysRotate: an issuer gets a second key and loses the first, in two updates of the real engine. At no time is it left without
// a key by which the tokens of a running cluster are verified.
func TestSigningKeysRotate(t *testing.T) {
	mockstest.NeedsEngine(t)
	t.Parallel()
	next := func() string {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		require.NoError(t, err)
		return publicPEM(t, &key.PublicKey)
	}
	second, other := next(), next()
	current := publicKey
	box, err := sandbox.New(sandbox.Options{
		Project: "keys", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error {
			_, err := iam.NewShortTermCredentials(ctx, "demo", &iam.ShortTermCredentialsArgs{
				Name: "demo", OpenShiftVersion: "4.20", PublicKey: text(current), Region: "us-east-2",
			})
			return err
		},
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	for _, step := range []struct {
		keys, reason string
		rejected     bool
	}{
		{second, "the first key goes at once", true},
		{publicKey + second, "the second key is added", false},
		{publicKey, "the rotation is taken back", false},
		{second + publicKey, "the second key is added again, in front", false},
		{other, "a key that the cluster never had", true},
		{second, "the first key goes", false},
		{publicKey, "the first key comes back alone", true},
		{other + publicKey, "two keys that the cluster does not have", true},
	} {
		current = step.keys
		if !step.rejected {
			assert.True(t, mockstest.Must(t, box.Preview).Changed(), step.reason)
			mockstest.Must(t, box.Up)
			continue
		}
		const want = "iam.ShortTermCredentialsArgs.PublicKey: "
		_, err := box.Preview(t.Context())
		require.ErrorContains(t, err, want, step.reason)
		_, err = box.Up(t.Context())
		require.ErrorContains(t, err, want, step.reason)
	}
}

// The installer parses PKCS #1 (openshift/installer pkg/asset/tls/utils.go, PemToPrivateKey), IAM's issuer PKIX.
func TestGenerateSigningKey(t *testing.T) {
	t.Parallel()
	key, err := iam.GenerateSigningKey()
	require.NoError(t, err)
	block, rest := pem.Decode([]byte(key.Private))
	require.NotNil(t, block)
	assert.Empty(t, rest)
	assert.Equal(t, "RSA PRIVATE KEY", block.Type)
	private, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	require.NoError(t, err)
	assert.Equal(t, 4096, private.N.BitLen())
	assert.Equal(t, publicPEM(t, &private.PublicKey), key.Public)

	public, err := iam.PublicSigningKey(key.Private)
	require.NoError(t, err)
	assert.Equal(t, key.Public, public)
}

func TestPublicSigningKey(t *testing.T) {
	t.Parallel()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	pkcs8 := func(key any) string {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		require.NoError(t, err)
		return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	}
	public, err := iam.PublicSigningKey(pkcs8(private))
	require.NoError(t, err)
	assert.Equal(t, publicPEM(t, &private.PublicKey), public)

	elliptic, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	for problem, text := range map[string]string{
		"the signing key is not in PEM":       "x",
		"the signing key is not a private":    publicKey,
		"the signing key is not an RSA key":   pkcs8(elliptic),
		"not a private key in PKCS #1 or PKC": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
	} {
		_, err := iam.PublicSigningKey(text)
		assert.ErrorContains(t, err, problem)
	}
}
