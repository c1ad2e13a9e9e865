package network

import (
	"encoding/binary"
	"fmt"
	"net/netip"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

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
	if !b.args.hasIPv6(plan.Zone) {
		return
	}
	args.Ipv6CidrBlock = b.vpc.Ipv6CidrBlock.ApplyT(func(vpc string) (string, error) {
		return subnetIPv6(vpc, ipv6Index(plan.Slot, public))
	}).(pulumi.StringOutput)
	args.AssignIpv6AddressOnCreation = pulumi.Bool(true)
}

// registerIPv6Routing routes public subnets to the internet gateway, and private ones to an egress-only one.
func (b *vpcBuilder) registerIPv6Routing() error {
	if !b.args.IPv6 || b.args.PrivateOnly {
		return nil
	}
	gateway, err := ec2.NewEgressOnlyInternetGateway(b.ctx, b.name+"-eigw", &ec2.EgressOnlyInternetGatewayArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("eigw", b.args.KindTags.Gateways, nil),
	}, b.parent)
	if err != nil {
		return err
	}
	b.publicIPv6Route, err = ec2.NewRoute(b.ctx, b.name+"-route-public-ipv6", &ec2.RouteArgs{
		RouteTableId:             b.publicTable.ID(),
		DestinationIpv6CidrBlock: pulumi.String(anywhereIPv6),
		GatewayId:                b.internetGateway.ID(),
	}, b.parent)
	if err != nil {
		return err
	}
	for _, zone := range b.zones {
		if !b.args.hasIPv6(zone.plan.Zone) {
			continue
		}
		zone.privateIPv6Route, err = ec2.NewRoute(b.ctx, b.name+"-route-private-ipv6-"+zone.plan.Zone, &ec2.RouteArgs{
			RouteTableId:             zone.privateTable.ID(),
			DestinationIpv6CidrBlock: pulumi.String(anywhereIPv6),
			EgressOnlyGatewayId:      gateway.ID(),
		}, b.parent)
		if err != nil {
			return err
		}
	}
	return nil
}
