package topology_test

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

// A program that has never been deployed is drawn from its mocks.
func ExampleRead() {
	rec := mocks.New(mocks.Project("shop"))
	err := rec.Run(func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "shop", &network.VpcArgs{
			InfraID: "shop-x7k2p",
			CIDR:    "10.42.0.0/16",
			Zones:   []string{"us-east-2a"},
		})
		return err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	export, err := rec.Export()
	if err != nil {
		fmt.Println(err)
		return
	}
	cluster, err := topology.Read(export)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(cluster.Mermaid())
	// Output:
	// flowchart LR
	//   subgraph vpc0 ["VPC 10.42.0.0/16<br>shop-x7k2p-vpc"]
	//     subgraph vpc0_zone0 ["us-east-2a"]
	//       subgraph vpc0_zone0_public ["public subnet 10.42.16.0/22"]
	//         direction TB
	//         n1["NAT gateway"]
	//       end
	//       subgraph vpc0_zone0_private ["private subnet 10.42.0.0/20"]
	//         direction TB
	//       end
	//     end
	//   end
	//   n2["<b>VPC endpoints</b><br>s3 (gateway)"]
}
