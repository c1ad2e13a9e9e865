// Package network makes the networks that OpenShift clusters run in: the VPC with its subnets, gateways and routes,
// and the security groups of the cluster's machines.
package network

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Vpc is a network for a cluster: a VPC with public and private subnets in each zone, an internet gateway, NAT gateways,
// routes, and a gateway endpoint through which S3 is reached without NAT. Zones come and go without touching each other,
// see SubnetPlan.
//
// The subnets carry the tags by which load balancers find them. They are tagged as shared with the cluster:
// `openshift-install destroy cluster` leaves what Pulumi owns.
type Vpc struct {
	pulumi.ResourceState

	// ID is the VPC's id.
	ID pulumi.StringOutput `pulumi:"vpcId"`
	// CIDR is the VPC's range.
	CIDR string
	// PublicSubnets are the subnets for load balancers and NAT gateways, one a zone, in the order of the zones' names.
	// Machines in them get no public address of their own. Wavelength zones have none.
	PublicSubnets []Subnet
	// PrivateSubnets are the subnets for machines, one a zone, in the order of the zones' names.
	PrivateSubnets []Subnet
	// PublicRouteTableID is the id of the route table that all public subnets share.
	PublicRouteTableID pulumi.StringOutput `pulumi:"publicRouteTableId"`
	// PrivateRouteTableIDs are the ids of the private subnets' route tables by zone.
	PrivateRouteTableIDs map[string]pulumi.StringOutput
}

// NewVpc registers a Vpc. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewVpc(ctx *pulumi.Context, name string, args *VpcArgs, opts ...pulumi.ResourceOption) (*Vpc, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &Vpc{}
	if err := ctx.RegisterComponentResource("openshift-aws:network:Vpc", name, component, opts...); err != nil {
		return nil, err
	}
	b := newVpcBuilder(ctx, name, args.withDefaults(), component)
	for _, register := range []func() error{
		b.registerVpc,
		b.registerPublicRouting,
		b.registerSubnets,
		b.registerNATGateways,
		b.registerPrivateRouting,
		b.registerS3Endpoint,
	} {
		if err := register(); err != nil {
			return nil, fmt.Errorf("openshift-aws:network:Vpc %s: %w", name, err)
		}
	}
	b.output(component)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"vpcId":                component.ID,
		"cidr":                 pulumi.String(component.CIDR),
		"publicSubnetIds":      subnetIDs(component.PublicSubnets),
		"privateSubnetIds":     subnetIDs(component.PrivateSubnets),
		"publicRouteTableId":   component.PublicRouteTableID,
		"privateRouteTableIds": pulumi.StringMap(privateRouteTables(component)),
	})
}

func subnetIDs(subnets []Subnet) pulumi.StringArray {
	ids := make(pulumi.StringArray, len(subnets))
	for i, subnet := range subnets {
		ids[i] = subnet.ID
	}
	return ids
}

func privateRouteTables(vpc *Vpc) map[string]pulumi.StringInput {
	ids := make(map[string]pulumi.StringInput, len(vpc.PrivateRouteTableIDs))
	for zone, id := range vpc.PrivateRouteTableIDs {
		ids[zone] = id
	}
	return ids
}
