package rosa

import (
	"net/url"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// ProxyArgs are the cluster-wide proxy and the certificate authorities that the cluster trusts. Changes are applied in place; the machines
// restart one after another. A field that is removed later keeps its value in the cluster: set it to an empty text or an empty list to
// clear it. network.EgressProxy has outputs for the first three.
type ProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP, such as http://10.0.0.10:3128, without a path. Its scheme is http.
	HTTPProxy pulumi.StringInput `rhcs:"httpProxy" check:"empty,secret"`
	// HTTPSProxy is the URL of the proxy for HTTPS, without a path. Its scheme is http or https.
	HTTPSProxy pulumi.StringInput `rhcs:"httpsProxy" check:"empty,secret"`
	// NoProxy are the IPv4 addresses, IPv4 CIDRs and domains of at least two labels that are reached directly, such as 10.0.0.0/16 or
	// .example.com. The cluster adds its own ranges, its API server and the instance metadata service. Needs a proxy.
	NoProxy []string `check:"format=rosa-no-proxy"`
	// TrustedCA are certificates in PEM format that machines trust in addition to the system's. It can be set without a proxy.
	TrustedCA pulumi.StringInput `rhcs:"additionalTrustBundle" check:"empty,certificates"`
}

func (c clusterCheck) proxy(proxy *ProxyArgs) {
	if proxy == nil {
		return
	}
	path := c.path + ".Proxy"
	hasProxy := proxy.HTTPProxy != nil || proxy.HTTPSProxy != nil
	if !hasProxy && proxy.NoProxy == nil && proxy.TrustedCA == nil {
		c.Addf(path, "must set one of HTTPProxy, HTTPSProxy or TrustedCA")
	}
	checkProxyURL(c.Problems, path+".HTTPProxy", proxy.HTTPProxy, "http")
	checkProxyURL(c.Problems, path+".HTTPSProxy", proxy.HTTPSProxy, "http", "https")
	c.RequiresField(path, "NoProxy", proxy.NoProxy != nil, "HTTPProxy or HTTPSProxy", hasProxy)
}

// checkProxyURL follows ValidateHTTPProxy and ValidateHTTPSProxy of openshift/rosa pkg/ocm/helpers.go. The messages do not quote the URL,
// because it may contain a password.
func checkProxyURL(p *check.Problems, path check.Path, proxy pulumi.Input, schemes ...string) {
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

func (a *ProxyArgs) addTo(inputs rhcs.Properties) {
	if a == nil {
		return
	}
	if a.HTTPProxy != nil {
		argument.Put(inputs, "proxy.httpProxy", component.SecretPassword(a.HTTPProxy))
	}
	if a.HTTPSProxy != nil {
		argument.Put(inputs, "proxy.httpsProxy", component.SecretPassword(a.HTTPSProxy))
	}
	if a.NoProxy != nil {
		argument.Put(inputs, "proxy.noProxy", strings.Join(a.NoProxy, ","))
	}
}
