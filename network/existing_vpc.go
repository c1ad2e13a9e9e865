package network

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// ExistingVpc is a VPC that already exists, with the outputs of a Vpc: the rest of a program is the same for both. It registers
// nothing but, with TagSubnets, the subnets' tags.
type ExistingVpc struct {
	pulumi.ResourceState

	// Network has the outputs. Subnet IDs wait for the subnet's tags.
	Network
}

// NewExistingVpc registers an ExistingVpc. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewExistingVpc(ctx *pulumi.Context, name string, args *ExistingVpcArgs, opts ...pulumi.ResourceOption) (*ExistingVpc, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	const token = "openshift-aws:network:ExistingVpc"
	component := &ExistingVpc{}
	if err := ctx.RegisterComponentResourceV2(token, name, args.described(), component, opts...); err != nil {
		return nil, err
	}
	b := &existingVpcBuilder{ctx: ctx, name: name, args: args.withDefaults(), parent: pulumi.Parent(component)}
	if err := composite.Run(token, name, b.registerSubnets); err != nil {
		return nil, err
	}
	component.Network = b.network()
	return component, ctx.RegisterResourceOutputs(component, component.outputs())
}

// described returns the inputs of the component, from which a picture of the stack learns what it cannot read of resources.
func (a *ExistingVpcArgs) described() pulumi.Map {
	subnets := func(all []ExistingSubnet) (described pulumi.MapArray) {
		for _, subnet := range all {
			described = append(described, pulumi.Map{"id": subnet.ID, "zone": pulumi.String(subnet.Zone)})
		}
		return described
	}
	return pulumi.Map{
		"vpcId": a.VpcID, "cidr": pulumi.String(a.CIDR),
		"publicSubnets": subnets(a.PublicSubnets), "privateSubnets": subnets(a.PrivateSubnets),
	}
}

type existingVpcBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *ExistingVpcArgs
	parent pulumi.ResourceOption

	publicSubnets, privateSubnets []Subnet
}

func (b *existingVpcBuilder) network() Network {
	cidrs := append([]string{b.args.CIDR}, b.args.SecondaryCIDRs...)
	network := Network{
		ID:                   b.args.VpcID.ToStringOutput(),
		CIDR:                 b.args.CIDR,
		SecondaryCIDRs:       b.args.SecondaryCIDRs,
		IPv6:                 b.args.IPv6CIDR != nil,
		IPv6CIDR:             outputs.StringOrNil(b.args.IPv6CIDR),
		PublicSubnets:        b.publicSubnets,
		PrivateSubnets:       b.privateSubnets,
		PublicRouteTableID:   outputs.StringOrNil(b.args.PublicRouteTableID),
		PrivateRouteTableIDs: map[string]pulumi.StringOutput{},
		NoProxy:              noProxy(cidrs, b.args.region(), slices.Sorted(maps.Keys(b.args.Endpoints))),
		EndpointIDs:          stringOutputs(b.args.Endpoints),
		NATPublicIPs:         stringOutputs(b.args.NATPublicIPs),
	}
	for _, subnet := range b.args.PrivateSubnets {
		if subnet.RouteTableID != nil {
			network.PrivateRouteTableIDs[subnet.Zone] = subnet.RouteTableID.ToStringOutput()
		}
	}
	return network
}

func (b *existingVpcBuilder) registerSubnets() (err error) {
	public, private := b.args.publicKind(), b.args.privateKind()
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
		id := outputs.After(b.ctx.Context(), subnet.ID.ToStringOutput(), registered...)
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
	for _, tag := range b.args.desiredTags(subnet, kind) {
		name := fmt.Sprintf("%s-tag-%s-%s-%s", b.name, tag.what, kind.name, subnet.Zone)
		resource, err := ec2.NewTag(b.ctx, name, &ec2.TagArgs{
			ResourceId: subnet.ID,
			Key:        pulumi.String(tag.key),
			Value:      pulumi.String(tag.value),
		}, b.parent)
		if err != nil {
			return nil, err
		}
		registered = append(registered, resource)
	}
	return registered, nil
}
