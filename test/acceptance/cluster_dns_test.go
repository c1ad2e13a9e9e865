package acceptance

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
)

// clusterDNS is the object of a new cluster. The operator creates it with an empty placement.
const clusterDNS = `{"apiVersion":"operator.openshift.io/v1","kind":"DNS","metadata":{"name":"default"},"spec":{` +
	`"cache":{"negativeTTL":"0s","positiveTTL":"0s"},"logLevel":"Normal","nodePlacement":{},"operatorLogLevel":"Normal",` +
	`"upstreamResolvers":{"policy":"Sequential","upstreams":[{"port":53,"type":"SystemResolvConf"}]}}}`

// TestDNSPlacementReverts: the API server accepts that the placement is set, unset and released.
func TestDNSPlacementReverts(t *testing.T) {
	clusterLock.acquire(t)
	createAsOperator(t, clusterDNS)
	placed := true
	stack := newLiveStack(t, "dns", func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		args := &configuration.DNSArgs{Servers: map[string]configuration.DNSServer{
			"corp": {Zones: []string{"corp.example.com"}, Upstreams: []string{"10.1.0.53"}},
		}}
		if placed {
			args.NodeSelector = map[string]string{"example.com/dns": ""}
			args.Tolerations = []configuration.Toleration{{Key: "node-role.kubernetes.io/infra", Operator: "Exists"}}
		}
		_, err := configuration.NewDNS(ctx, "dns", args, inCluster)
		return err
	})
	placement := func() any { return spec(t, "dns.operator.openshift.io", "", "default")["nodePlacement"] }
	released := map[string]any{"nodeSelector": map[string]any{"kubernetes.io/os": "linux"}}

	stack.up()
	stack.assertStable("with a placement")
	assert.Equal(t, map[string]any{
		"nodeSelector": map[string]any{"kubernetes.io/os": "linux", "example.com/dns": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists"},
			map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
		},
	}, placement())
	placed = false
	stack.up()
	assert.Equal(t, released, placement(), "the placement is the default again")
	stack.assertStable("without a placement")
	placed = true
	stack.up()
	stack.destroy()
	assert.Equal(t, released, placement())
	assert.NotContains(t, spec(t, "dns.operator.openshift.io", "", "default"), "servers")
}
