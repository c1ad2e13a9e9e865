package network

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Network has the IDs and CIDRs that other components need of a VPC. Vpc and ExistingVpc embed it, so either one's Network can be passed on:
//
//	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{...})
//	groups, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{Network: vpc.Network, InfraID: id})
type Network struct {
	// ID is the VPC's ID. Required.
	ID pulumi.StringOutput `pulumi:"vpcId" check:"required,format=vpc-id"`
	// CIDR is the VPC's primary IPv4 CIDR.
	CIDR string `pulumi:"cidr"`
	// SecondaryCIDRs are the VPC's secondary IPv4 CIDRs.
	SecondaryCIDRs []string `pulumi:"secondaryCidrs"`
	// IPv6 reports whether the VPC has an IPv6 CIDR.
	IPv6 bool `pulumi:"ipv6"`
	// IPv6CIDR is the VPC's IPv6 CIDR; nil without IPv6.
	IPv6CIDR pulumi.StringPtrOutput `pulumi:"ipv6Cidr" check:"format=ipv6-cidr"`
	// PublicSubnets are the subnets for load balancers and NAT gateways, at most one per zone, sorted by zone.
	PublicSubnets []Subnet `pulumi:"publicSubnets" network:"public"`
	// PrivateSubnets are the subnets for machines, one per zone, sorted by zone.
	PrivateSubnets []Subnet `pulumi:"privateSubnets" network:"private"`
	// PublicRouteTableID is the ID of the route table that the public subnets share; nil without one.
	PublicRouteTableID pulumi.StringPtrOutput `pulumi:"publicRouteTableId"`
	// PrivateRouteTableIDs are the IDs of the private subnets' route tables, by zone.
	PrivateRouteTableIDs map[string]pulumi.StringOutput `pulumi:"privateRouteTableIds"`
	// NoProxy lists what machines reach without a proxy: the VPC's CIDRs, and the hosts of S3 and of the services that have an
	// endpoint in the VPC.
	NoProxy []string `pulumi:"noProxy"`
	// EndpointIDs are the IDs of the VPC's endpoints by service name, for example for the aws:SourceVpce of a bucket's policy.
	// The key of S3's gateway endpoint is s3.
	EndpointIDs map[string]pulumi.StringOutput `pulumi:"endpointIds"`
	// NATPublicIPs are the public addresses of the NAT gateways, by the gateway's zone.
	NATPublicIPs map[string]pulumi.StringOutput `pulumi:"natPublicIps"`
}

// InZones returns the network with the subnets of some zones only. A control plane stays in its zones when the VPC gets more.
func (n Network) InZones(zones ...string) Network {
	other := func(subnet Subnet) bool { return !slices.Contains(zones, subnet.Zone) }
	n.PublicSubnets = slices.DeleteFunc(slices.Clone(n.PublicSubnets), other)
	n.PrivateSubnets = slices.DeleteFunc(slices.Clone(n.PrivateSubnets), other)
	return n
}

// PrivateSubnet returns the private subnet of a zone. It is an error if the network has none.
func (n Network) PrivateSubnet(zone string) (Subnet, error) {
	return subnetIn("private", zone, n.PrivateSubnets)
}

// PublicSubnet returns the public subnet of a zone. It is an error if the network has none.
func (n Network) PublicSubnet(zone string) (Subnet, error) {
	return subnetIn("public", zone, n.PublicSubnets)
}

func subnetIn(kind, zone string, subnets []Subnet) (Subnet, error) {
	zones := make([]string, 0, len(subnets))
	for _, subnet := range subnets {
		if subnet.Zone == zone {
			return subnet, nil
		}
		zones = append(zones, subnet.Zone)
	}
	return Subnet{}, fmt.Errorf("the network has no %s subnet in %s (its %s subnets are in %s)",
		kind, zone, kind, cmp.Or(strings.Join(zones, ", "), "no zone"))
}

// SubnetIDs returns the IDs of the subnets by zone.
func (n Network) SubnetIDs() (public, private map[string]pulumi.StringOutput) {
	return byZone(n.PublicSubnets), byZone(n.PrivateSubnets)
}

// byZone returns the IDs of subnets by zone.
func byZone(subnets []Subnet) map[string]pulumi.StringOutput {
	ids := map[string]pulumi.StringOutput{}
	for _, subnet := range subnets {
		ids[subnet.Zone] = subnet.ID.ToStringOutput()
	}
	return ids
}

// CIDRs returns the VPC's IPv4 CIDRs, the primary one first.
func (n Network) CIDRs() []string {
	return append([]string{n.CIDR}, n.SecondaryCIDRs...)
}

// check reports what is invalid in the CIDRs of the network that a component is given at path. The tags require its ID.
func (n Network) check(p *check.Problems, path check.Path) {
	p.VpcCIDRs(path, n.CIDR, n.SecondaryCIDRs, check.LongestSubnet)
	if n.IPv6 {
		p.Required(path+".IPv6CIDR", n.IPv6CIDR)
	}
}

// ranges returns the valid ones of the VPC's IPv4 CIDRs.
func (n Network) ranges() (ranges []check.Range) {
	for _, text := range n.CIDRs() {
		if cidr, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, check.Range{CIDR: cidr})
		}
	}
	return ranges
}

// Scope is who can reach an API server, a router or a load balancer.
type Scope string

const (
	// External is reachable from the internet.
	External Scope = "External"
	// Internal is reachable from the VPC and the networks connected to it.
	Internal Scope = "Internal"
)

// Subnet is a subnet for machines, load balancers or endpoints, of a Vpc or one that already exists.
type Subnet struct {
	// ID is the subnet's ID, such as subnet-0123456789abcdef0. Required. The IDs of a Vpc's subnets wait for the subnet's routes:
	// a resource that uses the ID is created after the routes and deleted before them.
	ID pulumi.StringInput `pulumi:"id" check:"required,format=subnet-id"`
	// Zone is the subnet's Availability, Local or Wavelength Zone, such as us-east-2a. Required.
	Zone string `pulumi:"zone" check:"required,format=zone"`
	// CIDR is the subnet's IPv4 CIDR, such as 10.0.0.0/20.
	CIDR string `pulumi:"cidr"`
}
