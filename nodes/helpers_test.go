package nodes_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const infraID = "demo-x7k2p"

func subnets(zones ...string) []network.Subnet {
	var list []network.Subnet
	for _, zone := range zones {
		list = append(
			list,
			network.Subnet{ID: pulumi.String("subnet-" + zone).ToStringOutput(), Zone: zone, CIDR: "10.0.0.0/20"},
		)
	}
	return list
}
