package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

func TestPlanLoadBalancers(t *testing.T) {
	t.Parallel()
	args := filled(demoArgs())
	groups := pulumi.StringArray{pulumi.String("sg-00000000000000007")}
	internal := loadBalancerPlan{
		name: "int", internal: true, subnets: args.Network.PrivateSubnets, securityGroups: args.APIServerLBSecurityGroupIDs,
		listeners: []listenerPlan{
			{key: "aint", port: 6443, health: "/readyz"},
			{key: "sint", port: 22623, health: "/healthz"},
		},
	}
	external := loadBalancerPlan{
		name:           "ext",
		subnets:        args.Network.PublicSubnets,
		securityGroups: groups,
		listeners: []listenerPlan{{
			key:    "aext",
			port:   6443,
			health: "/readyz",
		}},
	}

	assert.Equal(t, []loadBalancerPlan{internal, external}, planLoadBalancers(args, groups))
	assert.Equal(t, []loadBalancerPlan{internal}, planLoadBalancers(filled(demoArgs(internalOnly)), nil),
		"the machine config server is never outside")
}

func TestPlanExternalRules(t *testing.T) {
	t.Parallel()
	args := filled(demoArgs(afterBootstrap, func(a *ControlPlaneArgs) {
		a.APIAllowedCIDRs = []string{"203.0.113.0/24", "198.51.100.0/24"}
		a.Network.PrivateSubnets = a.Network.PrivateSubnets[:1]
	}))
	rules := []ruleSpec{
		{key: "from-203.0.113.0-24", cidr: "203.0.113.0/24", description: "Kubernetes API from 203.0.113.0/24"},
		{key: "from-198.51.100.0-24", cidr: "198.51.100.0/24", description: "Kubernetes API from 198.51.100.0/24"},
		{
			key:         "to-us-east-2a",
			cidr:        "10.0.100.0/24",
			description: "Kubernetes API of the machine in us-east-2a",
			egress:      true,
		},
	}
	assert.Equal(t, rules, planExternalRules(args))

	args.Stage = StageBootstrap
	bootstrap := ruleSpec{
		key:         "to-bootstrap",
		cidr:        "10.0.0.0/24",
		description: "Kubernetes API of the bootstrap machine",
		egress:      true,
	}
	assert.Equal(t, append(rules, bootstrap), planExternalRules(args))
}
