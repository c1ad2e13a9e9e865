package network

import (
	"context"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func (b *vpcBuilder) output(component *Vpc) {
	ctx := b.ctx.Context()
	component.ID = b.vpc.ID().ToStringOutput()
	component.CIDR = b.args.CIDR
	component.SecondaryCIDRs = b.args.SecondaryCIDRs
	component.NoProxy = b.args.noProxy()
	component.EndpointIDs = b.endpointIDs
	component.PublicRouteTableID = orNil(nil)
	if b.publicTable != nil {
		component.PublicRouteTableID = b.publicTable.ID().ToStringOutput().ToStringPtrOutput()
	}
	component.PrivateRouteTableIDs = map[string]pulumi.StringOutput{}
	component.NATPublicIPs = map[string]pulumi.StringOutput{}
	component.IPv6, component.IPv6CIDR = b.args.IPv6, orNil(nil)
	if b.args.IPv6 {
		component.IPv6CIDR = b.vpc.Ipv6CidrBlock.ToStringPtrOutput()
	}
	for _, zone := range b.zones {
		component.PrivateRouteTableIDs[zone.plan.Zone] = zone.privateTable.ID().ToStringOutput()
		component.PrivateSubnets = append(component.PrivateSubnets, Subnet{
			ID:   after(ctx, zone.private, b.privateRouting(zone)),
			Zone: zone.plan.Zone,
			CIDR: zone.plan.Private.String(),
		})
		if zone.public != nil {
			component.PublicSubnets = append(component.PublicSubnets, Subnet{
				ID:   after(ctx, zone.public, b.publicRouting(zone)),
				Zone: zone.plan.Zone,
				CIDR: zone.plan.Public.String(),
			})
		}
		if zone.natGateway != nil {
			component.NATPublicIPs[zone.plan.Zone] = zone.natGateway.PublicIp
		}
	}
}

// publicRouting is what a machine in a zone's public subnet needs to reach the internet. The S3 endpoint is part of it
// because connections to S3 break when one is made (AWS PrivateLink guide, "Gateway endpoints").
func (b *vpcBuilder) publicRouting(zone *zoneResources) []pulumi.Resource {
	routing := append(b.shared(), b.publicRoute, zone.publicAssociation)
	if b.publicIPv6Route != nil {
		routing = append(routing, b.publicIPv6Route)
	}
	return routing
}

// privateRouting is what a machine in a zone's private subnet needs to reach the internet: its own routes,
// and those of the NAT gateway that it goes through.
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

// shared is what machines in every subnet need: AWS's services at their endpoints, and what DHCP tells them.
func (b *vpcBuilder) shared() []pulumi.Resource {
	return slices.Clone(b.everySubnetNeeds)
}

// after returns a subnet's id for users that are to be made after the subnet's routing, and to go before it.
func after(ctx context.Context, subnet *ec2.Subnet, routing []pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx, subnet.ID().ToStringOutput(), routing...).(pulumi.StringOutput)
}
