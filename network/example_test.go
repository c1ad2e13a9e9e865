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

// A network without a way out: images come from ECR in the region, shells through Session Manager, and connections are recorded.
func ExampleNewVpc_zeroEgress() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			Zones:       []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PrivateOnly: true,
			Endpoints: &network.EndpointsArgs{
				Presets: []network.EndpointPreset{network.EndpointsZeroEgress, network.EndpointsSSM},
			},
			FlowLogs: &network.FlowLogsArgs{RetentionDays: 365},
		})
		return err
	})
}

// The network that another team runs. The subnets get the tags that load balancers look for.
func ExampleNewExistingVpc() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewExistingVpc(ctx, "shared", &network.ExistingVpcArgs{
			VpcID: pulumi.String("vpc-0123456789abcdef0"),
			CIDR:  "10.0.0.0/16",
			PrivateSubnets: []network.ExistingSubnet{
				{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
				{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
			},
			InfraID:    "demo-x7k2p",
			TagSubnets: true,
		})
		if err != nil {
			return err
		}
		ctx.Export("vpcId", vpc.ID)
		return nil
	})
}

// A private network whose clusters reach the internet through proxies in two zones, and only some hosts there.
func ExampleNewEgressProxy() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			Zones:     []string{"us-east-2a", "us-east-2b"},
			NAT:       network.NATNone,
			Endpoints: &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate}},
		})
		if err != nil {
			return err
		}
		proxy, err := network.NewEgressProxy(ctx, "proxy", &network.EgressProxyArgs{
			VpcID:          vpc.ID,
			VpcCIDR:        vpc.CIDR,
			Subnets:        vpc.PublicSubnets,
			LoadBalancer:   true,
			AMI:            pulumi.String("ami-0123456789abcdef0"),
			AllowedDomains: []string{".quay.io", ".redhat.com", ".openshift.com"},
			NoProxy:        vpc.NoProxy,
		})
		if err != nil {
			return err
		}
		ctx.Export("httpProxy", proxy.HTTPProxy)
		ctx.Export("noProxy", pulumi.ToStringArray(proxy.NoProxy))
		return nil
	})
}

// An office reaches the hosted control plane of a private cluster.
func ExampleNewPrivateLinkAccess() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		access, err := network.NewPrivateLinkAccess(ctx, "office", &network.PrivateLinkAccessArgs{
			VpcID:        pulumi.String("vpc-0123456789abcdef0"),
			ClusterName:  pulumi.String("demo"),
			ClusterID:    pulumi.String("2f0abcdefghijklmnopqrstuvwxyz012"),
			AllowedCIDRs: []string{"192.0.2.0/24"},
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", access.APIURL)
		return nil
	})
}

// The ranges of a cluster are checked against each other before anything is made.
func ExampleClusterNetwork() {
	ranges := network.ClusterNetwork{
		Kind:        network.RosaHCP,
		MachineCIDR: "10.0.0.0/16",
		PodCIDR:     "10.0.128.0/18",
		Nodes:       60,
	}
	fmt.Println(ranges.NodeLimit())
	fmt.Println(ranges.Validate())
	// Output:
	// 32
	// network.ClusterNetwork.PodCIDR: 10.0.128.0/18 overlaps 10.0.0.0/16 of network.ClusterNetwork.MachineCIDR; choose ranges that do not overlap
	// network.ClusterNetwork.PodCIDR: 10.0.128.0/18 holds the shares (/23) of 32 nodes; 60 nodes need /17 or larger
}
