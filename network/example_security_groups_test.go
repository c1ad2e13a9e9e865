package network_test

import (
	"fmt"

	awsvpc "github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// The groups of a cluster, with a rule of one's own: an office's monitoring reaches the nodes' metrics.
func ExampleNewSecurityGroups() {
	program := func(ctx *pulumi.Context) error {
		groups, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{
			InfraID: "demo-x7k2p",
			VpcID:   pulumi.String("vpc-0123456789abcdef0"),
			VpcCIDR: "10.0.0.0/16",
		})
		if err != nil {
			return err
		}
		_, err = awsvpc.NewSecurityGroupIngressRule(ctx, "metrics", &awsvpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId: groups.NodeID,
			Description:     pulumi.String("Metrics for the office"),
			IpProtocol:      pulumi.String("tcp"),
			FromPort:        pulumi.Int(9100),
			ToPort:          pulumi.Int(9100),
			CidrIpv4:        pulumi.String("192.0.2.0/24"),
		})
		ctx.Export("workers", groups.WorkerMachine())
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	for _, group := range rec.OfType("aws:ec2/securityGroup:SecurityGroup") {
		fmt.Println(group.Name)
	}
	// Output:
	// <nil>
	// demo-apiserver-lb
	// demo-controlplane
	// demo-lb
	// demo-node
}
