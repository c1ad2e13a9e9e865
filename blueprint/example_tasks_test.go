package blueprint_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A cluster whose API and routers only its VPC and one office reach, with a host for administrators.
func ExampleNewROSAHCP_private() {
	program := func(ctx *pulumi.Context) error {
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version:           "4.18.5",
			Zones:             []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			Scope:             network.Internal,
			JumpHost:          &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")},
			PrivateLinkAccess: &network.PrivateLinkAccessArgs{AllowedCIDRs: []string{"10.0.0.0/16", "192.0.2.0/24"}},
		})
		return err
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}

// The VPC has one zone more than the cluster, whose own zones cannot change. A machine pool uses it.
func ExampleNewROSAHCP_anotherZone() {
	program := func(ctx *pulumi.Context) error {
		demo, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b"},
			Vpc:     &network.VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}},
		})
		if err != nil {
			return err
		}
		_, err = rosa.NewMachinePool(ctx, "third", &rosa.MachinePoolArgs{
			ClusterID:    demo.ClusterID,
			Name:         "third",
			InstanceType: "m5.xlarge",
			Replicas:     new(2),
			HCP:          &rosa.HCPPoolArgs{SubnetID: demo.Network.InZones("us-east-2c").PrivateSubnets[0].ID},
		})
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	for _, cluster := range rec.OfType("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		fmt.Println(cluster.Inputs["availabilityZones"])
	}
	// Output:
	// <nil>
	// [us-east-2a us-east-2b]
}
