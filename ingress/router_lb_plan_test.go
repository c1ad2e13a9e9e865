package ingress

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestPlanRules(t *testing.T) {
	t.Parallel()
	client := func(key string, port int, cidr string) routerRule {
		return routerRule{key: key, group: loadBalancerGroup, port: port, cidr: cidr, description: "Routes from " + cidr}
	}
	toNodes := func(key string, port int) routerRule {
		return routerRule{
			key: key, group: loadBalancerGroup, egress: true, port: port, peer: nodeGroup, description: "Routers on the nodes",
		}
	}
	fromBalancer := func(key string, port int) routerRule {
		return routerRule{
			key: key, group: nodeGroup, port: port, peer: loadBalancerGroup, description: "Routers from their load balancer",
		}
	}
	inside := []routerRule{
		toNodes("apps-http-to-nodes", 80),
		fromBalancer("nodes-http-from-apps", 80),
		toNodes("apps-https-to-nodes", 443),
		fromBalancer("nodes-https-from-apps", 443),
		toNodes("apps-health-to-nodes", 1936),
		fromBalancer("nodes-health-from-apps", 1936),
		{
			key:         "nodes-metrics-from-nodes",
			group:       nodeGroup,
			port:        1936,
			peer:        nodeGroup,
			description: "Metrics of routers, for Prometheus on other nodes",
		},
	}
	vpc := network.Network{
		CIDR:           "10.1.0.0/16",
		SecondaryCIDRs: []string{"10.0.0.0/16"},
		PrivateSubnets: []network.Subnet{{Zone: "us-east-2a", CIDR: "10.1.0.0/20"}},
	}
	tests := map[string]struct {
		reason string
		args   RouterLBArgs
		want   []routerRule
	}{
		"external": {
			reason: "an external load balancer allows all clients",
			args:   RouterLBArgs{Scope: network.External, Network: vpc},
			want: []routerRule{
				client("apps-http-from-0.0.0.0-0", 80, "0.0.0.0/0"),
				client("apps-https-from-0.0.0.0-0", 443, "0.0.0.0/0"),
			},
		},
		"internal": {
			reason: "an internal load balancer allows the VPC, whose machines may be in other subnets",
			args:   RouterLBArgs{Scope: network.Internal, Network: vpc},
			want: []routerRule{
				client("apps-http-from-10.0.0.0-16", 80, "10.0.0.0/16"),
				client("apps-http-from-10.1.0.0-16", 80, "10.1.0.0/16"),
				client("apps-https-from-10.0.0.0-16", 443, "10.0.0.0/16"),
				client("apps-https-from-10.1.0.0-16", 443, "10.1.0.0/16"),
			},
		},
		"named": {
			reason: "AllowedCIDRs replaces the default",
			args:   RouterLBArgs{Scope: network.Internal, Network: vpc, AllowedCIDRs: []string{"10.0.0.0/8"}},
			want: []routerRule{
				client("apps-http-from-10.0.0.0-8", 80, "10.0.0.0/8"),
				client("apps-https-from-10.0.0.0-8", 443, "10.0.0.0/8"),
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, append(tt.want, inside...), planRules(check.WithDefaults(&tt.args)), tt.reason)
		})
	}
}
