package nodes_test

import (
	"fmt"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func ExampleNewInfraMachineSet() {
	program := func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "demo", &kubernetes.ProviderArgs{Kubeconfig: pulumi.String("auth/kubeconfig")})
		if err != nil {
			return err
		}
		replicas := 2
		infra, err := nodes.NewInfraMachineSet(ctx, "demo", &nodes.InfraMachineSetArgs{
			InfraID: "demo-x7k2p",
			Region:  "us-east-2",
			Subnets: []network.Subnet{
				{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"},
				{ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2b"},
			},
			ReplicasPerZone:  &replicas,
			AMI:              pulumi.String("ami-0123456789abcdef0"),
			SecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0123456789abcdef0", "sg-0123456789abcdef1"}),
			InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("first", infra.MachineSetNames.MapIndex(pulumi.String("us-east-2a")))
		return nil
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), rec.Outputs()["first"])
	// Output: <nil> demo-x7k2p-infra-us-east-2a
}

func ExampleNewWorkerPool() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewWorkerPool(ctx, "demo-spot", &nodes.WorkerPoolArgs{
			InfraID: "demo-x7k2p",
			Subnets: []network.Subnet{
				{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"},
				{ID: pulumi.String("subnet-0123456789abcdef1"), Zone: "us-east-2b"},
			},
			AMI:              pulumi.String("ami-0123456789abcdef0"),
			Min:              0,
			Max:              10,
			Spot:             &nodes.SpotArgs{MaxPrice: "0.10"},
			SecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0123456789abcdef0", "sg-0123456789abcdef1"}),
			InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
			Ignition:         pulumi.String(`{"ignition":{"version":"3.2.0"}}`), // cluster.InstallDir's WorkerIgnition
		})
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), len(rec.OfType("aws:autoscaling/group:Group")))
	// Output: <nil> 1
}
