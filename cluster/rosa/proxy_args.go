package rosa

import (
	"crypto/x509"
	"encoding/pem"
	"net/url"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// ProxyArgs are the cluster-wide proxy and the certificate authorities that the cluster trusts. Changes are applied in place; the machines
// restart one after another. A field that is removed later keeps its value in the cluster: set it to an empty text or an empty list to
// clear it. network.EgressProxy has outputs for the first three.
type ProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP, such as http://10.0.0.10:3128, without a path. Its scheme is http.
	HTTPProxy pulumi.StringInput `check:"empty"`
	// HTTPSProxy is the URL of the proxy for HTTPS, without a path. Its scheme is http or https.
	HTTPSProxy pulumi.StringInput `check:"empty"`
	// NoProxy are the IPv4 addresses, IPv4 CIDRs and domains of at least two labels that are reached directly, such as 10.0.0.0/16 or
	// .example.com. The cluster adds its own ranges, its API server and the instance metadata service. Needs a proxy.
	NoProxy []string
	// TrustedCA are certificates in PEM format that machines trust in addition to the system's. It can be set without a proxy.
	TrustedCA pulumi.StringInput `check:"empty"`
}

func (a *ProxyArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	hasProxy := a.HTTPProxy != nil || a.HTTPSProxy != nil
	if !hasProxy && a.NoProxy == nil && a.TrustedCA == nil {
		p.Addf(path, "must set one of HTTPProxy, HTTPSProxy or TrustedCA")
	}
	checkProxyURL(p, path+".HTTPProxy", a.HTTPProxy, "http")
	checkProxyURL(p, path+".HTTPSProxy", a.HTTPSProxy, "http", "https")
	p.RequiresField(path, "NoProxy", a.NoProxy != nil, "HTTPProxy or HTTPSProxy", hasProxy)
	p.Formats(path+".NoProxy", a.NoProxy, noProxy)
	if bundle, known := check.Text(a.TrustedCA); known && bundle != "" {
		checkCertificates(p, path+".TrustedCA", bundle)
	}
}

// checkProxyURL follows ValidateHTTPProxy and ValidateHTTPSProxy of openshift/rosa pkg/ocm/helpers.go. The messages do not quote the URL,
// because it may contain a password.
func checkProxyURL(p *check.Problems, path string, proxy pulumi.Input, schemes ...string) {
	address, _ := check.Text(proxy)
	parsed, err := url.Parse(address)
	switch {
	case address == "":
	case err != nil || !check.URL(schemes...).Match(address):
		p.Addf(path, "must be an %s URL (for example, http://10.0.0.10:3128)", check.Alternatives(schemes...))
	case strings.Trim(parsed.Path, "/") != "":
		p.Addf(path, "must not have a path (got %s)", parsed.Path)
	}
}

func checkCertificates(p *check.Problems, path, bundle string) {
	rest := []byte(bundle)
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

func (a *ProxyArgs) inputs() pulumi.Input {
	if a == nil {
		return nil
	}
	inputs := pulumi.Map{"additionalTrustBundle": a.TrustedCA}
	if a.HTTPProxy != nil {
		inputs["httpProxy"] = outputs.SecretPassword(a.HTTPProxy)
	}
	if a.HTTPSProxy != nil {
		inputs["httpsProxy"] = outputs.SecretPassword(a.HTTPSProxy)
	}
	if a.NoProxy != nil {
		inputs["noProxy"] = pulumi.String(strings.Join(a.NoProxy, ","))
	}
	return object(inputs)
}
