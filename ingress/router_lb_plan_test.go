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
			group:       ofLoadBalancer,
			egress:      true,
			port:        80,
			peer:        ofNodes,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-http-from-apps",
			group:       ofNodes,
			port:        80,
			peer:        ofLoadBalancer,
			description: "Routers from their load balancer",
		},
		{
			key:         "apps-https-to-nodes",
			group:       ofLoadBalancer,
			egress:      true,
			port:        443,
			peer:        ofNodes,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-https-from-apps",
			group:       ofNodes,
			port:        443,
			peer:        ofLoadBalancer,
			description: "Routers from their load balancer",
		},
		{
			key:         "apps-health-to-nodes",
			group:       ofLoadBalancer,
			egress:      true,
			port:        1936,
			peer:        ofNodes,
			description: "Routers on the nodes",
		},
		{
			key:         "nodes-health-from-apps",
			group:       ofNodes,
			port:        1936,
			peer:        ofLoadBalancer,
			description: "Routers from their load balancer",
		},
		{
			key:         "nodes-metrics-from-nodes",
			group:       ofNodes,
			port:        1936,
			peer:        ofNodes,
			description: "Metrics of routers, for Prometheus on other nodes",
		},
	}
	subnets := []network.Subnet{{Zone: "us-east-2b", CIDR: "10.0.32.0/20"}, {Zone: "us-east-2a", CIDR: "10.0.0.0/20"}}
	tests := map[string]struct {
		reason string
		args   RouterLBArgs
		want   []routerRule
	}{
		"external": {
			reason: "a public cluster's routes are the world's",
			args:   RouterLBArgs{Scope: External, Subnets: subnets},
			want: []routerRule{
				{
					key:         "apps-http-from-0.0.0.0-0",
					group:       ofLoadBalancer,
					port:        80,
					cidr:        "0.0.0.0/0",
					description: "Routes from 0.0.0.0/0",
				},
				{
					key:         "apps-https-from-0.0.0.0-0",
					group:       ofLoadBalancer,
					port:        443,
					cidr:        "0.0.0.0/0",
					description: "Routes from 0.0.0.0/0",
				},
			},
		},
		"internal": {
			reason: "the machines call the routes, too",
			args:   RouterLBArgs{Scope: Internal, Subnets: subnets},
			want: []routerRule{
				{
					key:         "apps-http-from-10.0.0.0-20",
					group:       ofLoadBalancer,
					port:        80,
					cidr:        "10.0.0.0/20",
					description: "Routes from 10.0.0.0/20",
				},
				{
					key:         "apps-http-from-10.0.32.0-20",
					group:       ofLoadBalancer,
					port:        80,
					cidr:        "10.0.32.0/20",
					description: "Routes from 10.0.32.0/20",
				},
				{
					key:         "apps-https-from-10.0.0.0-20",
					group:       ofLoadBalancer,
					port:        443,
					cidr:        "10.0.0.0/20",
					description: "Routes from 10.0.0.0/20",
				},
				{
					key:         "apps-https-from-10.0.32.0-20",
					group:       ofLoadBalancer,
					port:        443,
					cidr:        "10.0.32.0/20",
					description: "Routes from 10.0.32.0/20",
				},
			},
		},
		"named": {
			reason: "what the user says stands in place of the default",
			args:   RouterLBArgs{Scope: Internal, Subnets: subnets, AllowedCIDRs: []string{"10.0.0.0/8"}},
			want: []routerRule{
				{
					key:         "apps-http-from-10.0.0.0-8",
					group:       ofLoadBalancer,
					port:        80,
					cidr:        "10.0.0.0/8",
					description: "Routes from 10.0.0.0/8",
				},
				{
					key:         "apps-https-from-10.0.0.0-8",
					group:       ofLoadBalancer,
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
