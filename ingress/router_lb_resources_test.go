package ingress_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestRouterLBOptions: setting and unsetting an option of an existing load balancer changes only what the option
// concerns.
func TestRouterLBOptions(t *testing.T) {
	t.Parallel()
	same := func(*ingress.RouterLBArgs) {}
	tests := map[string]struct {
		reason       string
		kind, change func(*ingress.RouterLBArgs)
		// off undoes on unless it is set.
		on, off []string
	}{
		"cross-zone": {
			reason: "the option is an attribute of the load balancer",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.CrossZone = new(false) },
			on:     []string{"update LoadBalancer main-apps: enableCrossZoneLoadBalancing"},
		},
		"classic cross-zone": {
			reason: "the option is an attribute of the load balancer",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.CrossZone = new(false) },
			on:     []string{"update LoadBalancer main-apps: crossZoneLoadBalancing"},
		},
		"protection": {
			reason: "the option is an attribute of the load balancer",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.DeletionProtection = true },
			on:     []string{"update LoadBalancer main-apps: enableDeletionProtection"},
		},
		"idle timeout": {
			reason: "the provider keeps the attribute when the argument is removed",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.IdleTimeout = 10 * time.Minute },
			on: []string{
				"update Listener main-apps-http: tcpIdleTimeoutSeconds",
				"update Listener main-apps-https: tcpIdleTimeoutSeconds",
			},
			off: []string{},
		},
		"classic idle timeout": {
			reason: "the option is an attribute of the load balancer",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.IdleTimeout = 10 * time.Minute },
			on:     []string{"update LoadBalancer main-apps: idleTimeout"},
		},
		"logs": {
			reason: "the option is an attribute of the load balancer",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs")} },
			on:     []string{"update LoadBalancer main-apps: accessLogs, accessLogs.bucket, accessLogs.interval"},
		},
		"client ranges": {
			reason: "each range has its own rules",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"0.0.0.0/0", "10.0.0.0/8"} },
			on: []string{
				"create SecurityGroupIngressRule main-apps-http-from-10.0.0.0-8",
				"create SecurityGroupIngressRule main-apps-https-from-10.0.0.0-8",
			},
		},
		"classic PROXY": {
			reason: "the PROXY protocol of a Classic Load Balancer is a policy",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true },
			on:     []string{"create ProxyProtocolPolicy main-apps-proxy-protocol"},
		},
		"custom domain": {
			reason: "a custom domain has a record in each zone",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) {
				a.CustomDomains = []ingress.CustomDomain{
					{Name: "shop.example.com", PublicZoneID: pulumi.String("Z1"), PrivateZoneID: pulumi.String("Z2")},
				}
			},
			on: []string{
				"create Record main-apps-private-shop.example.com",
				"create Record main-apps-public-shop.example.com",
			},
		},
		"instance": {
			reason: "an instance is a target of each port",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) {
				a.InstanceIDs = map[string]pulumi.StringInput{"a": pulumi.String("i-0123456789abcdef0")}
			},
			on: []string{
				"create TargetGroupAttachment main-apps-http-instance-a",
				"create TargetGroupAttachment main-apps-https-instance-a",
			},
		},
		"group": {
			reason: "a Classic Load Balancer has all ports, so a group is attached once",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) {
				a.AutoScalingGroupNames = map[string]pulumi.StringInput{"a": pulumi.String("workers")}
			},
			on: []string{"create Attachment main-apps-group-a"},
		},
		"clients' ports": {
			reason: "AWS changes the port of a listener in place",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.HTTPPort = 8080 },
			on: []string{
				"update Listener main-apps-http: port",
				"update SecurityGroupIngressRule main-apps-http-from-0.0.0.0-0: fromPort, toPort",
			},
		},
		"a zone": {
			reason: "AWS adds a subnet to an NLB in place, but removes none",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) {
				a.Network.PublicSubnets = append(a.Network.PublicSubnets, network.Subnet{
					ID:   pulumi.String("subnet-0123456789abcdef2"),
					Zone: "us-east-2c",
					CIDR: "10.0.64.0/20",
				})
			},
			on: []string{"update LoadBalancer main-apps: subnets"},
			off: []string{
				"replace Listener main-apps-http: loadBalancerArn",
				"replace Listener main-apps-https: loadBalancerArn", "replace LoadBalancer main-apps: subnets",
				"update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
				"update Record main-apps-public: aliases[0].name, aliases[0].zoneId",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			without, with := routerLB(tt.kind), routerLB(tt.kind, tt.change)
			if tt.off == nil {
				tt.off = mockstest.Undone(tt.on)
			}
			assert.ElementsMatch(t, tt.on, changes(t, without, with), tt.reason)
			assert.ElementsMatch(t, tt.off, changes(t, with, without), tt.reason)
		})
	}
}

// TestRouterLBScopeOfNLB: the target groups stay, with the machines that the Machine API registered in them.
func TestRouterLBScopeOfNLB(t *testing.T) {
	t.Parallel()
	ranged := func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"10.0.0.0/8"} }
	replaced := []string{
		"replace Listener main-apps-http: loadBalancerArn", "replace Listener main-apps-https: loadBalancerArn",
		"replace LoadBalancer main-apps: internal",
		"update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
	}
	assert.ElementsMatch(t, append([]string{"delete Record main-apps-public"}, replaced...),
		changes(t, routerLB(ranged), routerLB(ranged, internal)))
	assert.ElementsMatch(t, append([]string{"create Record main-apps-public"}, replaced...),
		changes(t, routerLB(ranged, internal), routerLB(ranged)))
}

// TestRouterLBType: security groups and rules are the same for both types.
func TestRouterLBType(t *testing.T) {
	t.Parallel()
	network := []string{
		"Listener main-apps-http", "Listener main-apps-https", "LoadBalancer main-apps",
		"TargetGroup main-apps-http", "TargetGroup main-apps-https",
	}
	for want, all := range map[string][]string{
		"delete ": changes(t, routerLB(), routerLB(classic)),
		"create ": changes(t, routerLB(classic), routerLB()),
	} {
		other := map[string]string{"delete ": "create ", "create ": "delete "}[want]
		expected := []string{
			other + "LoadBalancer main-apps",
			"update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
			"update Record main-apps-public: aliases[0].name, aliases[0].zoneId",
		}
		for _, part := range network {
			expected = append(expected, want+part)
		}
		assert.ElementsMatch(t, expected, all)
	}
}

// TestRouterLBScopeOfClassic: AWS deletes targets and the PROXY protocol's policy with the old load balancer, and
// the new one has the same name.
func TestRouterLBScopeOfClassic(t *testing.T) {
	t.Parallel()
	complete := func(a *ingress.RouterLBArgs) {
		a.Type, a.ProxyProtocol, a.AllowedCIDRs = ingress.Classic, true, []string{"10.0.0.0/8"}
		a.InstanceIDs = map[string]pulumi.StringInput{"a": pulumi.String("i-0123456789abcdef0")}
		a.AutoScalingGroupNames = map[string]pulumi.StringInput{"b": pulumi.String("workers")}
	}
	replaced := []string{
		"replace Attachment main-apps-group-b: elb", "replace Attachment main-apps-instance-a: elb",
		"replace LoadBalancer main-apps: internal",
		"replace ProxyProtocolPolicy main-apps-proxy-protocol: loadBalancer",
		"update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
	}
	assert.ElementsMatch(t, append([]string{"delete Record main-apps-public"}, replaced...),
		changes(t, routerLB(complete), routerLB(complete, internal)))
	assert.ElementsMatch(t, append([]string{"create Record main-apps-public"}, replaced...),
		changes(t, routerLB(complete, internal), routerLB(complete)))
}
