package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestDesiredProxy(t *testing.T) {
	t.Parallel()
	args := ProxyArgs{
		HTTPProxy: pulumi.String(
			"http://proxy.example.com:3128",
		), HTTPSProxy: pulumi.String("https://proxy.example.com:3129"),
		NoProxy: []string{
			".example.com", "10.0.0.0/8", "192.0.2.1", "host",
		}, ReadinessEndpoints: []string{"https://quay.io"}, TrustedCA: pulumi.String(clustertest.Certificate),
	}
	require.NoError(t, args.Validate())
	object := desiredProxy(args, pulumi.String("proxy-trusted-ca"))
	assert.Equal(t, map[string]any{
		"httpProxy": pulumi.String(
			"http://proxy.example.com:3128",
		), "httpsProxy": pulumi.String("https://proxy.example.com:3129"),
		"noProxy": ".example.com,10.0.0.0/8,192.0.2.1,host", "readinessEndpoints": []any{"https://quay.io"},
		"trustedCA": map[string]any{"name": pulumi.String("proxy-trusted-ca")},
	}, object.Fields["spec"])
	kubetest.CheckPatch(t, kubetest.Manifest(t, object))
}

func TestPasswordsOfProxiesAreSecret(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, mockstest.Program(NewProxy, "proxy", &ProxyArgs{
		HTTPProxy:  pulumi.String("http://user:word@proxy.example.com:3128"),
		HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
	}), clustertest.InCluster)
	ownedField := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy-owned")
	assert.True(t, ownedField.Options.RetainOnDelete)
	proxy := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy")
	for _, patch := range []mocks.Resource{ownedField, proxy} {
		assert.Equal(t, []string{"spec", "status"}, patch.Options.AdditionalSecretOutputs,
			"a patch reads the whole object back, with the fields of other owners")
	}
	spec := proxy.Inputs["spec"].(map[string]any)
	assert.Equal(t, mocks.Secret{Value: "http://user:word@proxy.example.com:3128"}, spec["httpProxy"])
	assert.Equal(t, "http://proxy.example.com:3128", spec["httpsProxy"])
}

// The ConfigMap outlives the component, so it exists when the component is created again.
func TestTrustedCAMayExist(t *testing.T) {
	t.Parallel()
	args := &ProxyArgs{TrustedCA: pulumi.String(clustertest.Certificate)}
	rec := mockstest.Run(t, mockstest.Program(NewProxy, "proxy", args), clustertest.InCluster)
	configMap := clustertest.One(t, rec, "kubernetes:core/v1:ConfigMapPatch", "proxy-ca")
	assert.True(t, configMap.Options.RetainOnDelete)
	assert.Equal(t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"ca-bundle.crt": clustertest.Certificate},
		"metadata": map[string]any{
			"name":      "proxy-trusted-ca",
			"namespace": "openshift-config",
			"annotations": map[string]any{
				"pulumi.com/patchForce": "true", "pulumi.com/patchFieldManager": "pulumi-openshift-aws",
			},
		},
	}, configMap.Inputs, "with force and the manager of the earlier program")
	proxy := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", "proxy-proxy")
	assert.True(t, rec.Graph().Reaches(proxy.URN, configMap.URN))
}

func TestProxyKeepsTheTrustedCA(t *testing.T) {
	t.Parallel()
	ca := pulumi.String(clustertest.Certificate)
	tests := map[string]struct {
		reason  string
		current string
		args    ProxyArgs
		want    string
		err     string
	}{
		"new cluster":   {reason: "it trusts no other CA", want: ""},
		"installation":  {reason: "additionalTrustBundle stays trusted", current: "user-ca-bundle", want: "user-ca-bundle"},
		"removed":       {reason: "without TrustedCA, the trust ends", current: trustedCA, want: ""},
		"first":         {reason: "nothing is replaced", args: ProxyArgs{TrustedCA: ca}, want: trustedCA},
		"second update": {reason: "it is the component's", current: trustedCA, args: ProxyArgs{TrustedCA: ca}, want: trustedCA},
		"replaced": {
			reason:  "operators would lose the CA of the proxy",
			current: "user-ca-bundle",
			args:    ProxyArgs{TrustedCA: ca},
			err:     "configuration.ProxyArgs.TrustedCA: would replace the certificates in the ConfigMap user-ca-bundle",
		},
		"replaced knowingly": {
			reason:  "the program names what it replaces",
			current: "user-ca-bundle",
			args:    ProxyArgs{TrustedCA: ca, ReplacedCA: "user-ca-bundle"},
			want:    trustedCA,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.HTTPProxy = pulumi.String("http://proxy.example.com:3128")
			rec := mocks.New(clustertest.InCluster, mocks.Answer("kubernetes:config.openshift.io/v1:Proxy",
				func(map[string]any) (map[string]any, error) {
					return map[string]any{"spec": map[string]any{"trustedCA": map[string]any{"name": tt.current}}}, nil
				}))
			err := rec.Run(mockstest.Program(NewProxy, "proxy", &tt.args))
			if tt.err != "" {
				assert.ErrorContains(t, err, tt.err, tt.reason)
				return
			}
			require.NoError(t, err)
			for _, name := range []string{"proxy-proxy", "proxy-proxy-owned"} {
				patch := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:ProxyPatch", name)
				assert.Equal(t, map[string]any{"name": tt.want}, patch.Inputs["spec"].(map[string]any)["trustedCA"], tt.reason)
			}
		})
	}
}

func TestProxyArgsRejected(t *testing.T) {
	t.Parallel()
	const valid = pulumi.String("http://proxy.example.com:3128")
	const httpURL = ".HTTPProxy: must be an http URL with a host and a port (for example, http://proxy.example.com:3128)"
	const httpsURL = ".HTTPSProxy: must be an http or https URL with a host and a port " +
		"(for example, http://proxy.example.com:3128)"
	checktest.Cases(t, "configuration.ProxyArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "exceptions need a proxy",
			Args:   &ProxyArgs{NoProxy: []string{".example.com"}},
			Want:   []string{": must set at least one of HTTPProxy, HTTPSProxy and TrustedCA"},
		},
		"no scheme": {
			Reason: "the message does not quote the password; clients have different default ports",
			Args: &ProxyArgs{
				HTTPProxy: pulumi.String("user:word@proxy:3128"), HTTPSProxy: pulumi.String("http://proxy.example.com"),
			},
			Want: []string{httpURL, httpsURL},
		},
		"https for HTTP": {
			Reason: "OpenShift requires http:// for httpProxy, and a port is 1 to 65535",
			Args: &ProxyArgs{
				HTTPProxy: pulumi.String("https://proxy.example.com:3128"), HTTPSProxy: pulumi.String("http://proxy.example.com:70000"),
			},
			Want: []string{httpURL, httpsURL},
		},
		"everything and more": {
			Reason: "the cluster rejects * together with other entries",
			Args:   &ProxyArgs{HTTPProxy: valid, NoProxy: []string{"*", ".example.com"}},
			Want:   []string{".NoProxy: must have no other entries together with *"},
		},
	})
}

// FuzzProxyArgs checks any address of a proxy: no message of a problem and no output has its password.
func FuzzProxyArgs(f *testing.F) {
	f.Add("http://user:secret@proxy.example.com:3128", ".example.com", "https://quay.io")
	f.Add("http://%zz", "10.0.0.0/33", "ftp://x")
	f.Add("//\x7f", "::1", "")
	f.Fuzz(func(t *testing.T, address, host, endpoint string) {
		args := ProxyArgs{HTTPProxy: pulumi.String(address), NoProxy: []string{host}, ReadinessEndpoints: []string{endpoint}}
		if args.Validate() == nil {
			assert.NotEmpty(t, desiredProxy(args, pulumi.String("ca")).Fields["spec"])
		}
	})
}
