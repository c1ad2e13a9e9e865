package network

import (
	"cmp"
	"maps"
	"net/netip"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// The tags by which the AWS cloud controller and the AWS Load Balancer Operator find the subnets of public
// and of internal load balancers (kubernetes/cloud-provider-aws pkg/providers/v1/aws.go).
const (
	publicLoadBalancers   = "kubernetes.io/role/elb"
	internalLoadBalancers = "kubernetes.io/role/internal-elb"
)

// vpcBuilder registers a Vpc's children step by step; a step uses the fields that earlier steps set. Each child `<name>-<what>` has the
// Name tag `<infra id>-<what>`, with openshift-install's names (openshift/installer pkg/asset/manifests/aws/cluster.go).
type vpcBuilder struct {
	*component.Builder[VpcArgs, Vpc]

	vpc *ec2.Vpc
	// The fields for public subnets are nil with PrivateOnly.
	internetGateway *ec2.InternetGateway
	publicTable     *ec2.RouteTable
	publicRoute     *ec2.Route
	publicIPv6Route *ec2.Route
	zones           []*zoneResources

	endpointsGroupID pulumi.StringOutput
	// endpointIDs are the IDs of the endpoints by service.
	endpointIDs map[string]pulumi.StringOutput
	// secondaryCIDRs are the associations of the secondary CIDRs.
	secondaryCIDRs []pulumi.Resource
	// everySubnetNeeds are the resources that must exist before an instance starts in any subnet.
	everySubnetNeeds []pulumi.Resource
}

// zoneResources are the children of a zone. A field is nil if the zone has no such resource.
type zoneResources struct {
	plan                ZonePlan
	public, private     *ec2.Subnet
	publicAssociation   *ec2.RouteTableAssociation
	privateAssociation  *ec2.RouteTableAssociation
	natGateway          *ec2.NatGateway
	privateTable        *ec2.RouteTable
	privateDefaultRoute *ec2.Route
	privateIPv6Route    *ec2.Route
}

func newVpcBuilder(c *component.Builder[VpcArgs, Vpc]) *vpcBuilder {
	b := &vpcBuilder{Builder: c, endpointIDs: map[string]pulumi.StringOutput{}}
	for _, plan := range c.Args.plan().Zones {
		b.zones = append(b.zones, &zoneResources{plan: plan})
	}
	return b
}

func (b *vpcBuilder) nameTag(what string) string {
	return cmp.Or(b.Args.InfraID, b.Name) + "-" + what
}

func (b *vpcBuilder) tags(what string, kind pulumi.StringMap, more map[string]string) pulumi.StringMap {
	owned := map[string]string{"Name": b.nameTag(what)}
	maps.Copy(owned, more)
	return mergeTags(b.Args.Tags, kind, owned)
}

func (b *vpcBuilder) registerVpc() (err error) {
	args := &ec2.VpcArgs{
		CidrBlock:          pulumi.String(b.Args.CIDR),
		EnableDnsSupport:   pulumi.Bool(true),
		EnableDnsHostnames: pulumi.Bool(true),
		Ipv4IpamPoolId:     component.OptionalString(b.Args.IPAMPoolID),
		Tags:               b.tags("vpc", b.Args.KindTags.Vpc, nil),
	}
	if b.Args.IPv6 {
		args.AssignGeneratedIpv6CidrBlock = pulumi.Bool(true)
	}
	hooks, err := b.warnOfIPv6()
	if err != nil {
		return err
	}
	b.vpc, err = ec2.NewVpc(b.Ctx, b.Name+"-vpc", args, b.Parent, pulumi.ResourceHooks(hooks))
	return err
}

// warnOfIPv6 registers the hook that warns, in a preview too, when the VPC's IPv6 CIDR goes. Only AWS knows whether subnets still use it.
func (b *vpcBuilder) warnOfIPv6() (*pulumi.ResourceHookBinding, error) {
	if b.Args.IPv6 {
		return nil, nil
	}
	hooks, err := b.Hooks("vpc-ipv6", func(args *pulumi.ResourceHookArgs) error {
		if old := args.OldInputs["assignGeneratedIpv6CidrBlock"]; !old.IsBool() || !old.BoolValue() {
			return nil
		}
		return b.Ctx.Log.Warn("network.VpcArgs.IPv6: AWS keeps the VPC's IPv6 CIDR while a subnet uses part of it, and rejects this update until "+
			"the subnets were updated alone: pulumi up --target '**-subnet-**'", nil)
	}, true)
	return &pulumi.ResourceHookBinding{BeforeUpdate: hooks}, err
}

// registerDefaultSecurityGroup adopts the default security group, whose rules the provider removes thereby.
func (b *vpcBuilder) registerDefaultSecurityGroup() error {
	if !*b.Args.RestrictDefaultSecurityGroup {
		return nil
	}
	_, err := ec2.NewDefaultSecurityGroup(b.Ctx, b.Name+"-default-group", &ec2.DefaultSecurityGroupArgs{
		VpcId: b.vpc.ID(),
		Tags:  b.tags("default-group", b.Args.KindTags.SecurityGroups, nil),
	}, b.Parent)
	return err
}

func (b *vpcBuilder) registerSecondaryCIDRs() error {
	for _, cidr := range b.Args.SecondaryCIDRs {
		name := b.Name + "-cidr-" + inName(cidr)
		association, err := ec2.NewVpcIpv4CidrBlockAssociation(b.Ctx, name, &ec2.VpcIpv4CidrBlockAssociationArgs{
			VpcId:     b.vpc.ID(),
			CidrBlock: pulumi.String(cidr),
		}, b.Parent)
		if err != nil {
			return err
		}
		b.secondaryCIDRs = append(b.secondaryCIDRs, association)
	}
	return nil
}

func (b *vpcBuilder) registerSubnets() (err error) {
	for _, zone := range b.zones {
		if zone.private, err = b.subnet(zone.plan, false); err != nil {
			return err
		}
		if !b.Args.hasPublic(zone.plan.Zone) {
			continue
		}
		if zone.public, err = b.subnet(zone.plan, true); err != nil {
			return err
		}
		zone.publicAssociation, err = ec2.NewRouteTableAssociation(b.Ctx, b.Name+"-rta-public-"+zone.plan.Zone, &ec2.RouteTableAssociationArgs{
			SubnetId:     zone.public.ID(),
			RouteTableId: b.publicTable.ID(),
		}, b.Parent)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *vpcBuilder) subnet(plan ZonePlan, public bool) (*ec2.Subnet, error) {
	what, cidr, role, kind := "subnet-private-", plan.Private, internalLoadBalancers, b.Args.KindTags.PrivateSubnets
	if public {
		what, cidr, role, kind = "subnet-public-", plan.Public, publicLoadBalancers, b.Args.KindTags.PublicSubnets
	}
	what += plan.Zone
	discovery := map[string]string{}
	if b.Args.InfraID != "" {
		discovery[tags.Cluster(b.Args.InfraID)] = tags.Shared
	}
	// A cluster's load balancers are in Availability Zones only.
	if partition.IsAvailabilityZone(plan.Zone) {
		discovery[role] = "1"
	}
	args := &ec2.SubnetArgs{
		VpcId:               b.vpc.ID(),
		AvailabilityZone:    pulumi.String(plan.Zone),
		CidrBlock:           pulumi.String(cidr.String()),
		MapPublicIpOnLaunch: pulumi.Bool(false),
		Tags:                b.tags(what, kind, discovery),
	}
	b.setIPv6(args, plan, public)
	opts := []pulumi.ResourceOption{b.Parent}
	// A subnet outside of the primary CIDR needs the association of a secondary one, which no property of the subnet refers to.
	if !check.Within(cidr, netip.MustParsePrefix(b.Args.CIDR)) {
		opts = append(opts, pulumi.DependsOn(b.secondaryCIDRs))
	}
	return ec2.NewSubnet(b.Ctx, b.Name+"-"+what, args, opts...)
}
