package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"
)

// TestRangesWithSubnetsStay: EC2 refuses to remove a range of a VPC in which a subnet is.
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
	require.Equal(t, []string{"create " + association + " half", "refuse " + association + " whole"},
		changesOf(t, program("whole", "10.64.0.0/16", subnet), program("half", "10.64.0.0/17", subnet)))
	require.Equal(t, []string{"refuse " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.64.0.0/17", subnet)))
	require.Equal(t, []string{"replace Subnet subnet: cidrBlock", "replace " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.65.0.0/16", "10.65.0.0/24")),
		"the subnet leaves the range")
	require.Equal(t, []string{"delete Subnet subnet", "replace " + association + " a: cidrBlock"},
		changesOf(t, program("a", "10.64.0.0/16", subnet), program("a", "10.65.0.0/16", "")))
}
