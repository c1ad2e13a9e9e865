package network

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// Vpc is a VPC for clusters, with public and private subnets in each zone, an internet gateway, NAT gateways, routes, and a gateway
// endpoint for S3. Zones can be added and removed without changing other zones, see SubnetPlan. Interface endpoints, flow logs, DHCP
// options and IPv6 are optional.
//
// The subnets have the tags by which load balancers find them. Their cluster tag has the value shared, so that
// `openshift-install destroy cluster` does not delete what Pulumi owns.
//
// Clusters whose ID is not known in advance, as on ROSA, tag the subnets themselves. To keep these tags in an update after a
// refresh, use a separate provider for the Vpc whose `ignoreTags` has the key prefix kubernetes.io/cluster/, and set no InfraID:
// a provider that ignores a tag cannot set it either.
type Vpc struct {
	pulumi.ResourceState

	// Network has the outputs. Wavelength Zones have no public subnet, nor has a Vpc with PrivateOnly. Subnet IDs wait for the
	// subnet's routes.
	Network

	// PublicSubnetIDs are the IDs of PublicSubnets by zone. They stay when the VPC gets another zone, unlike the
	// places in the list.
	PublicSubnetIDs map[string]pulumi.StringOutput `pulumi:"publicSubnetIds"`
	// PrivateSubnetIDs are the IDs of PrivateSubnets by zone.
	PrivateSubnetIDs map[string]pulumi.StringOutput `pulumi:"privateSubnetIds"`
	// NATGatewayIDs are the IDs of the NAT gateways by their zones, for alarms.
	NATGatewayIDs map[string]pulumi.StringOutput `pulumi:"natGatewayIds"`
}

// NewVpc registers a Vpc.
func NewVpc(ctx *pulumi.Context, name string, args *VpcArgs, opts ...pulumi.ResourceOption) (*Vpc, error) {
	return component.Register(ctx, name, args, opts, component.Type[VpcArgs, Vpc]{
		Token:   "openshift-aws:network:Vpc",
		Lasting: true,
		Check: func(args *VpcArgs) error {
			return errors.Join(args.checkName(name), region.CheckZones("network.VpcArgs.Zones", args.Zones, region.Known(ctx, "", opts...)))
		},
		Defaults: (*VpcArgs).setDefaults,
		Keep:     (*VpcArgs).kept,
		Children: func(c *component.Builder[VpcArgs, Vpc]) error {
			b := newVpcBuilder(c)
			return component.Run(
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
				b.setNetwork,
			)
		},
	})
}

// kept are the range and the subnets of the VPC, which AWS cannot change.
func (a *VpcArgs) kept() []keep.Rule {
	subnets, zones, public := pulumi.StringMap{}, []string{}, []string{}
	for _, zone := range a.plan().Zones {
		zones = append(zones, zone.Zone)
		subnets["private "+zone.Zone] = pulumi.String(zone.Private.String())
		if a.hasPublic(zone.Zone) {
			public = append(public, zone.Zone)
			subnets["public "+zone.Zone] = pulumi.String(zone.Public.String())
		}
	}
	const path, inUse = "network.VpcArgs.", "The machines and load balancers in the subnets of a zone are deleted with them"
	sameCIDR := func(c keep.Change) bool {
		before, after := c.Texts("cidr")
		return before == after
	}
	return []keep.Rule{
		keep.Fixed("cidr", path+"CIDR", pulumi.String(a.CIDR), "AWS cannot change the CIDR of a VPC, and a cluster cannot move to another "+
			"one. Set it back. For more addresses set SecondaryCIDRs; for another CIDR create a cluster in another stack, or destroy this one "+
			"first; only a VPC without a cluster can be replaced, with AllowReplacement").Unless(a.AllowReplacement),
		keep.Entries("subnets", path+"Subnets", subnets, "AWS cannot change the CIDR of a subnet, and the update would delete the machines and "+
			"load balancers in it. Set it back; only a VPC without a cluster can be changed, with AllowReplacement").
			If(sameCIDR).Unless(a.AllowReplacement),
		keep.OneByOne("zones", path+"Zones", zones, inUse).Unless(a.AllowReplacement),
		keep.OneByOne("publicZones", path+"PrivateOnly", public, inUse).Unless(a.AllowReplacement),
	}
}
