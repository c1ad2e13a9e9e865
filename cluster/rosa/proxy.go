package cluster

import (
	"crypto/x509"
	"encoding/pem"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaProxyArgs are the proxy that the cluster reaches the internet through, and the authorities that it trusts. Changes are made
// in place; the machines restart one after another. What is left out of it later stays as it is in the cluster: an empty text,
// or an empty list, takes a setting back. network.EgressProxy has the first three.
type RosaProxyArgs struct {
	// HTTPProxy is the URL of the proxy for plain HTTP, such as http://10.0.0.10:3128: http only, with no path.
	HTTPProxy pulumi.StringInput
	// HTTPSProxy is the URL of the proxy for HTTPS: http or https, with no path.
	HTTPSProxy pulumi.StringInput
	// NoProxy are addresses, IPv4 ranges and domains that are reached directly, in lower case, such as 10.0.0.0/16 or
	// .example.com. The cluster adds its own ranges, the API and the metadata service. Needs a proxy.
	NoProxy []string
	// TrustedCA are certificates in PEM form that machines trust beside the usual ones. It may be set alone.
	TrustedCA pulumi.StringInput
}

func (a *RosaProxyArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	if a.HTTPProxy == nil && a.HTTPSProxy == nil && a.NoProxy == nil && a.TrustedCA == nil {
		p.Addf(path, "is empty; set HTTPProxy, HTTPSProxy or TrustedCA, or leave it nil")
	}
	rosaCheckProxyURL(p, path+".HTTPProxy", a.HTTPProxy, "http")
	rosaCheckProxyURL(p, path+".HTTPSProxy", a.HTTPSProxy, "http", "https")
	if a.NoProxy != nil && a.HTTPProxy == nil && a.HTTPSProxy == nil {
		p.Addf(path+".NoProxy", "is set and no proxy is; set HTTPProxy or HTTPSProxy")
	}
	rosaCheckNoProxy(p, path+".NoProxy", a.NoProxy)
	if bundle, known := rosaKnown(a.TrustedCA); known && bundle != "" {
		rosaCheckBundle(p, path+".TrustedCA", bundle)
	}
}

// rosaCheckProxyURL follows ValidateHTTPProxy and ValidateHTTPSProxy of openshift/rosa pkg/ocm/helpers.go.
func rosaCheckProxyURL(p *check.Problems, path string, proxy pulumi.Input, schemes ...string) {
	text, known := rosaKnown(proxy)
	if !known || text == "" {
		return
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Host == "" || strings.ContainsAny(text, " \t\n"):
		p.Addf(path, "%q is no proxy's URL; write one such as http://10.0.0.10:3128", text)
	case !strings.HasPrefix(text, schemes[0]+":") && !strings.HasPrefix(text, schemes[len(schemes)-1]+":"):
		p.Addf(path, "%q begins with %s://; the cluster takes %s", text, parsed.Scheme, strings.Join(schemes, " and "))
	case parsed.Path != "" && parsed.Path != "/":
		p.Addf(path, "%q has the path %s; a proxy has none", text, parsed.Path)
	}
}

var rosaDomain = regexp.MustCompile(`^\.?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// rosaCheckNoProxy follows openshift/rosa pkg/aws/helpers.go.
func rosaCheckNoProxy(p *check.Problems, path string, list []string) {
	seen := map[string]bool{}
	for _, item := range list {
		if seen[item] {
			p.Addf(path, "%q is there twice", item)
		}
		seen[item] = true
		if prefix, err := netip.ParsePrefix(item); err == nil && prefix.Addr().Is4() {
			continue
		}
		if !rosaDomain.MatchString(item) {
			p.Addf(path, "%q is no IPv4 address, no range and no domain in lower case", item)
		}
	}
}

func rosaCheckBundle(p *check.Problems, path, bundle string) {
	rest := []byte(bundle)
	for found := 0; ; found++ {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			if found == 0 || strings.TrimSpace(string(rest)) != "" {
				p.Addf(path, "is no PEM bundle of certificates")
			}
			return
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			p.Addf(path, "certificate %d does not parse: %v", found+1, err)
		}
	}
}

func (a *RosaProxyArgs) inputs() pulumi.Input {
	if a == nil {
		return nil
	}
	inputs := pulumi.Map{"httpProxy": a.HTTPProxy, "httpsProxy": a.HTTPSProxy, "additionalTrustBundle": a.TrustedCA}
	if a.NoProxy != nil {
		inputs["noProxy"] = pulumi.String(strings.Join(a.NoProxy, ","))
	}
	return rosaObject(inputs)
}
