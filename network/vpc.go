package network

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Vpc is a VPC for clusters, with public and private subnets in each zone, an internet gateway, NAT gateways, routes, and a gateway
// endpoint for S3. Zones can be added and removed without changing other zones, see SubnetPlan. Interface endpoints, flow logs, DHCP
// options and IPv6 are optional.
//
// The subnets have the tags by which load balancers find them. Their cluster tag has the value shared, so that
// `openshift-install destroy cluster` does not delete what Pulumi owns.
//
// Clusters whose ID is not known in advance, as on ROSA, tag the subnets themselves. To keep these tags in an update after a refresh,
// use a separate provider for the Vpc whose IgnoreTags has the key prefix kubernetes.io/cluster/, and set no InfraID: a provider that
// ignores a tag cannot set it either.
type Vpc struct {
	pulumi.ResourceState

	// Network has the outputs. Wavelength Zones have no public subnet, nor has a Vpc with PrivateOnly. Subnet IDs wait for the
	// subnet's routes.
	Network
}

// NewVpc registers a Vpc. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewVpc(ctx *pulumi.Context, name string, args *VpcArgs, opts ...pulumi.ResourceOption) (*Vpc, error) {
	if err := errors.Join(args.checkName(name), args.Validate()); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	const token = "openshift-aws:network:Vpc"
	component := &Vpc{}
	if err := ctx.RegisterComponentResource(token, name, component, opts...); err != nil {
		return nil, err
	}
	b := newVpcBuilder(ctx, name, args.withDefaults(), component)
	if err := runSteps(token, name,
		b.registerVpc,
		b.registerDefaultSecurityGroup,
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
	); err != nil {
		return nil, err
	}
	component.Network = b.network()
	return component, ctx.RegisterResourceOutputs(component, component.outputs())
}
