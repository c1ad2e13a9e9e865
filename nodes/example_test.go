package nodes_test

import (
	"fmt"
	"time"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func ExampleNewInfraMachineSet() {
	program := func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "demo", &kubernetes.ProviderArgs{
			ClusterIdentifier: pulumi.String(ctx.Stack()),
			Kubeconfig:        pulumi.String("install-dir/auth/kubeconfig"),
		})
		if err != nil {
			return err
		}
		replicas := 2
		infra, err := nodes.NewInfraMachineSet(ctx, "demo", &nodes.MachineSetArgs{
			InfraID: "demo-x7k2p",
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

func ExampleNewWorkerMachineSet() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewWorkerMachineSet(ctx, "gpu", &nodes.MachineSetArgs{
			InfraID:          "demo-x7k2p",
			Pool:             "gpu",
			Subnets:          []network.Subnet{{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"}},
			Autoscaling:      &nodes.MachineAutoscalingArgs{MinPerZone: 0, MaxPerZone: 4},
			AMI:              pulumi.String("ami-0123456789abcdef0"),
			InstanceType:     "g4dn.xlarge",
			GPU:              &nodes.GPUArgs{Accelerator: "nvidia-t4"},
			Spot:             &nodes.SpotArgs{},
			SecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0123456789abcdef0", "sg-0123456789abcdef1"}),
			InstanceProfile:  pulumi.String("demo-x7k2p-worker"),
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program), len(rec.OfType("kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler")))
	// Output: <nil> 1
}

func ExampleNewClusterAutoscaler() {
	program := func(ctx *pulumi.Context) error {
		most := 24
		_, err := nodes.NewClusterAutoscaler(ctx, "demo", &nodes.ClusterAutoscalerArgs{
			MaxNodesTotal: &most,
			GPULimits:     []nodes.GPULimit{{Type: "nvidia-t4", Max: 4}},
			ScaleDown:     &nodes.ScaleDownArgs{UnneededTime: 5 * time.Minute, UtilizationThreshold: 0.4},
			Expanders:     []string{"LeastWaste"},
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleNewMachineAutoscaler() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewMachineAutoscaler(ctx, "installed", &nodes.MachineAutoscalerArgs{
			Name:       "demo-x7k2p-worker-us-east-2a",
			MachineSet: pulumi.String("demo-x7k2p-worker-us-east-2a"), // one that the installer made
			Min:        1,
			Max:        6,
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleNewMachineHealthCheck() {
	program := func(ctx *pulumi.Context) error {
		startup := 20 * time.Minute
		_, err := nodes.NewMachineHealthCheck(ctx, "workers", &nodes.MachineHealthCheckArgs{
			Name:               "workers",
			Pools:              []string{"worker", "infra"},
			NodeStartupTimeout: &startup,
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleNewCSRApprover() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewCSRApprover(ctx, "approver", &nodes.CSRApproverArgs{
			InfraID:    "demo-x7k2p",
			GroupNames: pulumi.StringArray{pulumi.String("demo-spot-group")}, // nodes.WorkerPool's GroupName
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleNewClusterAutoscalerASG() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewClusterAutoscalerASG(ctx, "autoscaler", &nodes.ClusterAutoscalerASGArgs{
			InfraID: "demo-x7k2p",
			Role: &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(
				"arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com",
			)},
			Expanders: []string{"least-waste"},
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleNewTerminationHandler() {
	program := func(ctx *pulumi.Context) error {
		_, err := nodes.NewTerminationHandler(ctx, "drain", &nodes.TerminationHandlerArgs{
			InfraID: "demo-x7k2p",
			QueueURL: pulumi.String(
				"https://sqs.us-east-2.amazonaws.com/123456789012/drain",
			), // nodes.WorkerPool's DrainQueueURL
		})
		return err
	}
	rec := mocks.New(mocks.Config(map[string]string{"kubernetes:context": "demo"}))
	fmt.Println(rec.Run(program))
	// Output: <nil>
}

func ExampleAMI() {
	stream := []byte(`{"stream": "rhel-9.6", "architectures": {"x86_64": {"images": {"aws": {"regions": {
		"us-east-2": {"image": "ami-0123456789abcdef0"}}}}}}}`)
	fmt.Println(nodes.AMI(stream, "us-east-2", "amd64"))
	// Output: ami-0123456789abcdef0 <nil>
}

func ExampleCloudInit311() {
	program := func(ctx *pulumi.Context) error {
		userData, err := nodes.CloudInit311(
			&nodes.CloudInit311Args{BootstrapKubeconfig: pulumi.String("apiVersion: v1")},
		)
		if err != nil {
			return err
		}
		_, err = nodes.NewWorkerPool(ctx, "compute", &nodes.WorkerPoolArgs{
			InfraID:          "demo",
			Subnets:          []network.Subnet{{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a"}},
			AMI:              pulumi.String("ami-0123456789abcdef0"), // the prepared image
			Max:              4,
			SecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0123456789abcdef0"}),
			InstanceProfile:  pulumi.String("demo-worker"),
			CloudInit:        userData,
			AllowIMDSv1:      true, // the kubelet of OpenShift 3.11 does not support IMDSv2
		})
		return err
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}
