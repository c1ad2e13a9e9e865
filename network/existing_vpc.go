package network

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// ExistingVpc is a VPC that already exists, with the outputs of a Vpc: the rest of a program is the same for both. It registers
// nothing but, with TagSubnets, the subnets' tags.
type ExistingVpc struct {
	pulumi.ResourceState

	// Network has the outputs. Subnet IDs wait for the subnet's tags.
	Network

	// PublicSubnetIDs are the IDs of PublicSubnets by zone. They stay when the VPC gets another zone, unlike the
	// places in the list.
	PublicSubnetIDs map[string]pulumi.StringOutput `pulumi:"publicSubnetIds"`
	// PrivateSubnetIDs are the IDs of PrivateSubnets by zone.
	PrivateSubnetIDs map[string]pulumi.StringOutput `pulumi:"privateSubnetIds"`
}

// NewExistingVpc registers an ExistingVpc.
func NewExistingVpc(ctx *pulumi.Context, name string, args *ExistingVpcArgs, opts ...pulumi.ResourceOption) (*ExistingVpc, error) {
	return component.Register(ctx, name, args, opts, component.Type[ExistingVpcArgs, ExistingVpc]{
		Token: "openshift-aws:network:ExistingVpc",
		Keep:  (*ExistingVpcArgs).kept,
		Children: func(c *component.Builder[ExistingVpcArgs, ExistingVpc]) error {
			b := &existingVpcBuilder{Builder: c}
			b.Args = b.Args.sorted()
			return component.Run(b.registerSubnets, b.setNetwork)
		},
	})
}

// kept are the VPC, and its subnets, of which a picture of the stack cannot read the zones elsewhere.
func (a *ExistingVpcArgs) kept() []keep.Rule {
	subnets := func(all []ExistingSubnet) (described pulumi.MapArray) {
		for _, subnet := range all {
			described = append(described, pulumi.Map{"id": subnet.ID, "zone": pulumi.String(subnet.Zone)})
		}
		return described
	}
	return []keep.Rule{
		keep.Fixed("vpcId", "network.ExistingVpcArgs.VpcID", a.VpcID, "a cluster cannot move to another VPC. Set it back; for another VPC create a "+
			"cluster in another stack"),
		{Input: "cidr", Value: pulumi.String(a.CIDR)},
		{Input: "publicSubnets", Value: subnets(a.PublicSubnets)},
		{Input: "privateSubnets", Value: subnets(a.PrivateSubnets)},
	}
}

type existingVpcBuilder struct {
	*component.Builder[ExistingVpcArgs, ExistingVpc]

	publicSubnets, privateSubnets []Subnet
}

func (b *existingVpcBuilder) setNetwork() error {
	cidrs := append([]string{b.Args.CIDR}, b.Args.SecondaryCIDRs...)
	b.Component.Network = Network{
		ID:                   b.Args.VpcID.ToStringOutput(),
		CIDR:                 b.Args.CIDR,
		SecondaryCIDRs:       b.Args.SecondaryCIDRs,
		IPv6:                 b.Args.IPv6CIDR != nil,
		IPv6CIDR:             component.StringOrNil(b.Args.IPv6CIDR),
		PublicSubnets:        b.publicSubnets,
		PrivateSubnets:       b.privateSubnets,
		PublicRouteTableID:   component.StringOrNil(b.Args.PublicRouteTableID),
		PrivateRouteTableIDs: map[string]pulumi.StringOutput{},
		NoProxy:              noProxy(cidrs, b.Args.region(), slices.Sorted(maps.Keys(b.Args.Endpoints))),
		EndpointIDs:          stringOutputs(b.Args.Endpoints),
		NATPublicIPs:         stringOutputs(b.Args.NATPublicIPs),
	}
	b.Component.PublicSubnetIDs, b.Component.PrivateSubnetIDs = byZone(b.publicSubnets), byZone(b.privateSubnets)
	for _, subnet := range b.Args.PrivateSubnets {
		if subnet.RouteTableID != nil {
			b.Component.PrivateRouteTableIDs[subnet.Zone] = subnet.RouteTableID.ToStringOutput()
		}
	}
	return nil
}

func (b *existingVpcBuilder) registerSubnets() (err error) {
	public, private := b.Args.publicKind(), b.Args.privateKind()
	if b.publicSubnets, err = b.registerKind(public); err != nil {
		return err
	}
	b.privateSubnets, err = b.registerKind(private)
	return err
}

func (b *existingVpcBuilder) registerKind(kind subnetKind) ([]Subnet, error) {
	var subnets []Subnet
	for _, subnet := range kind.subnets {
		registered, err := b.registerTags(subnet, kind)
		if err != nil {
			return nil, err
		}
		id := component.After(b.Ctx.Context(), subnet.ID.ToStringOutput(), registered...)
		subnets = append(subnets, Subnet{ID: id, Zone: subnet.Zone, CIDR: subnet.CIDR})
	}
	return subnets, nil
}

// subnetTag is a tag of a subnet. The names of its resource contain what.
type subnetTag struct{ what, key, value string }

// desiredTags returns the tags that a subnet needs, as a Vpc sets them, without those that its owner sets: EC2 has one tag of a key, so
// two stacks would delete it from each other.
func (a *ExistingVpcArgs) desiredTags(subnet ExistingSubnet, kind subnetKind) (desired []subnetTag) {
	if a.TagSubnets && partition.IsAvailabilityZone(subnet.Zone) {
		desired = append(desired, subnetTag{"role", kind.roleTag, "1"})
	}
	if a.TagSubnets && a.InfraID != "" {
		desired = append(desired, subnetTag{"cluster", tags.Cluster(a.InfraID), tags.Shared})
	}
	return slices.DeleteFunc(desired, func(tag subnetTag) bool {
		_, set := subnet.Tags[tag.key]
		return set
	})
}

func (b *existingVpcBuilder) registerTags(subnet ExistingSubnet, kind subnetKind) (registered []pulumi.Resource, err error) {
	for _, tag := range b.Args.desiredTags(subnet, kind) {
		name := fmt.Sprintf("%s-tag-%s-%s-%s", b.Name, tag.what, kind.name, subnet.Zone)
		resource, err := ec2.NewTag(b.Ctx, name, &ec2.TagArgs{
			ResourceId: subnet.ID,
			Key:        pulumi.String(tag.key),
			Value:      pulumi.String(tag.value),
		}, b.Parent)
		if err != nil {
			return nil, err
		}
		registered = append(registered, resource)
	}
	return registered, nil
}
