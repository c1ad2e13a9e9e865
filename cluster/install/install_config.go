package install

import (
	"maps"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// installConfig returns install-config.yaml (openshift/installer release-4.19 pkg/types/installconfig.go) without More. It has no
// workers, because Pulumi creates them.
func (c *Config) installConfig() map[string]any {
	full := c.withDefaults()
	own := map[string]any{
		"apiVersion":      "v1",
		"metadata":        map[string]any{"name": full.Name},
		"baseDomain":      full.BaseDomain,
		"credentialsMode": string(full.CredentialsMode),
		// Without its architecture, the installer rejects workers of another one than the control plane (openshift/installer release-4.19
		// pkg/types/validation/installconfig.go, validateCompute), also none of them.
		"compute": []any{map[string]any{"name": "worker", "replicas": 0, "architecture": full.Architecture}},
		"controlPlane": map[string]any{
			"name":         "master",
			"architecture": full.Architecture,
			"replicas":     len(full.Zones),
			"platform":     map[string]any{"aws": map[string]any{"zones": full.distinctZones()}},
		},
		"networking": map[string]any{
			"machineNetwork": []any{map[string]any{"cidr": full.Networks.MachineCIDR}},
			"serviceNetwork": []any{full.Networks.ServiceCIDR},
			"clusterNetwork": []any{map[string]any{"cidr": full.Networks.PodCIDR, "hostPrefix": full.Networks.HostPrefix}},
		},
		"platform":   map[string]any{"aws": map[string]any{"region": full.Region}},
		"publish":    string(full.Publish),
		"pullSecret": string(full.PullSecret),
	}
	maps.Copy(own, full.optionalFields())
	return own
}

func (c *Config) optionalFields() map[string]any {
	fields := map[string]any{}
	if c.SSHKey != "" {
		fields["sshKey"] = strings.TrimSpace(c.SSHKey)
	}
	if c.FIPS {
		fields["fips"] = true
	}
	if c.Proxy != nil {
		proxy := map[string]any{}
		for key, value := range map[string]string{
			"httpProxy":  string(c.Proxy.HTTP),
			"httpsProxy": string(c.Proxy.HTTPS),
			"noProxy":    strings.Join(c.Proxy.NoProxy, ","),
		} {
			if value != "" {
				proxy[key] = value
			}
		}
		fields["proxy"] = proxy
	}
	if c.TrustBundle != "" {
		fields["additionalTrustBundle"] = c.TrustBundle
	}
	if c.TrustBundlePolicy == Always {
		fields["additionalTrustBundlePolicy"] = string(Always)
	}
	if len(c.Mirrors) > 0 {
		fields["imageDigestSources"] = digestSources(c.Mirrors)
	}
	if c.Capabilities != nil {
		capabilities := map[string]any{"baselineCapabilitySet": c.Capabilities.Baseline}
		if len(c.Capabilities.Enabled) > 0 {
			capabilities["additionalEnabledCapabilities"] = c.Capabilities.Enabled
		}
		fields["capabilities"] = capabilities
	}
	return fields
}

// installConfigText returns install-config.yaml with More.
func (c *Config) installConfigText() ([]byte, error) {
	return yaml.Marshal(argument.Merge(c.installConfig(), c.More))
}
