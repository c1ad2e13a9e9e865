package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"
)

// TestRangesWithSubnetsStay: EC2 rejects to remove a range of a VPC in which a subnet is.
func TestRangesWithSubnetsStay(t *testing.T) {
	t.Parallel()
	program := func(name, secondary, subnet string) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			vpc := register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")})
			added := register(ctx, "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", name,
				pulumi.Map{"vpcId": vpc.ID(), "cidrBlock": text(secondary)})
			if subnet != "" {
				register(ctx, subnetType, "subnet", pulumi.Map{"vpcId": vpc.ID(), "cidrBlock": text(subnet)},
					pulumi.DependsOn([]pulumi.Resource{added}))
			}
		}
	}
	const subnet = "10.64.0.0/24"
	const association = "VpcIpv4CidrBlockAssociation"
	require.Equal(t, []string{"create " + association + " half", "reject " + association + " whole"},
		changesOf(t, program("whole", "10.64.0.0/16", subnet), program("half", "10.64.0.0/17", subnet)))
	require.Equal(t, []string{"reject " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.64.0.0/17", subnet)))
	require.Equal(t, []string{"replace Subnet subnet: cidrBlock", "replace " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.65.0.0/16", "10.65.0.0/24")),
		"the subnet leaves the range")
	require.Equal(t, []string{"delete Subnet subnet", "replace " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.65.0.0/16", "")))
}

// TestAResizedSubnetIsRejected: EC2 creates no subnet on top of one that is deleted later.
func TestAResizedSubnetIsRejected(t *testing.T) {
	t.Parallel()
	program := func(vpcCIDR, cidr string, options ...pulumi.ResourceOption) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			vpc := register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text(vpcCIDR)})
			register(ctx, subnetType, "subnet", pulumi.Map{"vpcId": vpc.ID(), "cidrBlock": text(cidr)}, options...)
		}
	}
	const vpc, replaced = "10.0.0.0/16", "replace Subnet subnet: cidrBlock"
	require.Equal(t, []string{"reject Subnet subnet: cidrBlock"},
		changesOf(t, program(vpc, "10.0.0.0/24"), program(vpc, "10.0.0.0/25")))
	require.Equal(t, []string{replaced}, changesOf(t, program(vpc, "10.0.0.0/24"), program(vpc, "10.0.1.0/24")))
	deletedFirst := program(vpc, "10.0.0.0/25", pulumi.DeleteBeforeReplace(true))
	require.Equal(t, []string{replaced}, changesOf(t, program(vpc, "10.0.0.0/24"), deletedFirst))
	require.Equal(t, []string{replaced + ", vpcId", "replace Vpc vpc: cidrBlock"},
		changesOf(t, program(vpc, "10.0.0.0/24"), program("10.0.0.0/17", "10.0.0.0/25")),
		"the subnet moves to another VPC")
}

// TestWhatAVpcUsesStays: EC2 keeps the IPv6 CIDR while subnets use it, and the internet gateway while public addresses
// do.
func TestWhatAVpcUsesStays(t *testing.T) {
	t.Parallel()
	type settings struct {
		ipv6      bool
		gatewayIn int
		nat       string
	}
	program := func(s settings) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			inputs := pulumi.Map{"cidrBlock": text("10.0.0.0/16")}
			subnet := pulumi.Map{"cidrBlock": text("10.0.0.0/24")}
			if s.ipv6 {
				inputs["assignGeneratedIpv6CidrBlock"] = pulumi.Bool(true)
				subnet["ipv6CidrBlock"] = text("2600:1f14::/64")
			}
			vpcs := []pulumi.CustomResource{
				register(ctx, vpcType, "vpc", inputs),
				register(ctx, vpcType, "other", pulumi.Map{"cidrBlock": text("10.1.0.0/16")}),
			}
			subnet["vpcId"] = vpcs[0].ID()
			in := register(ctx, subnetType, "subnet", subnet)
			gateway := pulumi.Map{"vpcId": vpcs[s.gatewayIn].ID()}
			register(ctx, "aws:ec2/internetGateway:InternetGateway", "gateway", gateway)
			if s.nat != "" {
				nat := pulumi.Map{"subnetId": in.ID(), "connectivityType": text(s.nat)}
				register(ctx, "aws:ec2/natGateway:NatGateway", "nat", nat)
			}
		}
	}
	require.Equal(t, []string{"update Subnet subnet: ipv6CidrBlock", "reject Vpc vpc: assignGeneratedIpv6CidrBlock"},
		changesOf(t, program(settings{ipv6: true}), program(settings{})))
	require.Equal(t, []string{"update Subnet subnet: ipv6CidrBlock", "update Vpc vpc: assignGeneratedIpv6CidrBlock"},
		changesOf(t, program(settings{}), program(settings{ipv6: true})))
	for nat, want := range map[string]string{"public": "reject", "private": "update"} {
		require.Equal(t, []string{want + " InternetGateway gateway: vpcId"},
			changesOf(t, program(settings{nat: nat}), program(settings{nat: nat, gatewayIn: 1})))
	}
}

func TestChangesOfVolumes(t *testing.T) {
	t.Parallel()
	volume := func(size int, zone string) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			register(ctx, "aws:ebs/volume:Volume", "data", pulumi.Map{"size": pulumi.Int(size), "availabilityZone": text(zone)})
			register(ctx, "aws:ec2/instance:Instance", "machine", pulumi.Map{
				"ami": text("ami-1"), "instanceType": text("m5.large"), "availabilityZone": text(zone),
				"rootBlockDevice": pulumi.Map{"volumeSize": pulumi.Int(size)},
			})
		}
	}
	require.Equal(t, []string{"reject Volume data: size", "reject Instance machine: rootBlockDevice.volumeSize"},
		changesOf(t, volume(300, "us-east-2a"), volume(150, "us-east-2a")), "EC2 cannot shrink a volume")
	require.Equal(t, []string{"update Volume data: size", "update Instance machine: rootBlockDevice.volumeSize"},
		changesOf(t, volume(150, "us-east-2a"), volume(300, "us-east-2a")))
	require.Equal(t, []string{"replace Volume data: availabilityZone", "replace Instance machine: availabilityZone"},
		changesOf(t, volume(300, "us-east-2a"), volume(150, "us-east-2b")), "a replacement can have any size")
}
