package cluster_test

import (
	"fmt"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// A pod range that is part of the VPC's, and too small for the nodes.
func ExampleNetworkArgs() {
	ranges := &cluster.NetworkArgs{
		MachineCIDR: "10.0.0.0/16",
		PodCIDR:     "10.0.128.0/18",
		Zones:       3,
		Nodes:       60,
	}
	fmt.Println(ranges.NodeLimit())
	fmt.Println(ranges.Validate())
	// Output:
	// 32
	// cluster.NetworkArgs.PodCIDR: 10.0.128.0/18 overlaps 10.0.0.0/16 (cluster.NetworkArgs.MachineCIDR)
	// cluster.NetworkArgs.PodCIDR: 10.0.128.0/18 has addresses for 32 nodes (/23 each); 60 nodes need /17 or larger
}
