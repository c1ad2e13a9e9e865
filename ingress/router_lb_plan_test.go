package ingress

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestPlanRules(t *testing.T) {
	t.Parallel()
	inside := []routerRule{
		{"apps-http-to-nodes", ofLoadBalancer, true, 80, "", ofNodes, "Routers on the nodes"},
		{"nodes-http-from-apps", ofNodes, false, 80, "", ofLoadBalancer, "Routers from their load balancer"},
		{"apps-https-to-nodes", ofLoadBalancer, true, 443, "", ofNodes, "Routers on the nodes"},
		{"nodes-https-from-apps", ofNodes, false, 443, "", ofLoadBalancer, "Routers from their load balancer"},
		{"apps-health-to-nodes", ofLoadBalancer, true, 1936, "", ofNodes, "Routers on the nodes"},
		{"nodes-health-from-apps", ofNodes, false, 1936, "", ofLoadBalancer, "Routers from their load balancer"},
		{"nodes-metrics-from-nodes", ofNodes, false, 1936, "", ofNodes, "Metrics of routers, for Prometheus on other nodes"},
	}
	subnets := []network.Subnet{{Zone: "us-east-2b", CIDR: "10.0.32.0/20"}, {Zone: "us-east-2a", CIDR: "10.0.0.0/20"}}
	tests := map[string]struct {
		reason string
		args   RouterLBArgs
		want   []routerRule
	}{
		"external": {"a public cluster's routes are the world's", RouterLBArgs{Scope: External, Subnets: subnets}, []routerRule{
			{"apps-http-from-0.0.0.0-0", ofLoadBalancer, false, 80, "0.0.0.0/0", "", "Routes from 0.0.0.0/0"},
			{"apps-https-from-0.0.0.0-0", ofLoadBalancer, false, 443, "0.0.0.0/0", "", "Routes from 0.0.0.0/0"},
		}},
		"internal": {"the machines call the routes, too", RouterLBArgs{Scope: Internal, Subnets: subnets}, []routerRule{
			{"apps-http-from-10.0.0.0-20", ofLoadBalancer, false, 80, "10.0.0.0/20", "", "Routes from 10.0.0.0/20"},
			{"apps-http-from-10.0.32.0-20", ofLoadBalancer, false, 80, "10.0.32.0/20", "", "Routes from 10.0.32.0/20"},
			{"apps-https-from-10.0.0.0-20", ofLoadBalancer, false, 443, "10.0.0.0/20", "", "Routes from 10.0.0.0/20"},
			{"apps-https-from-10.0.32.0-20", ofLoadBalancer, false, 443, "10.0.32.0/20", "", "Routes from 10.0.32.0/20"},
		}},
		"named": {"what the user says stands in place of the default", RouterLBArgs{Scope: Internal, Subnets: subnets, AllowedCIDRs: []string{"10.0.0.0/8"}}, []routerRule{
			{"apps-http-from-10.0.0.0-8", ofLoadBalancer, false, 80, "10.0.0.0/8", "", "Routes from 10.0.0.0/8"},
			{"apps-https-from-10.0.0.0-8", ofLoadBalancer, false, 443, "10.0.0.0/8", "", "Routes from 10.0.0.0/8"},
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, append(tt.want, inside...), planRules(tt.args.withDefaults()), tt.reason)
		})
	}
}
