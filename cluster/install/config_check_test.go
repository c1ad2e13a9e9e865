package install

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestConfigRejected(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*Config)
		want   []string
	}{
		"nothing": {
			reason: "all required fields are reported together",
			change: func(c *Config) { *c = Config{} },
			want: []string{
				"install.Config.Dir: required", "install.Config.Name: required", "install.Config.BaseDomain: required",
				"install.Config.Region: required", "install.Config.Zones: required", "install.Config.Release: required",
				"install.Config.PullSecret: required",
			},
		},
		"forms": {
			reason: "names, domains, regions and releases have forms",
			change: func(c *Config) { c.Name, c.BaseDomain, c.Region, c.Release = "Demo", "com.", "us-east", "four" },
			want: []string{
				"install.Config.Name: format", "install.Config.BaseDomain: format", "install.Config.Region: format",
				"install.Config.Release: format",
			},
		},
		"an old release": {
			reason: "4.16 is the oldest supported release",
			change: func(c *Config) { c.Release = "4.15.20" },
			want:   []string{"install.Config.Release: must be 4.16 or later (got 4.15.20)"},
		},
		"two zones": {
			reason: "etcd needs an odd number of members",
			change: func(c *Config) { c.Zones = c.Zones[:2] },
			want:   []string{"install.Config.Zones: must be 1, 3 or 5 zones, one for each control-plane machine (got 2)"},
		},
		"a zone of another region": {
			reason: "a cluster is in one region",
			change: func(c *Config) { c.Zones[1] = "us-west-2b" },
			want:   []string{"install.Config.Zones[1]: us-west-2b is not a zone of the region us-east-2"},
		},
		"choices": {
			reason: "publish and credentials mode are enumerations",
			change: func(c *Config) { c.Publish, c.CredentialsMode = "Public", "Auto" },
			want:   []string{"install.Config.Publish: one-of", "install.Config.CredentialsMode: one-of"},
		},
		"networks": {
			reason: "the ranges are those of cluster.NetworkArgs",
			change: func(c *Config) { c.Networks.MachineCIDR = "10.128.0.0/16" },
			want:   []string{"install.Config.Networks.PodCIDR: overlap"},
		},
		"a pull secret that is none": {
			reason: "a pull secret is JSON with auths",
			change: func(c *Config) { c.PullSecret = "hidden" },
			want: []string{`install.Config.PullSecret: must be JSON with an entry in "auths"; ` +
				`copy it from https://console.redhat.com/openshift/install/pull-secret`},
		},
		"a pull secret without user": {
			reason: "the installer requires user:password in base64",
			change: func(c *Config) { c.PullSecret = `{"auths":{"quay.io":{"auth":"aGlkZGVu"}}}` },
			want: []string{`install.Config.PullSecret: "auth" of quay.io must be user:password in base64; ` +
				`copy it from https://console.redhat.com/openshift/install/pull-secret`},
		},
		"a private SSH key": {
			reason: "the message does not quote it",
			change: func(c *Config) { c.SSHKey = "-----BEGIN OPENSSH PRIVATE KEY-----" },
			want:   []string{"install.Config.SSHKey: must be a public SSH key (for example, ssh-ed25519 AAAA...)"},
		},
		"a proxy without URL": {
			reason: "a proxy is of HTTP, HTTPS or both",
			change: func(c *Config) { c.Proxy = &Proxy{NoProxy: []string{"a b"}} },
			want: []string{
				"install.Config.Proxy: must set at least one of HTTP and HTTPS", "install.Config.Proxy.NoProxy[0]: format",
			},
		},
		"a proxy with a bad URL": {
			reason: "the message does not quote a password",
			change: func(c *Config) { c.Proxy = &Proxy{HTTP: "https://user:hidden@proxy.example.com:3128"} },
			want: []string{"install.Config.Proxy.HTTP: must be an http URL with a host and a port " +
				"(for example, http://proxy.example.com:3128)"},
		},
		"a trust bundle that is none": {
			reason: "certificates are in PEM",
			change: func(c *Config) { c.TrustBundle = "hidden" },
			want:   []string{"install.Config.TrustBundle: must be certificates in PEM"},
		},
		"a policy without a trust bundle": {
			reason: "there is nothing to trust",
			change: func(c *Config) { c.TrustBundlePolicy = Always },
			want:   []string{"install.Config.TrustBundle: required"},
		},
		"a policy that does not exist": {
			reason: "the installer knows two",
			change: func(c *Config) { c.TrustBundlePolicy = "Never" },
			want:   []string{"install.Config.TrustBundlePolicy: one-of"},
		},
		"mirrors": {
			reason: "the installer accepts repositories, not images, and no wildcards; each is there once",
			change: func(c *Config) {
				c.Mirrors = append(ReleaseMirrors("https://mirror.example.com"),
					ImageMirror{Source: "*.example.com", Mirrors: []string{"mirror.example.com"}}, ImageMirror{}, ImageMirror{Source: payloadImages})
			},
			want: []string{
				"install.Config.Mirrors[0].Mirrors[0]: format", "install.Config.Mirrors[1].Mirrors[0]: format",
				"install.Config.Mirrors[2].Source: format", "install.Config.Mirrors[3].Source: required",
				"install.Config.Mirrors[3].Mirrors: required", "install.Config.Mirrors[4].Mirrors: required",
				"install.Config.Mirrors[4]: duplicate",
			},
		},
		"mirrors of half a release": {
			reason: "the images of the operators are in another repository than the release image",
			change: func(c *Config) { c.Mirrors = ReleaseMirrors("mirror.example.com:5000/ocp")[:1] },
			want: []string{"install.Config.Mirrors: must contain the source quay.io/openshift-release-dev/ocp-v4.0-art-dev, or a part of " +
				"its path: the release is in it"},
		},
		"capabilities twice": {
			reason: "a capability is enabled once",
			change: func(c *Config) { c.Capabilities = &Capabilities{Enabled: []string{"MachineAPI", "MachineAPI"}} },
			want:   []string{"install.Config.Capabilities.Enabled[1]: duplicate"},
		},
		"a set of capabilities that does not exist": {
			reason: "no release has a set of its own after 4.18",
			change: func(c *Config) { c.Capabilities = &Capabilities{Baseline: "v4.19"} },
			want:   []string{"install.Config.Capabilities.Baseline: one-of"},
		},
		"capabilities that a cluster on AWS needs": {
			reason: "the installer rejects a cluster on AWS without three capabilities, and the marketplace without OLM",
			change: func(c *Config) {
				c.Capabilities = &Capabilities{Baseline: "None", Enabled: []string{"Ingress", "marketplace", "machineAPI"}}
			},
			want: []string{
				"install.Config.Capabilities.Enabled[2]: one-of",
				"install.Config.Capabilities.Enabled: must contain CloudCredential: OpenShift requires it on AWS",
				"install.Config.Capabilities.Enabled: must contain CloudControllerManager: OpenShift requires it on AWS",
				"install.Config.Capabilities.Enabled: must contain OperatorLifecycleManager: marketplace requires it",
			},
		},
		"manifests": {
			reason: "the installer reads only some files",
			change: func(c *Config) {
				c.Manifests = map[string]string{"manifests/../a.yaml": "a", "openshift/b.txt": "b", "manifests/c.yaml": " "}
			},
			want: []string{
				"install.Config.Manifests[manifests/../a.yaml]: must be a path such as manifests/example.yaml, " +
					"openshift/example.yaml or tls/example.key",
				"install.Config.Manifests[manifests/c.yaml]: must not be empty",
				"install.Config.Manifests[openshift/b.txt]: must end in .yaml, .yml or .json; the installer ignores other files",
			},
		},
		"architecture": {
			reason: "AWS has machines of two architectures, by Go's names as in install-config.yaml",
			change: func(c *Config) { c.Architecture = "aarch64" },
			want:   []string{"install.Config.Architecture: one-of"},
		},
		"more": {
			reason: "a field has one place",
			change: func(c *Config) {
				c.More = map[string]any{
					"fips": true, "imageDigestSources": []any{},
					"platform":     map[string]any{"aws": map[string]any{"region": "us-west-2", "userTags": map[string]any{}}},
					"controlPlane": map[string]any{"hyperthreading": "Enabled", "replicas": 5, "architecture": "arm64"},
				}
			},
			want: []string{
				"install.Config.More[controlPlane][architecture]: must not be set, because Config describes it",
				"install.Config.More[controlPlane][replicas]: must not be set, because Config describes it",
				"install.Config.More[fips]: must not be set, because Config describes it",
				"install.Config.More[imageDigestSources]: must not be set, because Config describes it",
				"install.Config.More[platform][aws][region]: must not be set, because Config describes it",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := demo(t)
			tt.change(c)
			err := c.Validate()
			checktest.Equal(t, tt.want, err, tt.reason)
			require.Error(t, err)
			assert.NotContains(t, err.Error(), "hidden")
		})
	}
}

func TestConfigValid(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*Config)
	}{
		"defaults": {reason: "only required fields are set", change: func(*Config) {}},
		"two zones": {
			reason: "a region can have two zones only", change: func(c *Config) { c.Zones[2] = c.Zones[0] },
		},
		"one zone": {reason: "a single-node control plane", change: func(c *Config) { c.Zones = c.Zones[:1] }},
		"a mirror of the namespace of both repositories": {reason: "a source can be a part of a path", change: func(c *Config) {
			c.Mirrors = []ImageMirror{{Source: "quay.io/openshift-release-dev", Mirrors: []string{"mirror.example.com/ocp"}}}
		}},
		"a patch release": {reason: "an exact release", change: func(c *Config) { c.Release = "4.16.0" }},
		"GovCloud": {reason: "zones begin with the region's name", change: func(c *Config) {
			c.Region, c.Zones = "us-gov-west-1", []string{"us-gov-west-1a"}
		}},
		"several registries": {reason: "an entry may refer to a store", change: func(c *Config) {
			c.PullSecret = `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"},"example.com":{"credsStore":"pass"}}}`
		}},
		"an RSA key": {reason: "keys of all types", change: func(c *Config) { c.SSHKey = "ssh-rsa AAAAB3NzaC1yc2E=\n" }},
		"no SSH key": {reason: "SSH access is optional", change: func(c *Config) { c.SSHKey = "" }},
		"more": {reason: "fields beside those of Config", change: func(c *Config) {
			c.More = map[string]any{"platform": map[string]any{"aws": map[string]any{"userTags": map[string]any{"a": "b"}}}}
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := demo(t)
			tt.change(c)
			assert.NoError(t, c.Validate(), tt.reason)
		})
	}
}
