package network

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Vpc is a network for a cluster: a VPC with public and private subnets in each zone, an internet gateway, NAT gateways,
// routes, and a gateway endpoint through which S3 is reached without NAT. Zones come and go without touching each other,
// see SubnetPlan. Interface endpoints, flow logs, DHCP options and IPv6 are there if the arguments ask for them.
//
// The subnets carry the tags by which load balancers find them. They are tagged as shared with the cluster:
// `openshift-install destroy cluster` leaves what Pulumi owns.
//
// Clusters whose id is not known beforehand, as on ROSA, tag the subnets themselves. So that an update after a refresh leaves these
// tags alone, give the Vpc a provider of its own with IgnoreTags of the key prefix kubernetes.io/cluster/, and no InfraID: a
// provider that ignores a tag cannot set it either.
type Vpc struct {
	pulumi.ResourceState

	// Network holds the outputs. Wavelength zones have no public subnet, nor has a Vpc with PrivateOnly. Subnet IDs resolve after the
	// subnet's routes.
	Network
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
		b.registerDefaultGroup,
		b.registerSecondaryCIDRs,
		b.registerDHCPOptions,
		b.registerPublicRouting,
		b.registerSubnets,
		b.registerNATGateways,
		b.registerPrivateRouting,
		b.registerIPv6Routing,
		b.registerS3Endpoint,
		b.registerInterfaceEndpoints,
		b.registerFlowLogs,
	} {
		if err := register(); err != nil {
			return nil, fmt.Errorf("openshift-aws:network:Vpc %s: %w", name, err)
		}
	}
	b.output(component)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"vpcId":                component.ID,
		"cidr":                 pulumi.String(component.CIDR),
		"ipv6Cidr":             component.IPv6CIDR,
		"noProxy":              pulumi.ToStringArray(component.NoProxy),
		"endpointIds":          inputs(component.EndpointIDs),
		"natPublicIps":         inputs(component.NATPublicIPs),
		"publicSubnetIds":      subnetIDs(component.PublicSubnets),
		"privateSubnetIds":     subnetIDs(component.PrivateSubnets),
		"publicRouteTableId":   component.PublicRouteTableID,
		"privateRouteTableIds": inputs(component.PrivateRouteTableIDs),
	})
}
