package network_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A network across three zones with one NAT gateway, and the security groups of the cluster in it.
func Example() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			InfraID: "demo-x7k2p",
			CIDR:    "10.42.0.0/16",
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			NAT:     network.NATSingle,
			NATZone: "us-east-2a",
		})
		if err != nil {
			return err
		}
		groups, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{
			InfraID: "demo-x7k2p",
			VpcID:   vpc.ID,
			VpcCIDR: vpc.CIDR,
		})
		if err != nil {
			return err
		}
		ctx.Export("vpcId", vpc.ID)
		ctx.Export("nodeSecurityGroupId", groups.NodeID)
		return nil
	})
}

// The subnets of a network that one has already. Components take them as they take those of a Vpc.
func ExampleSubnet() {
	subnets := []network.Subnet{
		{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
		{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
	}
	fmt.Println(len(subnets))
	// Output: 2
}

// The addresses that a network will have are known before it is made.
func ExampleVpcArgs_SubnetPlan() {
	plan, err := (&network.VpcArgs{Zones: []string{"us-east-2c", "us-east-2a"}}).SubnetPlan()
	if err != nil {
		panic(err)
	}
	for _, zone := range plan.Zones {
		fmt.Println(zone.Zone, zone.Private, zone.Public)
	}
	// Output:
	// us-east-2a 10.0.0.0/20 10.0.16.0/22
	// us-east-2c 10.0.64.0/20 10.0.80.0/22
}
