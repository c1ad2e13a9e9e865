package commands_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/commands"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// shop is the program of a stack: the network of a cluster.
func shop(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "shop", &network.VpcArgs{
		InfraID: "shop-x7k2p",
		CIDR:    "10.42.0.0/16",
		Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
	})
	if err != nil {
		return err
	}
	ctx.Export("vpcId", vpc.ID)
	return nil
}

// The main function of an ordinary Pulumi program that also has commands: `go run . up` creates its resources in the
// sandbox.
func ExampleMain() {
	commands.Main("shop", shop, map[string]string{"aws:region": "us-east-2"})
}
