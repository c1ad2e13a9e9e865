package configuration

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func everyDNS() DNSArgs {
	return DNSArgs{
		NodeSelector: map[string]string{"kubernetes.io/os": "linux"},
		Tolerations:  []Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}},
		Servers: map[string]DNSServer{
			"corp": {
				Zones: []string{"corp.example.com"}, Upstreams: []string{"10.1.0.53", "10.2.0.53:5353"}, Policy: "Sequential",
			},
			"lab": {Zones: []string{"lab.example.com", "test.example.com"}, Upstreams: []string{"10.3.0.53"}},
		},
	}
}

func TestDNSStaysOnTheControlPlane(t *testing.T) {
	t.Parallel()
	args := everyDNS()
	require.NoError(t, args.Validate())
	spec := desiredDNS(args).Fields["spec"].(map[string]any)
	assert.Equal(t, []any{
		map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists"},
		map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
	}, spec["nodePlacement"].(map[string]any)["tolerations"], "the list replaces the operator's default")
	spec = desiredDNS(DNSArgs{NodeSelector: args.NodeSelector}).Fields["spec"].(map[string]any)
	assert.Equal(t, map[string]any{"nodeSelector": map[string]any{"kubernetes.io/os": "linux"}}, spec["nodePlacement"],
		"the operator's default applies without tolerations")
}
