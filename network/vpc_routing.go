package network

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

const anywhere = "0.0.0.0/0"

func (b *vpcBuilder) registerPublicRouting() (err error) {
	if b.Args.PrivateOnly {
		return nil
	}
	b.internetGateway, err = ec2.NewInternetGateway(b.Ctx, b.Name+"-igw", &ec2.InternetGatewayArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("igw", b.Args.KindTags.Gateways, nil),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.publicTable, err = ec2.NewRouteTable(b.Ctx, b.Name+"-rt-public", &ec2.RouteTableArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("rt-public", b.Args.KindTags.RouteTables, nil),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.publicRoute, err = ec2.NewRoute(b.Ctx, b.Name+"-route-public", &ec2.RouteArgs{
		RouteTableId:         b.publicTable.ID(),
		DestinationCidrBlock: pulumi.String(anywhere),
		GatewayId:            b.internetGateway.ID(),
	}, b.Parent)
	return err
}

func (b *vpcBuilder) registerNATGateways() error {
	opts := []pulumi.ResourceOption{
		b.Parent,
		// A NAT gateway does not work before the internet gateway is attached, which no property refers to.
		pulumi.DependsOn([]pulumi.Resource{b.internetGateway}),
		// The new gateway has the same Elastic IP, which AWS associates with one gateway at a time.
		pulumi.DeleteBeforeReplace(true),
	}
	for _, zone := range b.zones {
		if natZone, ok := b.Args.natZoneOf(zone.plan.Zone); !ok || natZone != zone.plan.Zone {
			continue
		}
		address, err := b.elasticIP(zone.plan.Zone)
		if err != nil {
			return err
		}
		zone.natGateway, err = ec2.NewNatGateway(b.Ctx, b.Name+"-nat-"+zone.plan.Zone, &ec2.NatGatewayArgs{
			AllocationId: address,
			SubnetId:     zone.public.ID(),
			Tags:         b.tags("nat-"+zone.plan.Zone, b.Args.KindTags.Gateways, nil),
		}, opts...)
		if err != nil {
			return err
		}
	}
	return nil
}

// elasticIP returns the allocation ID of the user's Elastic IP for a zone's gateway, or registers one.
func (b *vpcBuilder) elasticIP(zone string) (pulumi.StringPtrInput, error) {
	if id, ok := b.Args.NATElasticIPAllocationIDs[zone]; ok {
		return component.OptionalString(id), nil
	}
	address, err := ec2.NewEip(b.Ctx, b.Name+"-eip-"+zone, &ec2.EipArgs{
		Domain: pulumi.String("vpc"),
		Tags:   b.tags("eip-"+zone, b.Args.KindTags.ElasticIPs, nil),
	}, b.Parent)
	if err != nil {
		return nil, err
	}
	return address.ID().ToStringPtrOutput(), nil
}

func (b *vpcBuilder) registerPrivateRouting() (err error) {
	for _, zone := range b.zones {
		table := "rt-private-" + zone.plan.Zone
		zone.privateTable, err = ec2.NewRouteTable(b.Ctx, b.Name+"-"+table, &ec2.RouteTableArgs{
			VpcId: b.vpc.ID(),
			Tags:  b.tags(table, b.Args.KindTags.RouteTables, nil),
		}, b.Parent)
		if err != nil {
			return err
		}
		zone.privateAssociation, err = ec2.NewRouteTableAssociation(b.Ctx, b.Name+"-rta-private-"+zone.plan.Zone, &ec2.RouteTableAssociationArgs{
			SubnetId:     zone.private.ID(),
			RouteTableId: zone.privateTable.ID(),
		}, b.Parent)
		if err != nil {
			return err
		}
		gateway := b.gatewayOf(zone)
		if gateway == nil {
			continue
		}
		zone.privateDefaultRoute, err = ec2.NewRoute(b.Ctx, b.Name+"-route-private-"+zone.plan.Zone, &ec2.RouteArgs{
			RouteTableId:         zone.privateTable.ID(),
			DestinationCidrBlock: pulumi.String(anywhere),
			NatGatewayId:         gateway.natGateway.ID(),
		}, b.Parent)
		if err != nil {
			return err
		}
	}
	return nil
}

// gatewayOf returns the zone whose NAT gateway a zone's private subnet uses; nil if it uses none.
func (b *vpcBuilder) gatewayOf(zone *zoneResources) *zoneResources {
	name, _ := b.Args.natZoneOf(zone.plan.Zone)
	for _, candidate := range b.zones {
		if candidate.plan.Zone == name {
			return candidate
		}
	}
	return nil
}
