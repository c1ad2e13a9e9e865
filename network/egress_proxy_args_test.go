package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestEgressProxyArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "network.EgressProxyArgs", map[string]checktest.Case{
		"valid":    {Reason: "a single instance needs a network, a subnet and an AMI", Args: proxyArgs()},
		"balanced": {Reason: "all fields can be set together", Args: balancedArgs()},
		"one balanced": {
			Reason: "a load balancer keeps the URL when a zone is added later; names need no dot, and noProxy accepts addresses",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.LoadBalancer, a.AllowedDomains = true, []string{"localmirror"}
				a.NoProxy = []string{"registry", "10.1.0.0/16"}
			}),
		},
		"hostname in GovCloud": {
			Reason: "the name of a zone cannot be a CNAME",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.Hostname, a.LoadBalancer, a.Subnets[0].Zone = "proxy.demo.internal", true, "us-gov-west-1a"
			}),
			Want: []string{".Hostname: must not be set together with LoadBalancer in us-gov-west-1, " +
				"whose hosted zones have no alias records"},
		},
		"every address": {
			Reason: "a VPC has no CIDR of /0",
			Args:   proxyArgs(func(a *network.EgressProxyArgs) { a.Network.CIDR = "0.0.0.0/0" }),
			Want:   []string{".Network.CIDR: range"},
		},
		"several without load balancer": {
			Reason: "a proxy without a load balancer has one address",
			Args:   proxyArgs(func(a *network.EgressProxyArgs) { a.Subnets = balancedArgs().Subnets }),
			Want:   []string{".Subnets: must have one element (has 2), or set LoadBalancer"},
		},
		"private subnet": {
			Reason: "a proxy in a private subnet has no route to the internet, unless a NAT gateway makes it unnecessary",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.Subnets[0].CIDR = "10.0.0.0/20"
				a.Network.PrivateSubnets = a.Subnets
			}),
			Want: []string{".Subnets[0]: must be a public subnet: a private one has no route to the internet without a NAT gateway"},
		},
		"zone twice": {
			Reason: "a proxy has one instance per zone",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.LoadBalancer = true
				a.Subnets = append(a.Subnets, a.Subnets[0])
			}),
			Want: []string{".Subnets[1].ID: duplicate", ".Subnets[1].Zone: duplicate"},
		},
		"one subnet in two zones": {
			Reason: "a subnet is in one zone",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.LoadBalancer = true
				a.Subnets = append(a.Subnets, network.Subnet{ID: a.Subnets[0].ID, Zone: "us-east-2b"})
			}),
			Want: []string{".Subnets[1].ID: duplicate"},
		},
		"local zone": {
			Reason: "Network Load Balancers are in Availability Zones only",
			Args:   proxyArgs(func(a *network.EgressProxyArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" }),
			Want:   []string{".Subnets[0].Zone: format"},
		},
		"subnets elsewhere": {
			Reason: "the subnets of a VPC are in one region and within its CIDRs",
			Args: proxyArgs(func(a *network.EgressProxyArgs) {
				a.LoadBalancer = true
				a.Subnets = append(a.Subnets, network.Subnet{
					ID: pulumi.String("subnet-0123456789abcdef1").ToStringOutput(), Zone: "us-west-2a", CIDR: "10.9.0.0/24",
				})
			}),
			Want: []string{
				".Subnets[1].CIDR: 10.9.0.0/24 is not within the VPC's CIDRs [10.0.0.0/16]",
				".Subnets: must be in one region (got us-east-2, us-west-2)",
			},
		},
	})
}
