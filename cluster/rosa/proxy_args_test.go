package rosa

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestProxyArgsValidate(t *testing.T) {
	t.Parallel()
	proxy := func(x ProxyArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Proxy = &x }) }
	checkValidations(t, map[string]validation{
		"certificates only": {
			reason: "a cluster without a proxy can trust additional certificates",
			args:   proxy(ProxyArgs{TrustedCA: pulumi.String(clustertest.Certificate)}),
		},
		"cleared": {
			reason: "empty values clear the proxy",
			args: proxy(ProxyArgs{
				HTTPProxy: pulumi.String(""), HTTPSProxy: pulumi.String(""), NoProxy: []string{}, TrustedCA: pulumi.String(""),
			}),
		},
		"no proxy": {
			reason: "addresses, CIDRs and domains are reached directly",
			args: proxy(ProxyArgs{
				HTTPSProxy: pulumi.String("https://proxy.example.com:8443/"),
				NoProxy:    []string{"10.0.0.1", "10.0.0.0/16", ".example.com", "registry.example.com"},
			}),
		},
		"empty": {
			reason: "a proxy has at least one field",
			args:   proxy(ProxyArgs{}),
			want:   []string{"rosa.HCPArgs.Proxy: must set one of HTTPProxy, HTTPSProxy or TrustedCA"},
		},
		"forms": {
			reason: "the proxy for HTTP has the scheme http",
			args: proxy(ProxyArgs{
				HTTPProxy:  pulumi.String("https://10.0.0.10:3128"),
				HTTPSProxy: pulumi.String("user:word@10.0.0.10:3128"),
			}),
			want: []string{
				"rosa.HCPArgs.Proxy.HTTPProxy: must be an http URL (for example, http://10.0.0.10:3128)",
				"rosa.HCPArgs.Proxy.HTTPSProxy: must be an http or https URL (for example, http://10.0.0.10:3128)",
			},
		},
		"path": {
			reason: "the URL of a proxy has no path",
			args:   proxy(ProxyArgs{HTTPProxy: pulumi.String("http://10.0.0.10:3128/proxy")}),
			want:   []string{"rosa.HCPArgs.Proxy.HTTPProxy: must not have a path (got /proxy)"},
		},
		"no proxy without a proxy": {
			reason: "NoProxy is a list of exceptions",
			args:   proxy(ProxyArgs{NoProxy: []string{"10.0.0.0/16"}}),
			want:   []string{"rosa.HCPArgs.Proxy.NoProxy: needs"},
		},
	})
}

func TestPasswordsOfProxiesAreSecret(t *testing.T) {
	t.Parallel()
	inputs := mockstest.Find(t, run(t, testHCP(func(a *HCPArgs) {
		a.Proxy = &ProxyArgs{
			HTTPProxy: pulumi.String("http://user:word@10.0.0.10:3128"), HTTPSProxy: pulumi.String("http://10.0.0.10:3128"),
		}
	})), "main-cluster").Inputs["proxy"]
	assert.Equal(t, map[string]any{
		"httpProxy": mocks.Secret{Value: "http://user:word@10.0.0.10:3128"}, "httpsProxy": "http://10.0.0.10:3128",
	}, inputs)
}

// FuzzProxyArgs checks any address, host and bundle of certificates of a proxy.
func FuzzProxyArgs(f *testing.F) {
	f.Add("http://proxy.example.com:3128", ".example.com", clustertest.Certificate)
	f.Add("http://a/b", "10.0.0.0/33", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n")
	f.Add("%", "", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\nx")
	f.Fuzz(func(t *testing.T, address, host, bundle string) {
		err := testHCP(func(a *HCPArgs) {
			a.Proxy = &ProxyArgs{HTTPProxy: pulumi.String(address), NoProxy: []string{host}, TrustedCA: pulumi.String(bundle)}
		}).Validate()
		if err == nil && strings.TrimSpace(bundle) != "" {
			assert.Contains(t, bundle, "BEGIN ")
		}
	})
}
