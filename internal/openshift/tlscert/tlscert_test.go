package tlscert_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// pair returns a certificate and its key.
func pair(t *testing.T) (certificate, key pulumi.String) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	keyDER, err := x509.MarshalECPrivateKey(private)
	require.NoError(t, err)
	return pulumi.String(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		pulumi.String(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER}))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	certificate, key := pair(t)
	_, otherKey := pair(t)
	const mismatch = "C: must be PEM certificates and the PEM private key of the first one: tls: "
	tests := map[string]struct {
		reason      string
		certificate tlscert.TLSCertificate
		want        []string
	}{
		"pair": {
			reason:      "the key is that of the certificate",
			certificate: tlscert.TLSCertificate{Certificate: certificate, PrivateKey: key},
		},
		"secret": {
			reason:      "cert-manager writes Secrets",
			certificate: tlscert.TLSCertificate{SecretName: pulumi.String("api")},
		},
		"not yet known": {
			reason:      "outputs are not known during a check",
			certificate: tlscert.TLSCertificate{Certificate: certificate, PrivateKey: pulumi.String("x").ToStringOutput()},
		},
		"nothing": {reason: "one of both is needed", want: []string{"C: required"}},
		"both": {
			reason:      "one would be ignored",
			certificate: tlscert.TLSCertificate{Certificate: certificate, PrivateKey: key, SecretName: pulumi.String("api")},
			want:        []string{"C: exclusive"},
		},
		"key and secret": {
			reason:      "the Secret has a key",
			certificate: tlscert.TLSCertificate{PrivateKey: key, SecretName: pulumi.String("api")},
			want:        []string{"C.PrivateKey: exclusive"},
		},
		"no key": {
			reason: "a server needs its key", certificate: tlscert.TLSCertificate{Certificate: certificate},
			want: []string{"C.PrivateKey: required"},
		},
		"another key": {
			reason:      "the API server would not start to use it",
			certificate: tlscert.TLSCertificate{Certificate: certificate, PrivateKey: otherKey},
			want:        []string{mismatch + "private key does not match public key"},
		},
		"path": {
			reason:      "the fields are texts, not paths",
			certificate: tlscert.TLSCertificate{Certificate: pulumi.String("tls.crt"), PrivateKey: key},
			want:        []string{mismatch + "failed to find any PEM data in certificate input"},
		},
		"name": {
			reason:      "the name of an object is lower-case",
			certificate: tlscert.TLSCertificate{SecretName: pulumi.String("API")},
			want:        []string{"C.SecretName: format"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tlscert.Check(&p, "C", &tt.certificate)
			assert.Equal(t, tt.want, checktest.Problems(p.Err()), tt.reason)
		})
	}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	certificate, _ := pair(t)
	tests := map[string]struct {
		reason string
		bundle pulumi.StringInput
		want   []string
	}{
		"bundle":  {reason: "a bundle has several certificates", bundle: certificate + "\n" + certificate},
		"unknown": {reason: "outputs are not known during a check", bundle: pulumi.String("x").ToStringOutput()},
		"file name": {
			reason: "it is the text",
			bundle: pulumi.String("ca.pem"),
			want:   []string{"C: must be certificates in PEM format"},
		},
		"blank": {
			reason: "it has none",
			bundle: pulumi.String("\n"),
			want:   []string{"C: must be certificates in PEM format"},
		},
		"text after a certificate": {
			reason: "a bundle has nothing but certificates",
			bundle: certificate + "x",
			want:   []string{"C: must be certificates in PEM format"},
		},
		"broken": {
			reason: "a block must be a certificate",
			bundle: pulumi.String("-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"),
			want:   []string{"C: certificate 1 is not valid: x509: malformed certificate"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tlscert.CheckCertificates(&p, "C", tt.bundle)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}
