package ingress_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	fakeaws "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	ingressRuleType = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	egressRuleType  = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
	recordType      = "aws:route53/record:Record"
)

func TestRouterLBGolden(t *testing.T) {
	t.Parallel()
	complete := func(a *ingress.RouterLBArgs) {
		withTargets(a)
		onNodePorts(a)
		if a.Type == ingress.Classic {
			a.AccessLogs = &ingress.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "apps"}
		} else {
			a.DeletionProtection = true
		}
	}
	tests := map[string]struct {
		program pulumi.RunFunc
		region  string
		// base is the test from which the golden file shows the differences, none if it has everything.
		base string
	}{
		"router-lb-external":         {program: routerLB(), base: "router-lb-network-complete"},
		"router-lb-internal":         {program: routerLB(internal), base: "router-lb-network-complete"},
		"router-lb-network-complete": {program: routerLB(complete)},
		"router-lb-classic":          {program: routerLB(classic), base: "router-lb-classic-complete"},
		"router-lb-classic-complete": {program: routerLB(classic, complete, internal)},
		"router-lb-govcloud":         {program: routerLB(inGovCloud), region: "us-gov-west-1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			region := mocks.Region(cmp.Or(tt.region, "us-east-2"))
			path, got := "testdata/"+name+".golden", mockstest.Run(t, tt.program, region).Golden()
			if tt.base == "" {
				golden.Check(t, path, got)
			} else {
				base := mockstest.Run(t, tests[tt.base].program, region).Golden()
				golden.CheckDifference(t, path, tt.base+".golden", base, got)
			}
			mockstest.PreviewIsTheUpdate(t, tt.program, region)
		})
	}
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
		assert.False(t, isGroup && tags["kubernetes.io/cluster/demo-x7k2p"] != nil,
			"the cloud controller expects the cluster tag on one group only")
	}
	assert.Equal(t, 15, tagged, "group, nine rules, load balancer, two target groups and two listeners")
}

// TestRouterLBFitsTheLongestInfraID: the Machine API finds the load balancer by its name, so the name must not be
// cut.
func TestRouterLBFitsTheLongestInfraID(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, routerLB(func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID }))
	assert.Equal(t, mockstest.LongInfraID+"-apps", rec.OfType("aws:lb/loadBalancer:LoadBalancer")[0].Inputs["name"])
}

// TestRouterLBOrder: users need no DependsOn; the outputs depend on everything that must exist first.
func TestRouterLBOrder(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewRouterLB(ctx, "main", routerLBArgs())
		if err != nil {
			return err
		}
		_, err = ingress.NewRouterLB(ctx, "user", routerLBArgs(func(a *ingress.RouterLBArgs) {
			a.InfraID, a.NodeSecurityGroupID = "user-x7k2p", pulumi.String("sg-0123456789abcdef9")
			a.Network.ID = vpcAfter(first)
		}))
		return err
	})
	graph := rec.Graph()
	loadBalancer, user := mockstest.Find(t, rec, "main-apps"), func() string {
		for _, group := range rec.OfType("aws:ec2/securityGroup:SecurityGroup") {
			if group.Name == "user-apps" {
				return group.URN
			}
		}
		return ""
	}()
	dependencies := 0
	for _, resource := range rec.Resources() {
		if resource.Parent != loadBalancer.Parent || !resource.Custom || resource.Type == recordType {
			continue
		}
		dependencies++
		assert.True(t, graph.Reaches(user, resource.URN), "LoadBalancerName depends on %s", resource.Name)
	}
	assert.Equal(t, 15, dependencies)
	for _, lb := range rec.OfType("aws:lb/loadBalancer:LoadBalancer") {
		for _, rule := range append(rec.OfType(ingressRuleType), rec.OfType(egressRuleType)...) {
			own := strings.HasPrefix(rule.Name, lb.Name)
			assert.Equal(t, own, slices.Contains(lb.PropertyDependencies["securityGroups"], rule.URN),
				"%s is created after the rules of its security group: %s", lb.Name, rule.Name)
		}
		assert.True(t, lb.Options.DeleteBeforeReplace, "the name is fixed and must be unique")
	}
}

// vpcAfter is the ID of a VPC that depends on the load balancer.
func vpcAfter(lb *ingress.RouterLB) pulumi.StringOutput {
	return lb.LoadBalancerName.ApplyT(func(string) string { return "vpc-0123456789abcdef0" }).(pulumi.StringOutput)
}

// TestRouterLBNameDependsOnTheProxyProtocol: a machine that is registered before the policy exists receives
// connections without the protocol's header.
func TestRouterLBNameDependsOnTheProxyProtocol(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := ingress.NewRouterLB(ctx, "main", routerLBArgs(classic, proxied))
		if err != nil {
			return err
		}
		_, err = ingress.NewRouterLB(ctx, "user", routerLBArgs(func(a *ingress.RouterLBArgs) {
			a.Name, a.Network.ID = "user", vpcAfter(first)
		}))
		return err
	})
	policy := mockstest.Find(t, rec, "main-apps-proxy-protocol")
	for _, group := range rec.OfType("aws:lb/targetGroup:TargetGroup") {
		assert.True(t, rec.Graph().Reaches(group.URN, policy.URN), group.Name)
	}
	assert.Equal(t, []string{"loadBalancer"}, policy.Options.ReplaceOnChanges,
		"AWS deletes the policy with the load balancer, and the new load balancer has the same name")
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
	assert.Equal(t, []string{"main-apps-private"}, names(internal, recordType),
		"an internal load balancer has no public record")
	for _, rule := range internal.OfType(ingressRuleType) {
		assert.NotEqual(t, "0.0.0.0/0", rule.Inputs["cidrIpv4"], rule.Name)
	}
	for _, rec := range []*mocks.Recorder{external, internal} {
		for _, rule := range rec.OfType(egressRuleType) {
			assert.NotContains(t, rule.Inputs, "cidrIpv4", "the load balancer connects only to the nodes")
		}
	}
}

// TestRouterLBIgnoresTheOrderOfSubnets: an added or removed zone must not change the resources of other zones.
func TestRouterLBIgnoresTheOrderOfSubnets(t *testing.T) {
	t.Parallel()
	for _, scope := range []network.Scope{network.External, network.Internal} {
		scoped := func(a *ingress.RouterLBArgs) { a.Scope = scope }
		reversed := func(a *ingress.RouterLBArgs) {
			slices.Reverse(a.Network.PublicSubnets)
			slices.Reverse(a.Network.PrivateSubnets)
		}
		assert.Equal(t, string(mockstest.Run(t, routerLB(scoped)).Golden()),
			string(mockstest.Run(t, routerLB(scoped, reversed)).Golden()))
	}
}

func TestRouterLBSubnets(t *testing.T) {
	t.Parallel()
	distinct := func(a *ingress.RouterLBArgs) {
		a.Network.PublicSubnets[1].ID = pulumi.String("subnet-0123456789abcdefa")
		a.Network.PrivateSubnets[1].ID = pulumi.String("subnet-0123456789abcdefb")
		a.Network = a.Network.InZones("us-east-2a")
	}
	for want, scope := range map[string]network.Scope{
		"subnet-0123456789abcdefa": network.External,
		"subnet-0123456789abcdefb": network.Internal,
	} {
		rec := mockstest.Run(t, routerLB(distinct, func(a *ingress.RouterLBArgs) { a.Scope = scope }))
		assert.Equal(t, []any{want}, rec.OfType("aws:lb/loadBalancer:LoadBalancer")[0].Inputs["subnets"], scope)
	}
}

func TestRouterLBDoesNotChangeItsArguments(t *testing.T) {
	t.Parallel()
	args := routerLBArgs()
	want := *args
	want.Network.PublicSubnets = slices.Clone(args.Network.PublicSubnets)
	want.Tags = maps.Clone(args.Tags)
	mockstest.Run(t, mockstest.Program(ingress.NewRouterLB, "main", args))
	assert.Equal(t, want, *args)
}

// TestRouterLBRules: clients can reach the load balancer's ports, and the load balancer only the routers' ports.
func TestRouterLBRules(t *testing.T) {
	t.Parallel()
	only := func(a *ingress.RouterLBArgs) { a.HTTPSOnly = true }
	second := func(a *ingress.RouterLBArgs) { a.Name = "internal" }
	ofAShard := func(a *ingress.RouterLBArgs) {
		a.RouterPorts = &ingress.RouterPortsArgs{HTTP: 8080, HTTPS: 8443, Health: 11936}
	}
	tests := map[string]struct {
		reason                  string
		changes                 []func(*ingress.RouterLBArgs)
		clients, nodes, between []float64
	}{
		"host network": {
			reason:  "routers listen on the nodes' own ports",
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"classic": {
			reason:  "both types need the same rules",
			changes: []func(*ingress.RouterLBArgs){classic},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"node ports": {
			reason:  "node ports are already open between nodes",
			changes: []func(*ingress.RouterLBArgs){onNodePorts},
			clients: []float64{80, 443},
			nodes:   []float64{30080, 30443, 31936},
		},
		"PROXY": {
			reason:  "health checks with the PROXY protocol use the traffic ports",
			changes: []func(*ingress.RouterLBArgs){proxied},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443},
			between: []float64{1936},
		},
		"classic PROXY": {
			reason:  "health checks of a Classic Load Balancer do not use the PROXY protocol",
			changes: []func(*ingress.RouterLBArgs){classic, proxied},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
			between: []float64{1936},
		},
		"HTTPS": {
			reason:  "the HTTP port is closed on the load balancer and on the nodes",
			changes: []func(*ingress.RouterLBArgs){only},
			clients: []float64{443},
			nodes:   []float64{443, 1936},
			between: []float64{1936},
		},
		"second": {
			reason:  "EC2 rejects a duplicate of the default load balancer's metrics rule",
			changes: []func(*ingress.RouterLBArgs){second},
			clients: []float64{80, 443},
			nodes:   []float64{80, 443, 1936},
		},
		"shard": {
			reason:  "the shard's routers have another statistics port",
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

// TestRouterLBNames: the load balancers of both types and of several ingress controllers can exist at the same time.
func TestRouterLBNames(t *testing.T) {
	t.Parallel()
	shard := func(a *ingress.RouterLBArgs) { a.Name, a.AppsDomain = "internal", "internal.demo.example.com" }
	long := func(a *ingress.RouterLBArgs) { a.InfraID = mockstest.LongInfraID }
	seen := map[any]bool{}
	for _, changes := range [][]func(*ingress.RouterLBArgs){
		{}, {classic}, {shard}, {shard, classic}, {long}, {long, classic}, {long, shard}, {long, shard, classic},
	} {
		rec := mockstest.Run(t, routerLB(changes...))
		loadBalancers := append(
			rec.OfType("aws:lb/loadBalancer:LoadBalancer"),
			rec.OfType("aws:elb/loadBalancer:LoadBalancer")...)
		if assert.Len(t, loadBalancers, 1) {
			name := loadBalancers[0].Inputs["name"].(string)
			assert.LessOrEqual(t, len(name), 32, name)
			assert.False(t, seen[name], "%s is not unique", name)
			seen[name] = true
		}
	}
	for _, record := range mockstest.Run(t, routerLB(shard)).OfType(recordType) {
		assert.Equal(t, "*.internal.demo.example.com", record.Inputs["name"])
	}
}

func TestRouterLBTypeForTheMachineAPI(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*ingress.RouterLBArgs){
		"network": func(*ingress.RouterLBArgs) {},
		"classic": classic,
	} {
		rec := mockstest.Run(t, mockstest.Exporting(ingress.NewRouterLB, "main", routerLBArgs(change),
			func(loadBalancer *ingress.RouterLB) pulumi.Map {
				groups, suffixes := pulumi.Map{}, pulumi.Map{}
				for port, arn := range loadBalancer.TargetGroupARNs {
					groups[port], suffixes[port] = arn, loadBalancer.TargetGroupARNSuffixes[port]
				}
				return pulumi.Map{
					"type": loadBalancer.LoadBalancerType, "arn": loadBalancer.LoadBalancerARN, "suffix": loadBalancer.LoadBalancerARNSuffix,
					"groups": groups, "groupSuffixes": suffixes,
				}
			}))
		assert.Equal(t, want, rec.Outputs()["type"])
		wantGroups, wantSuffixes, wantSuffix := map[string]any{}, map[string]any{}, any(nil)
		for _, group := range rec.OfType("aws:lb/targetGroup:TargetGroup") {
			port := strings.TrimPrefix(group.Name, "main-apps-")
			wantGroups[port], wantSuffixes[port] = group.Outputs["arn"], group.Outputs["arnSuffix"]
		}
		if want == "network" {
			assert.Len(t, wantGroups, 2)
			wantSuffix = rec.OfType("aws:lb/loadBalancer:LoadBalancer")[0].Outputs["arnSuffix"]
		}
		assert.Equal(t, wantSuffix, rec.Outputs()["suffix"])
		assert.Equal(t, wantGroups, rec.Outputs()["groups"])
		assert.Equal(t, wantSuffixes, rec.Outputs()["groupSuffixes"])
		assert.Contains(t, rec.Outputs()["arn"], ":loadbalancer/")
	}
}
