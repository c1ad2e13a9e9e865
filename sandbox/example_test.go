package sandbox_test

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
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

// A test runs the program through the Pulumi engine: an update, and what a second one would change.
func ExampleNew() {
	box, err := sandbox.New(sandbox.Options{
		Project: "shop",
		Program: shop,
		Dir:     ".sandbox/test",
		Config:  map[string]string{"aws:region": "us-east-2"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := box.Up(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	again, err := box.Up(context.Background())
	fmt.Println(again.Changed(), err)
}

// A test shows what an update leaves behind when AWS rejects a creation.
func ExampleFault() {
	box, err := sandbox.New(sandbox.Options{
		Project: "shop",
		Program: shop,
		Dir:     ".sandbox/test",
		Config:  map[string]string{"aws:region": "us-east-2"},
		Faults: []sandbox.Fault{
			{Type: "aws:ec2/natGateway:NatGateway", Operation: "create", Error: sandbox.Throttled, Times: 3},
			{Type: "aws:ec2/vpcEndpoint:VpcEndpoint", Operation: "create", Error: sandbox.Denied},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = box.Up(context.Background())
	fmt.Println(err)
}
