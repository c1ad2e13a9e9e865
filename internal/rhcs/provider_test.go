package rhcs

import (
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason          string
		provider        Provider
		plugin, version string
		value           string
	}{
		"default": {
			reason:   "the form of the plugin's own goldens",
			provider: Provider{},
			plugin:   "1.1.3",
			version:  "1.7.7",
			value:    `{"remote":{"url":"registry.opentofu.org/terraform-redhat/rhcs","version":"1.7.7"}}`,
		},
		"mirror": {
			reason:   "every part chosen",
			provider: Provider{Version: "1.7.8", Source: "registry.example.com/mirror/rhcs", PluginVersion: "1.1.4"},
			plugin:   "1.1.4",
			version:  "1.7.8",
			value:    `{"remote":{"url":"registry.example.com/mirror/rhcs","version":"1.7.8"}}`,
		},
		"local": {
			reason:   "exactly one of remote and local",
			provider: Provider{Path: "/opt/terraform-provider-rhcs"},
			plugin:   "1.1.3",
			version:  "1.7.7",
			value:    `{"local":{"path":"/opt/terraform-provider-rhcs"}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, err := tt.provider.request()
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
