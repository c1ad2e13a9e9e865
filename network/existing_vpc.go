package network

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// ExistingVpc is a network that the user has already, in the form in which a Vpc gives its own: the rest of a program is
// the same for both. It makes nothing but, if asked to, the subnets' tags.
type ExistingVpc struct {
	pulumi.ResourceState

	// Network holds the outputs. Subnet IDs resolve after the tags.
	Network
}

// NewExistingVpc registers an ExistingVpc. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewExistingVpc(ctx *pulumi.Context, name string, args *ExistingVpcArgs, opts ...pulumi.ResourceOption) (*ExistingVpc, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &ExistingVpc{}
	if err := ctx.RegisterComponentResource("openshift-aws:network:ExistingVpc", name, component, opts...); err != nil {
		return nil, err
	}
	b := &existingVpcBuilder{ctx: ctx, name: name, args: args.withDefaults(), parent: pulumi.Parent(component)}
	if err := b.register(component); err != nil {
		return nil, fmt.Errorf("openshift-aws:network:ExistingVpc %s: %w", name, err)
	}
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"vpcId":                component.ID,
		"cidr":                 pulumi.String(component.CIDR),
		"ipv6Cidr":             component.IPv6CIDR,
		"publicSubnetIds":      subnetIDs(component.PublicSubnets),
		"privateSubnetIds":     subnetIDs(component.PrivateSubnets),
		"publicRouteTableId":   component.PublicRouteTableID,
		"privateRouteTableIds": inputs(component.PrivateRouteTableIDs),
	})
}

type existingVpcBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *ExistingVpcArgs
	parent pulumi.ResourceOption
}

func (b *existingVpcBuilder) register(component *ExistingVpc) error {
	component.ID = b.args.VpcID.ToStringOutput()
	component.CIDR = b.args.CIDR
	component.SecondaryCIDRs = b.args.SecondaryCIDRs
	component.IPv6 = b.args.IPv6CIDR != nil
	component.IPv6CIDR = orNil(b.args.IPv6CIDR)
	component.PublicRouteTableID = orNil(b.args.PublicRouteTableID)
	component.PrivateRouteTableIDs = map[string]pulumi.StringOutput{}
	for _, subnet := range b.args.PrivateSubnets {
		if subnet.RouteTableID != nil {
			component.PrivateRouteTableIDs[subnet.Zone] = subnet.RouteTableID.ToStringOutput()
		}
	}
	for _, kind := range b.args.kinds() {
		subnets := &component.PublicSubnets
		if kind.role == internalLoadBalancers {
			subnets = &component.PrivateSubnets
		}
		for _, subnet := range kind.subnets {
			tagged, err := b.registerTags(subnet, kind)
			if err != nil {
				return err
			}
			id := pulumi.OutputWithDependencies(b.ctx.Context(), subnet.ID.ToStringOutput(), tagged...).(pulumi.StringOutput)
			*subnets = append(*subnets, Subnet{ID: id, Zone: subnet.Zone, CIDR: subnet.CIDR})
		}
	}
	return nil
}

// registerTags sets a subnet's tags, if asked to. They are the same that a Vpc sets.
func (b *existingVpcBuilder) registerTags(subnet ExistingSubnet, kind subnetKind) ([]pulumi.Resource, error) {
	if !b.args.TagSubnets {
		return nil, nil
	}
	wanted := []struct{ what, key, value string }{}
	if isStandard(subnet.Zone) {
		wanted = append(wanted, struct{ what, key, value string }{"role", kind.role, "1"})
	}
	if b.args.InfraID != "" {
		wanted = append(wanted, struct{ what, key, value string }{"cluster", tags.Cluster(b.args.InfraID), tags.Shared})
	}
	var tagged []pulumi.Resource
	for _, tag := range wanted {
		name := fmt.Sprintf("%s-tag-%s-%s-%s", b.name, tag.what, kind.word, subnet.Zone)
		resource, err := ec2.NewTag(b.ctx, name, &ec2.TagArgs{
			ResourceId: subnet.ID,
			Key:        pulumi.String(tag.key),
			Value:      pulumi.String(tag.value),
		}, b.parent)
		if err != nil {
			return nil, err
		}
		tagged = append(tagged, resource)
	}
	return tagged, nil
}
