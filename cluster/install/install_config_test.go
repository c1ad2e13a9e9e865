package install

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

func TestInstallConfig(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*Config){
		"default":   func(*Config) {},
		"two-zones": func(c *Config) { c.Zones[2] = c.Zones[0] },
		"mirrors": func(c *Config) {
			c.TrustBundle, c.TrustBundlePolicy = "-----BEGIN CERTIFICATE-----\n", Always
			c.Mirrors = append(ReleaseMirrors("mirror.example.com:5000/ocp"), ImageMirror{
				Source: "registry.redhat.io", Mirrors: []string{"mirror.example.com:5000", "other.example.com/redhat"},
			})
		},
		"all": func(c *Config) {
			c.Publish, c.CredentialsMode, c.FIPS = "Internal", Mint, true
			c.Architecture = "arm64"
			c.TrustBundle = "-----BEGIN CERTIFICATE-----\n"
			c.Networks = Networks{
				MachineCIDR: "10.42.0.0/16", ServiceCIDR: "172.31.0.0/16", PodCIDR: "10.132.0.0/14", HostPrefix: 24,
			}
			c.Proxy = &Proxy{HTTP: "http://proxy.example.com:3128", NoProxy: []string{".example.com", "10.0.0.1"}}
			c.Capabilities = &Capabilities{Baseline: "None", Enabled: []string{"MachineAPI", "Ingress"}}
			c.More = map[string]any{
				"featureSet":   "TechPreviewNoUpgrade",
				"platform":     map[string]any{"aws": map[string]any{"userTags": map[string]any{"team": "platform"}}},
				"controlPlane": map[string]any{"platform": map[string]any{"aws": map[string]any{"type": "m6g.xlarge"}}},
			}
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := demo(t)
			change(c)
			text, err := c.installConfigText()
			require.NoError(t, err)
			golden.Check(t, "testdata/install-config-"+name+".golden", text)
		})
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	t.Parallel()
	c := demo(t)
	c.Proxy = &Proxy{HTTP: "http://user:hidden@proxy.example.com:3128"}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{*c, *c.Proxy} {
			text := fmt.Sprintf(format, value)
			assert.NotContains(t, text, pullSecretAuth, format)
			assert.NotContains(t, text, "hidden", format)
		}
	}
}
