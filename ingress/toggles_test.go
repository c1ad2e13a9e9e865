package ingress_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// changes are what an update does to a stack that is up.
func changes(t *testing.T, before, after pulumi.RunFunc) []string {
	t.Helper()
	var all []string
	for _, change := range mockstest.Run(t, after).Changes(mockstest.Run(t, before)) {
		all = append(all, change.String())
	}
	return all
}

// TestRouterLBOptionsGoOnAndOff on a load balancer that is up, and touch nothing else.
func TestRouterLBOptionsGoOnAndOff(t *testing.T) {
	t.Parallel()
	same := func(*ingress.RouterLBArgs) {}
	tests := map[string]struct {
		reason       string
		kind, change func(*ingress.RouterLBArgs)
		on, off      []string
	}{
		"cross-zone": {
			reason: "an attribute",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.CrossZone = pulumi.Bool(false) },
			on:     []string{"update LoadBalancer main-apps: enableCrossZoneLoadBalancing"},
			off:    []string{"update LoadBalancer main-apps: enableCrossZoneLoadBalancing"},
		},
		"classic cross-zone": {
			reason: "an attribute",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.CrossZone = pulumi.Bool(false) },
			on:     []string{"update LoadBalancer main-apps: crossZoneLoadBalancing"},
			off:    []string{"update LoadBalancer main-apps: crossZoneLoadBalancing"},
		},
		"protection": {
			reason: "an attribute",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.DeletionProtection = pulumi.Bool(true) },
			on:     []string{"update LoadBalancer main-apps: enableDeletionProtection"},
			off:    []string{"update LoadBalancer main-apps: enableDeletionProtection"},
		},
		"idle timeout": {
			reason: "the provider keeps what is no longer given, as the documentation says",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.IdleTimeout = 10 * time.Minute },
			on: []string{
				"update Listener main-apps-http: tcpIdleTimeoutSeconds",
				"update Listener main-apps-https: tcpIdleTimeoutSeconds",
			},
		},
		"classic idle timeout": {
			reason: "an attribute",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.IdleTimeout = 10 * time.Minute },
			on:     []string{"update LoadBalancer main-apps: idleTimeout"},
			off:    []string{"update LoadBalancer main-apps: idleTimeout"},
		},
		"logs": {
			reason: "an attribute",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs")} },
			on:     []string{"update LoadBalancer main-apps: accessLogs, accessLogs.bucket, accessLogs.interval"},
			off:    []string{"update LoadBalancer main-apps: accessLogs, accessLogs.bucket, accessLogs.interval"},
		},
		"client ranges": {
			reason: "rules come and go one by one",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"0.0.0.0/0", "10.0.0.0/8"} },
			on: []string{
				"create SecurityGroupIngressRule main-apps-http-from-10.0.0.0-8",
				"create SecurityGroupIngressRule main-apps-https-from-10.0.0.0-8",
			},
			off: []string{
				"delete SecurityGroupIngressRule main-apps-http-from-10.0.0.0-8",
				"delete SecurityGroupIngressRule main-apps-https-from-10.0.0.0-8",
			},
		},
		"classic PROXY": {
			reason: "a policy",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true },
			on:     []string{"create ProxyProtocolPolicy main-apps-proxy-protocol"},
			off:    []string{"delete ProxyProtocolPolicy main-apps-proxy-protocol"},
		},
		"custom domain": {
			reason: "a record for each zone",
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
			off: []string{
				"delete Record main-apps-private-shop.example.com",
				"delete Record main-apps-public-shop.example.com",
			},
		},
		"instance": {
			reason: "a target of each port",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) {
				a.InstanceIDs = map[string]pulumi.StringInput{"a": pulumi.String("i-1")}
			},
			on: []string{
				"create TargetGroupAttachment main-apps-http-instance-a",
				"create TargetGroupAttachment main-apps-https-instance-a",
			},
			off: []string{
				"delete TargetGroupAttachment main-apps-http-instance-a",
				"delete TargetGroupAttachment main-apps-https-instance-a",
			},
		},
		"group": {
			reason: "a target of a classic one",
			kind:   classic,
			change: func(a *ingress.RouterLBArgs) {
				a.AutoScalingGroupNames = map[string]pulumi.StringInput{"a": pulumi.String("workers")}
			},
			on:  []string{"create Attachment main-apps-group-a"},
			off: []string{"delete Attachment main-apps-group-a"},
		},
		"clients' ports": {
			reason: "a listener changes its port",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) { a.HTTPPort = 8080 },
			on: []string{
				"update Listener main-apps-http: port",
				"update SecurityGroupIngressRule main-apps-http-from-0.0.0.0-0: fromPort, toPort",
			},
			off: []string{
				"update Listener main-apps-http: port",
				"update SecurityGroupIngressRule main-apps-http-from-0.0.0.0-0: fromPort, toPort",
			},
		},
		"a zone": {
			reason: "a network load balancer takes one more, and gives none back",
			kind:   same,
			change: func(a *ingress.RouterLBArgs) {
				a.Subnets = append(
					a.Subnets,
					network.Subnet{
						ID:   pulumi.String("subnet-0123456789abcdef2"),
						Zone: "us-east-2c",
						CIDR: "10.0.64.0/20",
					},
				)
			},
			on: []string{"update LoadBalancer main-apps: subnets"},
			off: []string{
				"replace Listener main-apps-http: loadBalancerArn", "replace Listener main-apps-https: loadBalancerArn", "replace LoadBalancer main-apps: subnets",
				"update Record main-apps-private: aliases[0].name, aliases[0].zoneId", "update Record main-apps-public: aliases[0].name, aliases[0].zoneId"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			without, with := routerLB(tt.kind), routerLB(tt.kind, tt.change)
			assert.ElementsMatch(t, tt.on, changes(t, without, with), tt.reason)
			assert.ElementsMatch(t, tt.off, changes(t, with, without), tt.reason)
		})
	}
}

// TestRouterLBScopeOfANetworkOne because target groups, and the machines that the Machine API registered in them, stay.
func TestRouterLBScopeOfANetworkOne(t *testing.T) {
	t.Parallel()
	ranged := func(a *ingress.RouterLBArgs) { a.AllowedCIDRs = []string{"10.0.0.0/8"} }
	made := []string{
		"replace Listener main-apps-http: loadBalancerArn", "replace Listener main-apps-https: loadBalancerArn", "replace LoadBalancer main-apps: internal",
		"update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
	}
	assert.ElementsMatch(
		t,
		append([]string{"delete Record main-apps-public"}, made...),
		changes(t, routerLB(ranged), routerLB(ranged, internal)),
	)
	assert.ElementsMatch(
		t,
		append([]string{"create Record main-apps-public"}, made...),
		changes(t, routerLB(ranged, internal), routerLB(ranged)),
	)
}

// TestRouterLBTypeLeavesGroupsAndRulesAlone because only the load balancer and its parts are of another type.
func TestRouterLBTypeLeavesGroupsAndRulesAlone(t *testing.T) {
	t.Parallel()
	network := []string{
		"Listener main-apps-http", "Listener main-apps-https", "LoadBalancer main-apps", "TargetGroup main-apps-http", "TargetGroup main-apps-https",
	}
	for want, all := range map[string][]string{
		"delete ": changes(t, routerLB(), routerLB(classic)),
		"create ": changes(t, routerLB(classic), routerLB()),
	} {
		other := map[string]string{"delete ": "create ", "create ": "delete "}[want]
		expected := []string{
			other + "LoadBalancer main-apps",
			"update Record main-apps-private: aliases[0].name, aliases[0].zoneId", "update Record main-apps-public: aliases[0].name, aliases[0].zoneId",
		}
		for _, part := range network {
			expected = append(expected, want+part)
		}
		assert.ElementsMatch(t, expected, all)
	}
}

// TestRouterLBScopeOfAClassicOne because targets and the PROXY protocol go with the old load balancer, whose name the new one has.
func TestRouterLBScopeOfAClassicOne(t *testing.T) {
	t.Parallel()
	complete := func(a *ingress.RouterLBArgs) {
		a.Type, a.ProxyProtocol, a.AllowedCIDRs = ingress.Classic, true, []string{"10.0.0.0/8"}
		a.InstanceIDs = map[string]pulumi.StringInput{"a": pulumi.String("i-1")}
		a.AutoScalingGroupNames = map[string]pulumi.StringInput{"b": pulumi.String("workers")}
	}
	made := []string{
		"replace Attachment main-apps-group-b: elb", "replace Attachment main-apps-instance-a: elb", "replace LoadBalancer main-apps: internal",
		"replace ProxyProtocolPolicy main-apps-proxy-protocol: loadBalancer", "update Record main-apps-private: aliases[0].name, aliases[0].zoneId",
	}
	assert.ElementsMatch(
		t,
		append([]string{"delete Record main-apps-public"}, made...),
		changes(t, routerLB(complete), routerLB(complete, internal)),
	)
	assert.ElementsMatch(
		t,
		append([]string{"create Record main-apps-public"}, made...),
		changes(t, routerLB(complete, internal), routerLB(complete)),
	)
}

// TestIngressControllerOptionsGoOnAndOff in place, of the default controller and of a further one.
func TestIngressControllerOptionsGoOnAndOff(t *testing.T) {
	t.Parallel()
	options := map[string]func(*ingress.IngressControllerArgs){
		"nodePlacement": func(a *ingress.IngressControllerArgs) { a.Placement = ingress.InfraNodes() },
		"routeSelector": func(a *ingress.IngressControllerArgs) {
			a.RouteSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		},
		"namespaceSelector": func(a *ingress.IngressControllerArgs) {
			a.NamespaceSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		},
		"tlsSecurityProfile": func(a *ingress.IngressControllerArgs) { a.TLSProfile = &ingress.TLSProfileArgs{Type: "Modern"} },
		"defaultCertificate": func(a *ingress.IngressControllerArgs) { a.DefaultCertificate = pulumi.String("apps") },
		"clientTLS": func(a *ingress.IngressControllerArgs) {
			a.ClientTLS = &ingress.ClientTLSArgs{Policy: "Required", CAConfigMap: "clients"}
		},
		"routeAdmission": func(a *ingress.IngressControllerArgs) {
			a.RouteAdmission = &ingress.RouteAdmissionArgs{Wildcards: true}
		},
		"httpHeaders":   func(a *ingress.IngressControllerArgs) { a.HTTPHeaders = &ingress.HTTPHeadersArgs{Forwarded: "Never"} },
		"logging":       func(a *ingress.IngressControllerArgs) { a.AccessLogging = &ingress.AccessLoggingArgs{} },
		"tuningOptions": func(a *ingress.IngressControllerArgs) { a.Tuning = &ingress.TuningArgs{ThreadCount: 8} },
	}
	bases := map[string]ingress.IngressControllerArgs{
		"update IngressControllerPatch": {Replicas: pulumi.Int(2)},
		"update IngressController":      {Name: "shard", Domain: "a.b", Replicas: pulumi.Int(2)},
	}
	for op, base := range bases {
		for field, option := range options {
			with := base
			option(&with)
			want := []string{op + " main-ingresscontroller: spec." + field}
			assert.Equal(t, want, changes(t, controller(&base), controller(&with)), field)
			assert.Equal(t, want, changes(t, controller(&with), controller(&base)), field)
		}
	}
}

// TestFurtherControllersAreReplacedByDomainAndStrategyAlone and not by a strategy's settings.
func TestFurtherControllersAreReplacedByDomainAndStrategyAlone(t *testing.T) {
	t.Parallel()
	shard := func(domain string, publishing *ingress.Publishing) pulumi.RunFunc {
		return controller(&ingress.IngressControllerArgs{Name: "shard", Domain: domain, Publishing: publishing})
	}
	service := func(balancer ingress.LoadBalancerPublishing) *ingress.Publishing {
		return &ingress.Publishing{LoadBalancerService: &balancer}
	}
	before := shard("a.b", nil)
	assert.Equal(
		t,
		[]string{"replace IngressController main-ingresscontroller: spec.domain"},
		changes(t, before, shard("c.d", nil)),
	)
	assert.Equal(t, []string{"replace IngressController main-ingresscontroller: spec.endpointPublishingStrategy.type"},
		changes(t, before, shard("a.b", &ingress.Publishing{Private: &ingress.PrivatePublishing{}})))
	assert.Equal(
		t,
		[]string{
			`update IngressController main-ingresscontroller: metadata.annotations["ingress.operator.openshift.io/auto-delete-load-balancer"], spec.endpointPublishingStrategy.loadBalancer.scope`,
		},
		changes(
			t,
			before,
			shard("a.b", service(ingress.LoadBalancerPublishing{Scope: ingress.Internal, AutoDelete: true})),
		),
	)
}
