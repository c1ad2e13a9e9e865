package ingress_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	fakeaws "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const (
	ingressRuleType = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	egressRuleType  = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
	recordType      = "aws:route53/record:Record"
)

func TestRouterLBGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/router-lb-external.golden", mockstest.Run(t, routerLB()).Golden())
	golden.Check(t, "testdata/router-lb-internal.golden", mockstest.Run(t, routerLB(internal)).Golden())
	golden.Check(
		t,
		"testdata/router-lb-network-complete.golden",
		mockstest.Run(t, routerLB(withTargets, onNodePorts, func(a *ingress.RouterLBArgs) {
			a.DeletionProtection = pulumi.Bool(true)
		})).Golden(),
	)
	golden.Check(t, "testdata/router-lb-classic.golden", mockstest.Run(t, routerLB(classic)).Golden())
	golden.Check(
		t,
		"testdata/router-lb-classic-complete.golden",
		mockstest.Run(t, routerLB(classic, withTargets, onNodePorts, internal, func(a *ingress.RouterLBArgs) {
			a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "apps"}
		})).Golden(),
	)
	golden.Check(
		t,
		"testdata/router-lb-govcloud.golden",
		mockstest.Run(t, routerLB(inGovCloud), mocks.Region("us-gov-west-1")).Golden(),
	)
}

func TestRouterLBPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, routerLB())
	mockstest.PreviewIsTheUpdate(t, routerLB(internal))
	mockstest.PreviewIsTheUpdate(t, routerLB(withTargets))
	mockstest.PreviewIsTheUpdate(t, routerLB(classic, withTargets))
}

func TestRouterLBProviderIsInherited(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		_, err = ingress.NewRouterLB(ctx, "main", routerLBArgs(), pulumi.Providers(provider))
		return err
	})
	provider := mockstest.Find(t, rec, "other-account").URN
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != provider {
			assert.Equal(t, provider, resource.Provider, resource.Name)
		}
	}
}

func TestRouterLBTags(t *testing.T) {
	t.Parallel()
	tagged := 0
	for _, resource := range mockstest.Run(t, routerLB()).Resources() {
		schema, known := fakeaws.Resource(resource.Type)
		if !known || schema.Properties["tags"] == nil {
			continue
		}
		tagged++
		tags, _ := resource.Inputs["tags"].(map[string]any)
		assert.Equal(t, "core", tags["team"], resource.Name)
		assert.Regexp(t, "^demo-x7k2p-", tags["Name"], resource.Name)
		isGroup := strings.HasPrefix(resource.Type, "aws:ec2/securityGroup:")
		assert.False(
			t,
			isGroup && tags["kubernetes.io/cluster/demo-x7k2p"] != nil,
			"the cloud controller looks for the one group with the tag",
		)
	}
	assert.Equal(t, 15, tagged, "group, nine rules, load balancer, two target groups and two listeners")
}

// TestRouterLBFitsTheLongestInfraID because the Machine API knows the load balancer by its name, which AWS cuts nothing off.
func TestRouterLBFitsTheLongestInfraID(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, routerLB(func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID }))
	assert.Equal(t, mockstest.LongInfraID+"-apps", rec.OfType("aws:lb/loadBalancer:LoadBalancer")[0].Inputs["name"])
}

// TestRouterLBOrder proves that nothing beside the outputs needs to be named by users.
func TestRouterLBOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewRouterLB(ctx, "main", routerLBArgs())
		if err != nil {
			return err
		}
		_, err = ingress.NewRouterLB(ctx, "user", routerLBArgs(func(a *ingress.RouterLBArgs) {
			a.InfraID = "user-x7k2p"
			a.VpcID = first.LoadBalancerName
		}))
		return err
	})
	graph := rec.Graph()
	balancer, user := mockstest.Find(t, rec, "main-apps"), func() string {
		for _, group := range rec.OfType("aws:ec2/securityGroup:SecurityGroup") {
			if group.Name == "user-apps" {
				return group.URN
			}
		}
		return ""
	}()
	waited := 0
	for _, resource := range rec.Resources() {
		if resource.Parent != balancer.Parent || !resource.Custom || resource.Type == recordType {
			continue
		}
		waited++
		assert.True(t, graph.Reaches(user, resource.URN), "the name waits for %s", resource.Name)
	}
	assert.Equal(t, 15, waited)
	for _, lb := range rec.OfType("aws:lb/loadBalancer:LoadBalancer") {
		for _, rule := range append(rec.OfType(ingressRuleType), rec.OfType(egressRuleType)...) {
			own := strings.HasPrefix(rule.Name, lb.Name)
			assert.Equal(
				t,
				own,
				slices.Contains(lb.PropertyDependencies["securityGroups"], rule.URN),
				"%s has its rules when it opens: %s",
				lb.Name,
				rule.Name,
			)
		}
		assert.True(t, lb.Options.DeleteBeforeReplace, "its name is fixed")
	}
}

// TestRouterLBNameWaitsForTheProxyProtocol because a machine that is registered before would not understand its clients.
func TestRouterLBNameWaitsForTheProxyProtocol(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		made, err := ingress.NewRouterLB(
			ctx,
			"main",
			routerLBArgs(classic, func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true }),
		)
		if err != nil {
			return err
		}
		_, err = ingress.NewRouterLB(
			ctx,
			"user",
			routerLBArgs(func(a *ingress.RouterLBArgs) { a.Name, a.VpcID = "user", made.LoadBalancerName }),
		)
		return err
	})
	policy := mockstest.Find(t, rec, "main-apps-proxy-protocol")
	for _, group := range rec.OfType("aws:lb/targetGroup:TargetGroup") {
		assert.True(t, rec.Graph().Reaches(group.URN, policy.URN), group.Name)
	}
	assert.Equal(
		t,
		[]string{"loadBalancer"},
		policy.Options.ReplaceOnChanges,
		"it is lost with a load balancer that is made anew under its name",
	)
}

func TestRouterLBScope(t *testing.T) {
	t.Parallel()
	names := func(rec *mocks.Recorder, token string) (list []string) {
		for _, resource := range rec.OfType(token) {
			list = append(list, resource.Name)
		}
		return list
	}
	external, internal := mockstest.Run(t, routerLB()), mockstest.Run(t, routerLB(internal))
	assert.Equal(t, []string{"main-apps-private", "main-apps-public"}, names(external, recordType))
	assert.Equal(
		t,
		[]string{"main-apps-private"},
		names(internal, recordType),
		"the world has no business with an internal name",
	)
	for _, rule := range internal.OfType(ingressRuleType) {
		assert.NotEqual(t, "0.0.0.0/0", rule.Inputs["cidrIpv4"], rule.Name)
	}
	for _, rec := range []*mocks.Recorder{external, internal} {
		for _, rule := range rec.OfType(egressRuleType) {
			assert.NotContains(t, rule.Inputs, "cidrIpv4", "the load balancer speaks to the nodes and to nobody else")
		}
	}
}

// TestRouterLBOrderOfSubnetsIsOfNoConsequence because a zone that comes or goes must not touch the others.
func TestRouterLBOrderOfSubnetsIsOfNoConsequence(t *testing.T) {
	t.Parallel()
	for _, scope := range []ingress.Scope{ingress.External, ingress.Internal} {
		turned := func(a *ingress.RouterLBArgs) { a.Scope = scope; slices.Reverse(a.Subnets) }
		straight := func(a *ingress.RouterLBArgs) { a.Scope = scope }
		assert.Equal(
			t,
			string(mockstest.Run(t, routerLB(straight)).Golden()),
			string(mockstest.Run(t, routerLB(turned)).Golden()),
		)
	}
}

func TestRouterLBKeepsTheArguments(t *testing.T) {
	t.Parallel()
	args, want := routerLBArgs(), routerLBArgs()
	mockstest.Run(t, func(ctx *pulumi.Context) error {
		_, err := ingress.NewRouterLB(ctx, "main", args)
		return err
	})
	assert.Equal(t, want, args)
}

// TestRouterLBOpensNoMoreThanItNeeds for every kind of port: clients reach the load balancer's ports, the load balancer
// reaches the routers' ports, and no rule says anything else.
func TestRouterLBOpensNoMoreThanItNeeds(t *testing.T) {
	t.Parallel()
	only := func(a *ingress.RouterLBArgs) { a.HTTPSOnly = true }
	proxied := func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true }
	second := func(a *ingress.RouterLBArgs) { a.Name = "internal" }
	ofAShard := func(a *ingress.RouterLBArgs) {
		a.RouterPorts = ingress.RouterPorts{HTTP: 8080, HTTPS: 8443, Health: 11936}
	}
	tests := map[string]struct {
		reason                  string
		changes                 []func(*ingress.RouterLBArgs)
		clients, nodes, between []float64
	}{
		"host network": {
			reason:  "the nodes' own ports",
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"classic": {
			reason:  "the type opens nothing",
			changes: []func(*ingress.RouterLBArgs){classic},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"node ports": {
			reason:  "three of the 2768, which are open between nodes",
			changes: []func(*ingress.RouterLBArgs){onNodePorts},
			clients: []float64{80, 443},
			nodes:   []float64{30080, 30443, 31936},
		},
		"PROXY": {
			reason:  "the port for health is not asked",
			changes: []func(*ingress.RouterLBArgs){proxied},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443},
			between: []float64{1936},
		},
		"classic PROXY": {
			reason:  "its health checks come without the protocol",
			changes: []func(*ingress.RouterLBArgs){classic, proxied},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"HTTPS": {
			reason:  "nothing of the plain port is left",
			changes: []func(*ingress.RouterLBArgs){only},
			clients: []float64{443},
			nodes:   []float64{443, 1936},
			between: []float64{1936},
		},
		"second": {
			reason:  "EC2 takes no rule twice",
			changes: []func(*ingress.RouterLBArgs){second},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
		},
		"shard": {
			reason:  "its routers have metrics of their own",
			changes: []func(*ingress.RouterLBArgs){second, ofAShard},
			clients: []float64{80, 443},
			nodes:   []float64{8080, 8443, 11936},
			between: []float64{11936},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, routerLB(tt.changes...))
			opened := map[string][]float64{}
			for _, rule := range append(rec.OfType(ingressRuleType), rec.OfType(egressRuleType)...) {
				assert.Equal(t, rule.Inputs["fromPort"], rule.Inputs["toPort"], rule.Name)
				direction := "out"
				if rule.Type == ingressRuleType {
					direction = "to nodes"
					switch rule.Inputs["referencedSecurityGroupId"] {
					case nil:
						direction = "to load balancer"
					case rule.Inputs["securityGroupId"]:
						direction = "between nodes"
					}
				}
				opened[direction] = append(opened[direction], rule.Inputs["fromPort"].(float64))
			}
			for _, ports := range opened {
				slices.Sort(ports)
			}
			want := map[string][]float64{"to load balancer": tt.clients, "to nodes": tt.nodes, "out": tt.nodes}
			if tt.between != nil {
				want["between nodes"] = tt.between
			}
			assert.Equal(t, want, opened, tt.reason)
		})
	}
}

// TestRouterLBNames because both types may be there at a time, and so may several ingress controllers.
func TestRouterLBNames(t *testing.T) {
	t.Parallel()
	shard := func(a *ingress.RouterLBArgs) { a.Name, a.AppsDomain = "internal", "internal.demo.example.com" }
	long := func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID }
	seen := map[any]bool{}
	for _, changes := range [][]func(*ingress.RouterLBArgs){{}, {classic}, {shard}, {shard, classic}, {long}, {long, classic}, {long, shard}, {long, shard, classic}} {
		rec := mockstest.Run(t, routerLB(changes...))
		balancers := append(
			rec.OfType("aws:lb/loadBalancer:LoadBalancer"),
			rec.OfType("aws:elb/loadBalancer:LoadBalancer")...)
		if assert.Len(t, balancers, 1) {
			name := balancers[0].Inputs["name"].(string)
			assert.LessOrEqual(t, len(name), 32, name)
			assert.False(t, seen[name], "%s is taken", name)
			seen[name] = true
		}
	}
	for _, record := range mockstest.Run(t, routerLB(shard)).OfType(recordType) {
		assert.Equal(t, "*.internal.demo.example.com", record.Inputs["name"])
	}
}

// TestRouterLBTargetsDoNotTouchOneAnother because a group that comes must not move those that are there.
func TestRouterLBTargetsDoNotTouchOneAnother(t *testing.T) {
	t.Parallel()
	for _, kind := range []func(*ingress.RouterLBArgs){func(*ingress.RouterLBArgs) {}, classic} {
		before := mockstest.Run(t, routerLB(kind, withTargets))
		after := mockstest.Run(t, routerLB(kind, withTargets, func(a *ingress.RouterLBArgs) {
			a.AutoScalingGroupNames["another"] = pulumi.String("another-1")
		}))
		for _, resource := range before.Resources() {
			same, found := after.Find(resource.Name)
			if assert.True(t, found, resource.Name) && same.URN == resource.URN {
				assert.Equal(t, resource.Inputs, same.Inputs, resource.Name)
			}
		}
	}
}

func TestRouterLBTypeForTheMachineAPI(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*ingress.RouterLBArgs){"network": func(*ingress.RouterLBArgs) {}, "classic": classic} {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			made, err := ingress.NewRouterLB(ctx, "main", routerLBArgs(change))
			if err != nil {
				return err
			}
			ctx.Export("type", made.LoadBalancerType)
			ctx.Export("arn", made.LoadBalancerARN)
			return nil
		})
		assert.Equal(t, want, rec.Outputs()["type"])
		assert.Contains(t, rec.Outputs()["arn"], ":loadbalancer/")
	}
}

// TestRouterLBHealthWithProxyProtocol because a network load balancer sends the protocol with its health checks, too, and
// a router's port for statistics does not understand it: all nodes would be unhealthy.
func TestRouterLBHealthWithProxyProtocol(t *testing.T) {
	t.Parallel()
	proxied := func(a *ingress.RouterLBArgs) { a.ProxyProtocol = true }
	health := func(changes ...func(*ingress.RouterLBArgs)) map[string]map[string]any {
		found := map[string]map[string]any{}
		for _, group := range mockstest.Run(t, routerLB(changes...)).OfType("aws:lb/targetGroup:TargetGroup") {
			found[group.Name] = group.Inputs["healthCheck"].(map[string]any)
		}
		return found
	}
	ready := health()["main-apps-https"]
	assert.Equal(t, []any{"HTTP", "1936", "/healthz/ready"}, []any{ready["protocol"], ready["port"], ready["path"]})
	open := health(proxied)["main-apps-https-proxy"]
	assert.Equal(
		t,
		[]any{"TCP", "traffic-port"},
		[]any{open["protocol"], open["port"]},
		"the provider plans no change from HTTP, so it is another group",
	)
	assert.NotContains(t, open, "path", "AWS takes none with TCP")
	balancer := mockstest.Run(t, routerLB(classic, proxied)).OfType("aws:elb/loadBalancer:LoadBalancer")[0]
	assert.Equal(t, "HTTP:1936/healthz/ready", balancer.Inputs["healthCheck"].(map[string]any)["target"])
}

// TestRouterLBCustomDomainsKeepApart because a wildcard's record needs a name that no host has.
func TestRouterLBCustomDomainsKeepApart(t *testing.T) {
	t.Parallel()
	zone := pulumi.String("Z1")
	rec := mockstest.Run(t, routerLB(func(a *ingress.RouterLBArgs) {
		a.CustomDomains = []ingress.CustomDomain{
			{Name: "*.shop.example.com", PrivateZoneID: zone},
			{Name: "any.shop.example.com", PrivateZoneID: zone},
		}
	}))
	seen := map[string]bool{}
	for _, record := range rec.OfType(recordType) {
		assert.False(t, seen[record.Name], record.Name)
		seen[record.Name] = true
	}
	assert.Len(t, seen, 4)
}
