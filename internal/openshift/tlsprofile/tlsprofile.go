// Package tlsprofile has the TLS security profiles of OpenShift's servers.
//
// Valid: Old, Intermediate, Modern, and Custom with its ciphers and its minimum version. Invalid: Custom without them, a cipher that
// OpenShift ignores, ciphers with TLS 1.3 as the minimum.
package tlsprofile

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// CustomTLSProfileArgs are the ciphers and the minimum TLS version of the TLS security profile Custom: for a policy that neither Old,
// Intermediate nor Modern meets.
type CustomTLSProfileArgs struct {
	// Ciphers are the ciphers below TLS 1.3 by their names in OpenSSL, such as ECDHE-RSA-AES256-GCM-SHA384. Those of TLS 1.3 are always
	// accepted. Required, but excluded with VersionTLS13. ECDHE-RSA-AES128-GCM-SHA256 or ECDHE-ECDSA-AES128-GCM-SHA256 must be among
	// them: HTTP/2 requires one.
	Ciphers []string
	// MinVersion is the minimum TLS version: VersionTLS10, VersionTLS11, VersionTLS12 or, from 4.19, VersionTLS13. Required.
	MinVersion string `check:"required,VersionTLS10|VersionTLS11|VersionTLS12|VersionTLS13"`
}

const (
	customTLSProfile = "Custom"
	tls13            = "VersionTLS13"
)

var (
	// tlsCiphers are the ciphers that both OpenShift and Go know. OpenShift ignores others (openshift/library-go release-4.18
	// pkg/crypto/crypto.go, openSSLToIANACiphersMap).
	tlsCiphers = []string{
		"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256",
		"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305",
		"ECDHE-RSA-CHACHA20-POLY1305", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA256", "AES128-GCM-SHA256", "AES256-GCM-SHA384",
		"AES128-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-RSA-AES256-SHA", "AES128-SHA",
		"AES256-SHA", "DES-CBC3-SHA",
	}
	// http2Ciphers are the ciphers of which an HTTP/2 server requires one (openshift/kubernetes release-4.20 openshift-kube-apiserver/
	// admission/customresourcevalidation/apiserver/validate_apiserver.go, haveRequiredHTTP2CipherSuites).
	http2Ciphers = []string{"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"}
)

// Fields returns a profile in the format of openshift/api config/v1/types_tlssecurityprofile.go: a type, and a block with
// the type's name.
func Fields(name string, custom *CustomTLSProfileArgs) map[string]any {
	block := map[string]any{}
	if custom != nil {
		block = map[string]any{"ciphers": kube.AnyList(custom.Ciphers), "minTLSVersion": custom.MinVersion}
	}
	return map[string]any{"type": name, strings.ToLower(name): block}
}

// Check checks the fields TLSSecurityProfile and CustomTLSProfile of the arguments at path, for a cluster of a release if it is known. TLS
// 1.3 alone has no ciphers to choose (openshift/kubernetes release-4.20
// openshift-kube-apiserver/admission/customresourcevalidation/apiserver/validate_apiserver.go, validateCipherSuites).
func Check(p *check.Problems, path check.Path, name string, custom *CustomTLSProfileArgs, version string) {
	release.TLS13.Check(p, path+".TLSSecurityProfile", name == "Modern", version)
	at := path + ".CustomTLSProfile"
	if name == customTLSProfile {
		p.Required(at, custom)
	}
	if custom == nil {
		return
	}
	p.RequiresField(path, "CustomTLSProfile", true, "TLSSecurityProfile Custom", name == customTLSProfile)
	release.TLS13.Check(p, at+".MinVersion", custom.MinVersion == tls13, version)
	if custom.MinVersion == tls13 {
		if len(custom.Ciphers) > 0 {
			p.Addf(at+".Ciphers", "must not be set with %s, whose ciphers cannot be chosen", tls13)
		}
		return
	}
	if !p.Required(at+".Ciphers", custom.Ciphers) {
		return
	}
	for i, cipher := range custom.Ciphers {
		p.Required(check.Index(at+".Ciphers", i), cipher)
		check.OneOf(p, check.Index(at+".Ciphers", i), cipher, tlsCiphers...)
	}
	p.Unique(at+".Ciphers", custom.Ciphers)
	if !slices.ContainsFunc(custom.Ciphers, func(cipher string) bool { return slices.Contains(http2Ciphers, cipher) }) {
		p.Addf(at+".Ciphers", "must contain %s, which HTTP/2 requires", check.Alternatives(http2Ciphers...))
	}
}
