package network

import (
	"cmp"
	"context"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

const anywhere = "0.0.0.0/0"

// The tags by which the AWS cloud controller and the AWS Load Balancer Operator find the subnets of public
// and of internal load balancers (kubernetes/cloud-provider-aws pkg/providers/v1/aws.go).
const (
	publicLoadBalancers   = "kubernetes.io/role/elb"
	internalLoadBalancers = "kubernetes.io/role/internal-elb"
)

// vpcBuilder registers a Vpc's children step by step. Each child `<name>-<what>` has the Name tag `<infra id>-<what>`,
// with the words that openshift-install uses (openshift/installer pkg/asset/manifests/aws/cluster.go).
type vpcBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *VpcArgs
	parent pulumi.ResourceOption

	vpc             *ec2.Vpc
	internetGateway *ec2.InternetGateway
	publicTable     *ec2.RouteTable
	publicRoute     *ec2.Route
	endpoint        *ec2.VpcEndpoint
	zones           []*zoneResources
}

// zoneResources are a zone's own children. A field is nil where the zone has no such resource.
type zoneResources struct {
	plan                ZonePlan
	public, private     *ec2.Subnet
	publicAssociation   *ec2.RouteTableAssociation
	privateAssociation  *ec2.RouteTableAssociation
	natGateway          *ec2.NatGateway
	privateTable        *ec2.RouteTable
	privateDefaultRoute *ec2.Route
}

func newVpcBuilder(ctx *pulumi.Context, name string, args *VpcArgs, parent pulumi.Resource) *vpcBuilder {
	b := &vpcBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(parent)}
	for _, plan := range args.plan().Zones {
		b.zones = append(b.zones, &zoneResources{plan: plan})
	}
	return b
}

func (b *vpcBuilder) tags(what string, more map[string]string) pulumi.StringMap {
	owned := map[string]string{"Name": cmp.Or(b.args.InfraID, b.name) + "-" + what}
	for key, value := range more {
		owned[key] = value
	}
	return tags.Merge(b.args.Tags, owned)
}

func (b *vpcBuilder) registerVpc() (err error) {
	b.vpc, err = ec2.NewVpc(b.ctx, b.name+"-vpc", &ec2.VpcArgs{
		CidrBlock:          pulumi.String(b.args.CIDR),
		EnableDnsSupport:   pulumi.Bool(true),
		EnableDnsHostnames: pulumi.Bool(true),
		Tags:               b.tags("vpc", nil),
	}, b.parent)
	if err != nil {
		return err
	}
	b.internetGateway, err = ec2.NewInternetGateway(b.ctx, b.name+"-igw", &ec2.InternetGatewayArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("igw", nil),
	}, b.parent)
	return err
}

func (b *vpcBuilder) registerPublicRouting() (err error) {
	b.publicTable, err = ec2.NewRouteTable(b.ctx, b.name+"-rt-public", &ec2.RouteTableArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("rt-public", nil),
	}, b.parent)
	if err != nil {
		return err
	}
	b.publicRoute, err = ec2.NewRoute(b.ctx, b.name+"-route-public", &ec2.RouteArgs{
		RouteTableId:         b.publicTable.ID(),
		DestinationCidrBlock: pulumi.String(anywhere),
		GatewayId:            b.internetGateway.ID(),
	}, b.parent)
	return err
}

func (b *vpcBuilder) registerSubnets() (err error) {
	for _, zone := range b.zones {
		private := "subnet-private-" + zone.plan.Zone
		if zone.private, err = b.subnet(private, zone.plan.Zone, zone.plan.Private.String(), internalLoadBalancers); err != nil {
			return err
		}
		if !takesInternetGateway(zone.plan.Zone) {
			continue
		}
		public := "subnet-public-" + zone.plan.Zone
		if zone.public, err = b.subnet(public, zone.plan.Zone, zone.plan.Public.String(), publicLoadBalancers); err != nil {
			return err
		}
		zone.publicAssociation, err = ec2.NewRouteTableAssociation(b.ctx, b.name+"-rta-public-"+zone.plan.Zone, &ec2.RouteTableAssociationArgs{
			SubnetId:     zone.public.ID(),
			RouteTableId: b.publicTable.ID(),
		}, b.parent)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *vpcBuilder) subnet(what, zone, cidr, role string) (*ec2.Subnet, error) {
	discovery := map[string]string{}
	if b.args.InfraID != "" {
		discovery[tags.Cluster(b.args.InfraID)] = tags.Shared
	}
	// The cluster's load balancers are in the region's standard zones only.
	if isStandard(zone) {
		discovery[role] = "1"
	}
	return ec2.NewSubnet(b.ctx, b.name+"-"+what, &ec2.SubnetArgs{
		VpcId:               b.vpc.ID(),
		AvailabilityZone:    pulumi.String(zone),
		CidrBlock:           pulumi.String(cidr),
		MapPublicIpOnLaunch: pulumi.Bool(false),
		Tags:                b.tags(what, discovery),
	}, b.parent)
}

func (b *vpcBuilder) registerNATGateways() error {
	// A gateway does not work before the internet gateway is attached, and nothing in it names that.
	attached := pulumi.DependsOn([]pulumi.Resource{b.internetGateway})
	for _, zone := range b.zones {
		if own, ok := b.args.gatewayZone(zone.plan.Zone); !ok || own != zone.plan.Zone {
			continue
		}
		address, err := ec2.NewEip(b.ctx, b.name+"-eip-"+zone.plan.Zone, &ec2.EipArgs{
			Domain: pulumi.String("vpc"),
			Tags:   b.tags("eip-"+zone.plan.Zone, nil),
		}, b.parent)
		if err != nil {
			return err
		}
		zone.natGateway, err = ec2.NewNatGateway(b.ctx, b.name+"-nat-"+zone.plan.Zone, &ec2.NatGatewayArgs{
			AllocationId: address.ID(),
			SubnetId:     zone.public.ID(),
			Tags:         b.tags("nat-"+zone.plan.Zone, nil),
		}, b.parent, attached)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *vpcBuilder) registerPrivateRouting() (err error) {
	for _, zone := range b.zones {
		table := "rt-private-" + zone.plan.Zone
		zone.privateTable, err = ec2.NewRouteTable(b.ctx, b.name+"-"+table, &ec2.RouteTableArgs{
			VpcId: b.vpc.ID(),
			Tags:  b.tags(table, nil),
		}, b.parent)
		if err != nil {
			return err
		}
		zone.privateAssociation, err = ec2.NewRouteTableAssociation(b.ctx, b.name+"-rta-private-"+zone.plan.Zone, &ec2.RouteTableAssociationArgs{
			SubnetId:     zone.private.ID(),
			RouteTableId: zone.privateTable.ID(),
		}, b.parent)
		if err != nil {
			return err
		}
		gateway := b.gatewayOf(zone)
		if gateway == nil {
			continue
		}
		zone.privateDefaultRoute, err = ec2.NewRoute(b.ctx, b.name+"-route-private-"+zone.plan.Zone, &ec2.RouteArgs{
			RouteTableId:         zone.privateTable.ID(),
			DestinationCidrBlock: pulumi.String(anywhere),
			NatGatewayId:         gateway.natGateway.ID(),
		}, b.parent)
		if err != nil {
			return err
		}
	}
	return nil
}

// gatewayOf returns the zone whose NAT gateway a zone's private subnet uses; nil if it uses none.
func (b *vpcBuilder) gatewayOf(zone *zoneResources) *zoneResources {
	name, _ := b.args.gatewayZone(zone.plan.Zone)
	for _, candidate := range b.zones {
		if candidate.plan.Zone == name {
			return candidate
		}
	}
	return nil
}

func (b *vpcBuilder) registerS3Endpoint() (err error) {
	tables := pulumi.StringArray{b.publicTable.ID()}
	for _, zone := range b.zones {
		tables = append(tables, zone.privateTable.ID())
	}
	region, _ := partition.RegionOfZone(b.args.Zones[0])
	b.endpoint, err = ec2.NewVpcEndpoint(b.ctx, b.name+"-s3", &ec2.VpcEndpointArgs{
		VpcId:           b.vpc.ID(),
		ServiceName:     pulumi.String(gatewayService(region, "s3")),
		VpcEndpointType: pulumi.String("Gateway"),
		RouteTableIds:   tables,
		Tags:            b.tags("s3", nil),
	}, b.parent)
	return err
}

func (b *vpcBuilder) output(component *Vpc) {
	ctx := b.ctx.Context()
	component.ID = b.vpc.ID().ToStringOutput()
	component.CIDR = b.args.CIDR
	component.PublicRouteTableID = b.publicTable.ID().ToStringOutput()
	component.PrivateRouteTableIDs = map[string]pulumi.StringOutput{}
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
	}
}

// publicRouting is what a machine in a zone's public subnet needs to reach the internet. The endpoint is part of it
// because connections to S3 break when one is made (AWS PrivateLink guide, "Gateway endpoints").
func (b *vpcBuilder) publicRouting(zone *zoneResources) []pulumi.Resource {
	return []pulumi.Resource{b.publicRoute, b.endpoint, zone.publicAssociation}
}

// privateRouting is what a machine in a zone's private subnet needs to reach the internet: its own routes,
// and those of the NAT gateway that it goes through.
func (b *vpcBuilder) privateRouting(zone *zoneResources) []pulumi.Resource {
	routing := []pulumi.Resource{b.endpoint, zone.privateAssociation}
	if gateway := b.gatewayOf(zone); gateway != nil {
		routing = append(routing, zone.privateDefaultRoute, b.publicRoute, gateway.publicAssociation)
	}
	return routing
}

// after returns a subnet's id for users that are to be made after the subnet's routing, and to go before it.
func after(ctx context.Context, subnet *ec2.Subnet, routing []pulumi.Resource) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(ctx, subnet.ID().ToStringOutput(), routing...).(pulumi.StringOutput)
}
