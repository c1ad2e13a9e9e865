package rhcs

import (
	"runtime/debug"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestReleaseRequest(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason          string
		release         Release
		plugin, version string
		value           string
	}{
		"default": {
			reason:  "the plugin documents this form",
			release: Release{},
			plugin:  "1.1.3",
			version: "1.7.7",
			value:   `{"remote":{"url":"registry.opentofu.org/terraform-redhat/rhcs","version":"1.7.7"}}`,
		},
		"mirror": {
			reason:  "every part can be chosen",
			release: Release{Version: "1.7.8", Source: "registry.example.com/mirror/rhcs", PluginVersion: "1.1.4"},
			plugin:  "1.1.4",
			version: "1.7.8",
			value:   `{"remote":{"url":"registry.example.com/mirror/rhcs","version":"1.7.8"}}`,
		},
		"local": {
			reason:  "a parameterization has either remote or local",
			release: Release{Path: "/opt/terraform-provider-rhcs"},
			plugin:  "1.1.3",
			version: "1.7.7",
			value:   `{"local":{"path":"/opt/terraform-provider-rhcs"}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, err := tt.release.request(nil)
			require.NoError(t, err)
			want := &pulumirpc.RegisterPackageRequest{
				Name: "terraform-provider", Version: tt.plugin,
				Parameterization: &pulumirpc.Parameterization{
					Name:    "rhcs",
					Version: tt.version,
					Value:   []byte(tt.value),
				},
			}
			assert.Equal(t, want.String(), request.String(), tt.reason)
		})
	}
}

// TestOwnPlugin: the zero release is inside the plugin of this module, if there is one; every other one is not.
func TestOwnPlugin(t *testing.T) {
	t.Parallel()
	own := &ownPlugin{version: "0.2.0", url: pluginURL}
	request, err := Release{}.request(own)
	require.NoError(t, err)
	assert.Equal(t, (&pulumirpc.RegisterPackageRequest{
		Name: "openshift-aws-rhcs", Version: "0.2.0", DownloadUrl: "github://api.github.com/openshift-aws/pulumi-openshift-aws",
		Parameterization: &pulumirpc.Parameterization{Name: "rhcs", Version: "1.7.7", Value: []byte("{}")},
	}).String(), request.String())
	for _, explicit := range []Release{{Version: "1.7.7"}, {Path: "/opt/terraform-provider-rhcs"}, {Source: DefaultSource}} {
		request, err := explicit.request(own)
		require.NoError(t, err)
		assert.Equal(t, dynamicPlugin, request.GetName(), "%+v", explicit)
	}
}

func TestReleaseIn(t *testing.T) {
	t.Parallel()
	program := func(module debug.Module) *debug.BuildInfo {
		module.Path = modulePath
		return &debug.BuildInfo{Deps: []*debug.Module{{Path: "example.com/other", Version: "v9.9.9"}, &module}}
	}
	tests := map[string]struct {
		reason string
		info   *debug.BuildInfo
		want   string
	}{
		"released":  {reason: "a release has plugins", info: program(debug.Module{Version: "v0.2.0"}), want: "0.2.0"},
		"candidate": {reason: "so does a prerelease", info: program(debug.Module{Version: "v0.2.0-rc.1"}), want: "0.2.0-rc.1"},
		"commit":    {reason: "a commit has none", info: program(debug.Module{Version: "v0.2.1-0.20261126120000-0123456789ab"})},
		"replaced":  {reason: "a folder is none", info: program(debug.Module{Version: "v0.2.0", Replace: &debug.Module{Path: "../.."}})},
		"clone": {
			reason: "a program of this module is none",
			info:   &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v0.2.0"}},
		},
		"without info": {reason: "a program may have no information"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, releaseIn(tt.info), tt.reason)
		})
	}
}

func TestReleaseCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		release Release
		want    []string
	}{
		"zero":          {reason: "every field has a default"},
		"other release": {reason: "a prerelease is a release", release: Release{Version: "1.7.8-prerelease.1"}},
		"local": {
			reason:  "a binary can be named together with the version to register it under",
			release: Release{Path: "/opt/terraform-provider-rhcs", Version: "1.7.7"},
		},
		"relative": {
			reason:  "the plugin recognizes paths by their first character",
			release: Release{Path: "./bin/terraform-provider-rhcs"},
		},
		"mirror": {
			reason:  "a registry can have a port",
			release: Release{Source: "registry.example.com:8443/terraform-redhat/rhcs"},
		},
		"v": {
			reason:  "Terraform's versions have no v",
			release: Release{Version: "v1.7.7"},
			want:    []string{"RHCS.Version: format"},
		},
		"range": {
			reason:  "the plugin requires one release",
			release: Release{Version: "~> 1.7"},
			want:    []string{"RHCS.Version: format"},
		},
		"plugin version": {
			reason:  "the plugin's version has the same form",
			release: Release{PluginVersion: "1"},
			want:    []string{"RHCS.PluginVersion: format"},
		},
		"bare path": {
			reason:  "the plugin would read it as a registry address",
			release: Release{Path: "bin/terraform-provider-rhcs"},
			want:    []string{"RHCS.Path: format"},
		},
		"other binary": {
			reason:  "the plugin derives the provider's name from the path",
			release: Release{Path: "/opt/rhcs"},
			want:    []string{"RHCS.Path: format"},
		},
		"path and source": {
			reason:  "a local binary has no registry",
			release: Release{Path: "/opt/terraform-provider-rhcs", Source: DefaultSource},
			want:    []string{"RHCS.Source: exclusive"},
		},
		"source": {
			reason:  "an address has a host",
			release: Release{Source: "terraform-redhat/rhcs"},
			want:    []string{"RHCS.Source: format"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			tt.release.Check(&p, "RHCS")
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}
