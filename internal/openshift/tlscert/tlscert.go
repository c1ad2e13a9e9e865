// Package tlscert has a certificate with its private key, which OpenShift's configuration references as a Secret of type
// kubernetes.io/tls.
//
// Valid: a PEM certificate with its PEM key, or the name of a Secret. Invalid: both, a certificate without its key, a path.
package tlscert

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// TLSCertificate is a certificate with its private key, or the name of a Secret with both.
type TLSCertificate struct {
	// Certificate are PEM certificates: that of PrivateKey, then those of intermediate CAs. Required without SecretName.
	Certificate pulumi.StringInput
	// PrivateKey is the PEM private key of the first certificate. Required without SecretName. Stored in a Secret.
	PrivateKey pulumi.StringInput `check:"secret"`
	// SecretName is the name of an existing Secret of type kubernetes.io/tls, for example one of cert-manager. It must be in
	// openshift-config, unless the field of the certificate names another namespace. Must not be set together with [Certificate]
	// and PrivateKey.
	SecretName pulumi.StringInput
}

// Check reports the problems of a certificate that is not nil. The messages do not quote the key.
func Check(p *check.Problems, path check.Path, c *TLSCertificate) {
	if c == nil {
		return
	}
	if !p.ExactlyOne(path,
		check.Choice{Field: "Certificate", Set: c.Certificate != nil}, check.Choice{Field: "SecretName", Set: c.SecretName != nil}) {
		return
	}
	if c.SecretName != nil {
		p.Format(path+".SecretName", c.SecretName, check.ObjectName)
		p.Exclusive(path, "PrivateKey", c.PrivateKey != nil, "SecretName", true)
		return
	}
	if !p.Required(path+".PrivateKey", c.PrivateKey) {
		return
	}
	certificate, known := check.Text(c.Certificate)
	key, keyKnown := check.Text(c.PrivateKey)
	if !known || !keyKnown {
		return
	}
	if _, err := tls.X509KeyPair([]byte(certificate), []byte(key)); err != nil {
		p.Addf(path, "must be PEM certificates and the PEM private key of the first one: %v", err)
	}
}

// SecretType is the type of the Secret.
const SecretType = "kubernetes.io/tls"

// Texts returns the keys of the Secret of a certificate without SecretName.
func Texts(c TLSCertificate) map[string]pulumi.StringInput {
	return map[string]pulumi.StringInput{"tls.crt": c.Certificate, "tls.key": c.PrivateKey}
}

// The rule `check:"certificates"`.
func init() {
	check.NamedRule("certificates", CheckCertificates)
}

// CheckCertificates reports a known text that is not one or more PEM certificates.
func CheckCertificates(p *check.Problems, path check.Path, bundle pulumi.StringInput) {
	text, known := check.Text(bundle)
	if !known {
		return
	}
	rest := []byte(text)
	for count := 1; ; count++ {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			if count == 1 || strings.TrimSpace(string(rest)) != "" {
				p.Addf(path, "must be certificates in PEM format")
			}
			return
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			p.Addf(path, "certificate %d is not valid: %v", count, err)
		}
	}
}
