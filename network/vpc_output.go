package network

import (
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

func (b *vpcBuilder) setNetwork() error {
	network := Network{
		ID:                   b.vpc.ID().ToStringOutput(),
		CIDR:                 b.Args.CIDR,
		SecondaryCIDRs:       b.Args.SecondaryCIDRs,
		IPv6:                 b.Args.IPv6,
		IPv6CIDR:             component.NilString(),
		PublicRouteTableID:   component.NilString(),
		PrivateRouteTableIDs: map[string]pulumi.StringOutput{},
		NoProxy:              b.Args.noProxy(),
		EndpointIDs:          b.endpointIDs,
		NATPublicIPs:         map[string]pulumi.StringOutput{},
	}
	b.Component.NATGatewayIDs = map[string]pulumi.StringOutput{}
	if b.publicTable != nil {
		network.PublicRouteTableID = b.publicTable.ID().ToStringOutput().ToStringPtrOutput()
	}
	if b.Args.IPv6 {
		network.IPv6CIDR = b.vpc.Ipv6CidrBlock.ToStringPtrOutput()
	}
	for _, zone := range b.zones {
		name := zone.plan.Zone
		network.PrivateRouteTableIDs[name] = zone.privateTable.ID().ToStringOutput()
		network.PrivateSubnets = append(network.PrivateSubnets, b.subnetOutput(zone.private, name, zone.plan.Private, b.privateRouting(zone)))
		if zone.public != nil {
			network.PublicSubnets = append(network.PublicSubnets, b.subnetOutput(zone.public, name, zone.plan.Public, b.publicRouting(zone)))
		}
		if zone.natGateway != nil {
			network.NATPublicIPs[name] = zone.natGateway.PublicIp
			b.Component.NATGatewayIDs[name] = zone.natGateway.ID().ToStringOutput()
		}
	}
	b.Component.Network = network
	b.Component.PublicSubnetIDs, b.Component.PrivateSubnetIDs = network.SubnetIDs()
	return nil
}

// subnetOutput returns a subnet whose users are created after the subnet's routing and deleted before it.
func (b *vpcBuilder) subnetOutput(subnet *ec2.Subnet, zone string, cidr netip.Prefix, routing []pulumi.Resource) Subnet {
	return Subnet{ID: component.After(b.Ctx.Context(), subnet.ID().ToStringOutput(), routing...), Zone: zone, CIDR: cidr.String()}
}

// publicRouting returns what an instance in a zone's public subnet needs for internet access. The S3 endpoint is part of it because
// creating it breaks open connections to S3 (AWS PrivateLink guide, "Gateway endpoints for Amazon S3").
func (b *vpcBuilder) publicRouting(zone *zoneResources) []pulumi.Resource {
	routing := append(b.shared(), b.publicRoute, zone.publicAssociation)
	if b.publicIPv6Route != nil {
		routing = append(routing, b.publicIPv6Route)
	}
	return routing
}

// privateRouting returns what an instance in a zone's private subnet needs for internet access: the routes of the subnet, and those of
// the NAT gateway.
func (b *vpcBuilder) privateRouting(zone *zoneResources) []pulumi.Resource {
	routing := append(b.shared(), zone.privateAssociation)
	if gateway := b.gatewayOf(zone); gateway != nil {
		routing = append(routing, zone.privateDefaultRoute, b.publicRoute, gateway.publicAssociation)
	}
	if zone.privateIPv6Route != nil {
		routing = append(routing, zone.privateIPv6Route)
	}
	return routing
}

// shared returns what instances of all subnets need: endpoints and DHCP options.
func (b *vpcBuilder) shared() []pulumi.Resource {
	return slices.Clone(b.everySubnetNeeds)
}
