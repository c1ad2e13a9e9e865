package network

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// longestVpc is the smallest Vpc: below /24, the subnets of 8 zone blocks would be smaller than /28.
const longestVpc = 24

// checkSubnetCIDR parses the CIDR of a subnet, which must be within the VPC's if these are known.
func checkSubnetCIDR(p *check.Problems, path check.Path, text string, vpc []check.Range) (check.Range, bool) {
	cidr, ok := p.VpcCIDR(path, text, check.LongestSubnet)
	outer := make([]netip.Prefix, len(vpc))
	for i, r := range vpc {
		outer[i] = r.CIDR
	}
	if ok && len(outer) > 0 && !check.Within(cidr, outer...) {
		p.Addf(path, "%s is not within the VPC's CIDRs %v", cidr, outer)
	}
	return check.Range{Path: path, CIDR: cidr}, ok
}

// inName writes a CIDR as it occurs in the names of resources.
func inName(cidr string) string {
	return strings.ReplaceAll(cidr, "/", "-")
}

// restricted are ranges that AWS adds to a VPC only if the VPC's primary CIDR is in the same one
// (Amazon VPC user guide, "VPC CIDR blocks", IPv4 CIDR block association restrictions).
var restricted = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("198.19.0.0/16"),
}

// incompatible are ranges within those that AWS does not add to a VPC of the same one (ibid.). AWS also rejects 10.0.0.0/16 if an
// earlier secondary CIDR is in 10.0.0.0/15.
var incompatible = []struct{ primary, secondary netip.Prefix }{
	{netip.MustParsePrefix("10.0.0.0/15"), netip.MustParsePrefix("10.0.0.0/16")},
	{netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("172.31.0.0/16")},
}

// checkAssociations reports secondary CIDRs that AWS does not add to a VPC with that primary CIDR.
func checkAssociations(p *check.Problems, primary netip.Prefix, secondary []check.Range) {
	reject := func(added check.Range, within netip.Prefix) {
		p.Addf(added.Path, "AWS does not add %s, a part of %s, to a VPC with primary CIDR %s; "+
			"use a range near the primary CIDR or in 100.64.0.0/10 (for example, 100.72.0.0/16)", added.CIDR, within, primary)
	}
	for _, added := range secondary {
		for _, private := range restricted {
			if private.Overlaps(added.CIDR) && !private.Overlaps(primary) {
				reject(added, private)
			}
		}
		for _, pair := range incompatible {
			if pair.primary.Overlaps(primary) && pair.secondary.Overlaps(added.CIDR) {
				reject(added, pair.secondary)
			}
		}
	}
}

const (
	anywhereIPv6 = "::/0"
	// ipv6Subnet is the only prefix length from which instances configure an address themselves.
	ipv6Subnet = 64
)

// ipv6Index is the index of a subnet's /64 in the VPC's IPv6 CIDR: two per slot, so that a zone does not depend on other zones.
func ipv6Index(slot int, public bool) int {
	if public {
		return 2*slot + 1
	}
	return 2 * slot
}

// subnetIPv6 returns the index-th /64 of a VPC's IPv6 CIDR.
func subnetIPv6(vpc string, index int) (string, error) {
	whole, err := netip.ParsePrefix(vpc)
	if err != nil || !whole.Addr().Is6() || whole.Bits() > ipv6Subnet || index >= 1<<(ipv6Subnet-whole.Bits()) {
		return "", fmt.Errorf("the VPC's IPv6 CIDR %q has no /%d with index %d", vpc, ipv6Subnet, index)
	}
	address := whole.Masked().Addr().As16()
	binary.BigEndian.PutUint64(address[:8], binary.BigEndian.Uint64(address[:8])+uint64(index))
	return netip.PrefixFrom(netip.AddrFrom16(address), ipv6Subnet).String(), nil
}

// setIPv6 sets a subnet's /64 if its zone has IPv6.
func (b *vpcBuilder) setIPv6(args *ec2.SubnetArgs, plan ZonePlan, public bool) {
	if !b.Args.hasIPv6(plan.Zone) {
		return
	}
	args.Ipv6CidrBlock = b.vpc.Ipv6CidrBlock.ApplyT(func(vpc string) (string, error) {
		return subnetIPv6(vpc, ipv6Index(plan.Slot, public))
	}).(pulumi.StringOutput)
	args.AssignIpv6AddressOnCreation = pulumi.Bool(true)
}

// registerIPv6Routing routes public subnets to the internet gateway, and private ones to an egress-only one.
func (b *vpcBuilder) registerIPv6Routing() error {
	if !b.Args.IPv6 || b.Args.PrivateOnly {
		return nil
	}
	gateway, err := ec2.NewEgressOnlyInternetGateway(b.Ctx, b.Name+"-eigw", &ec2.EgressOnlyInternetGatewayArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("eigw", b.Args.KindTags.Gateways, nil),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.publicIPv6Route, err = ec2.NewRoute(b.Ctx, b.Name+"-route-public-ipv6", &ec2.RouteArgs{
		RouteTableId:             b.publicTable.ID(),
		DestinationIpv6CidrBlock: pulumi.String(anywhereIPv6),
		GatewayId:                b.internetGateway.ID(),
	}, b.Parent)
	if err != nil {
		return err
	}
	for _, zone := range b.zones {
		if !b.Args.hasIPv6(zone.plan.Zone) {
			continue
		}
		zone.privateIPv6Route, err = ec2.NewRoute(b.Ctx, b.Name+"-route-private-ipv6-"+zone.plan.Zone, &ec2.RouteArgs{
			RouteTableId:             zone.privateTable.ID(),
			DestinationIpv6CidrBlock: pulumi.String(anywhereIPv6),
			EgressOnlyGatewayId:      gateway.ID(),
		}, b.Parent)
		if err != nil {
			return err
		}
	}
	return nil
}
