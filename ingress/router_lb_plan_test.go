package ingress

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestPlanRules(t *testing.T) {
	t.Parallel()
	inside := []routerRule{
		{
			key:         "apps-http-to-nodes",
			group:       loadBalancerGroup,
			egress:      true,
			port:        80,
			peer:        nodeGroup,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-http-from-apps",
			group:       nodeGroup,
			port:        80,
			peer:        loadBalancerGroup,
			description: "Routers from their load balancer",
		},
		{
			key:         "apps-https-to-nodes",
			group:       loadBalancerGroup,
			egress:      true,
			port:        443,
			peer:        nodeGroup,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-https-from-apps",
			group:       nodeGroup,
			port:        443,
			peer:        loadBalancerGroup,
			description: "Routers from their load balancer",
		},
		{
			key:         "apps-health-to-nodes",
			group:       loadBalancerGroup,
			egress:      true,
			port:        1936,
			peer:        nodeGroup,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-health-from-apps",
			group:       nodeGroup,
			port:        1936,
			peer:        loadBalancerGroup,
			description: "Routers from their load balancer",
		},
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
				{
					key:         "apps-http-from-0.0.0.0-0",
					group:       loadBalancerGroup,
					port:        80,
					cidr:        "0.0.0.0/0",
					description: "Routes from 0.0.0.0/0",
				},
				{
					key:         "apps-https-from-0.0.0.0-0",
					group:       loadBalancerGroup,
					port:        443,
					cidr:        "0.0.0.0/0",
					description: "Routes from 0.0.0.0/0",
				},
			},
		},
		"internal": {
			reason: "an internal load balancer allows the VPC, whose machines may be in other subnets",
			args:   RouterLBArgs{Scope: network.Internal, Network: vpc},
			want: []routerRule{
				{
					key:         "apps-http-from-10.0.0.0-16",
					group:       loadBalancerGroup,
					port:        80,
					cidr:        "10.0.0.0/16",
					description: "Routes from 10.0.0.0/16",
				},
				{
					key:         "apps-http-from-10.1.0.0-16",
					group:       loadBalancerGroup,
					port:        80,
					cidr:        "10.1.0.0/16",
					description: "Routes from 10.1.0.0/16",
				},
				{
					key:         "apps-https-from-10.0.0.0-16",
					group:       loadBalancerGroup,
					port:        443,
					cidr:        "10.0.0.0/16",
					description: "Routes from 10.0.0.0/16",
				},
				{
					key:         "apps-https-from-10.1.0.0-16",
					group:       loadBalancerGroup,
					port:        443,
					cidr:        "10.1.0.0/16",
					description: "Routes from 10.1.0.0/16",
				},
			},
		},
		"named": {
			reason: "AllowedCIDRs replaces the default",
			args:   RouterLBArgs{Scope: network.Internal, Network: vpc, AllowedCIDRs: []string{"10.0.0.0/8"}},
			want: []routerRule{
				{
					key:         "apps-http-from-10.0.0.0-8",
					group:       loadBalancerGroup,
					port:        80,
					cidr:        "10.0.0.0/8",
					description: "Routes from 10.0.0.0/8",
				},
				{
					key:         "apps-https-from-10.0.0.0-8",
					group:       loadBalancerGroup,
					port:        443,
					cidr:        "10.0.0.0/8",
					description: "Routes from 10.0.0.0/8",
				},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, append(tt.want, inside...), planRules(tt.args.withDefaults()), tt.reason)
		})
	}
}
