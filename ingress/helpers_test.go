package ingress_test

import (
	"maps"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

type object = map[string]any

func routerLBArgs(changes ...func(*ingress.RouterLBArgs)) *ingress.RouterLBArgs {
	return checktest.With(&ingress.RouterLBArgs{
		InfraID: "demo-x7k2p",
		Domain:  "demo.example.com",
		Network: network.Network{
			ID:             pulumi.String("vpc-0123456789abcdef0").ToStringOutput(),
			CIDR:           "10.0.0.0/16",
			PublicSubnets:  subnets(),
			PrivateSubnets: subnets(),
		},
		NodeSecurityGroupID: pulumi.String("sg-0123456789abcdef0"),
		PublicZoneID:        pulumi.String("Z0PUBLIC"),
		PrivateZoneID:       pulumi.String("Z0PRIVATE"),
		Tags:                pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func subnets() []network.Subnet {
	return []network.Subnet{
		{ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
		{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
	}
}

func internal(a *ingress.RouterLBArgs) { a.Scope = network.Internal }

func classic(a *ingress.RouterLBArgs) { a.Type = ingress.Classic }

func proxied(a *ingress.RouterLBArgs) { a.ProxyProtocol = true }

func onNodePorts(a *ingress.RouterLBArgs) {
	a.RouterPorts = &ingress.RouterPortsArgs{HTTP: 30080, HTTPS: 30443, Health: 31936}
}

// withTargets sets targets of both kinds, custom domains and attributes.
func withTargets(a *ingress.RouterLBArgs) {
	a.AutoScalingGroupNames = map[string]pulumi.StringInput{
		"edge": pulumi.String("edge-1"),
		"core": pulumi.String("core-1"),
	}
	a.InstanceIDs = map[string]pulumi.StringInput{"first": pulumi.String("i-0123456789abcdef0")}
	a.ProxyProtocol = true
	a.IdleTimeout = 10 * time.Minute
	a.CrossZone = new(false)
	a.CustomDomains = []ingress.CustomDomain{
		{
			Name:          "*.shop.example.com",
			PublicZoneID:  pulumi.String("Z0SHOP"),
			PrivateZoneID: pulumi.String("Z0SHOPPRIVATE"),
		},
		{Name: "www.example.com", PublicZoneID: pulumi.String("Z0WWW")},
	}
}

func inGovCloud(a *ingress.RouterLBArgs) {
	a.Network.PublicSubnets = []network.Subnet{
		{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-gov-west-1a", CIDR: "10.0.0.0/20"},
	}
}

func routerLB(changes ...func(*ingress.RouterLBArgs)) pulumi.RunFunc {
	return routerLBWith(routerLBArgs(changes...))
}

func routerLBWith(args *ingress.RouterLBArgs) pulumi.RunFunc {
	return mockstest.Program(ingress.NewRouterLB, "main", args)
}

func controller(args *ingress.IngressControllerArgs) pulumi.RunFunc {
	return mockstest.Program(ingress.NewIngressController, "main", args)
}

// withCluster selects the cluster of the default Kubernetes provider.
func withCluster() mocks.Option {
	return mocks.Config(map[string]string{"kubernetes:context": "demo"})
}

// changes returns what an update from one program to the other does to a stack.
func changes(t *testing.T, before, after pulumi.RunFunc) []string {
	t.Helper()
	var all []string
	for _, change := range mockstest.Run(t, after, withCluster()).Changes(mockstest.Run(t, before, withCluster())) {
		all = append(all, change.String())
	}
	return all
}

// noTolerationKey is the problem of an empty toleration, below its placement.
const noTolerationKey = ".Tolerations[0].Key: is required unless Operator is Exists, which then matches all taints"

// merged returns the spec of all patches of an object.
func merged(objects []map[string]any) map[string]any {
	all := map[string]any{}
	for _, one := range objects {
		for key, value := range one["spec"].(map[string]any) {
			if block, set := all[key].(map[string]any); set {
				maps.Copy(block, value.(map[string]any))
				continue
			}
			all[key] = value
		}
	}
	return all
}
