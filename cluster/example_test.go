package cluster_test

import (
	"fmt"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func ExampleLoadInstallDir() {
	install, err := cluster.LoadInstallDir("../examples/classic/install-dir", cluster.AllowExpiredIgnition())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(install.InfraID, install.Domain, install.Region)
	// Output: demo-x7k2p demo.example.com us-east-2
}

// A control plane in three zones of a VPC that is there already. Whatever is made through the provider comes after
// the control plane and goes before it.
func ExampleNewControlPlane() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		controlPlane, err := cluster.NewControlPlane(ctx, install.ClusterName, &cluster.ControlPlaneArgs{
			Install: install,
			Stage:   cluster.StageBootstrap,
			VpcID:   pulumi.String("vpc-0123456789abcdef0"),
			PublicSubnets: []network.Subnet{
				{ID: pulumi.String("subnet-0a"), Zone: "us-east-2a", CIDR: "10.0.0.0/24"},
				{ID: pulumi.String("subnet-0b"), Zone: "us-east-2b", CIDR: "10.0.1.0/24"},
				{ID: pulumi.String("subnet-0c"), Zone: "us-east-2c", CIDR: "10.0.2.0/24"},
			},
			PrivateSubnets: []network.Subnet{
				{ID: pulumi.String("subnet-1a"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
				{ID: pulumi.String("subnet-1b"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
				{ID: pulumi.String("subnet-1c"), Zone: "us-east-2c", CIDR: "10.0.48.0/20"},
			},
			AMI:                         pulumi.String("ami-0123456789abcdef0"),
			InstanceProfile:             pulumi.String("demo-x7k2p-master-profile"),
			BootstrapInstanceProfile:    pulumi.String("demo-x7k2p-bootstrap-profile"),
			SecurityGroupIDs:            pulumi.StringArray{pulumi.String("sg-controlplane"), pulumi.String("sg-node"), pulumi.String("sg-lb")},
			APIServerLBSecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-apiserver-lb")},
			PublicZoneID:                pulumi.String("Z0123456789ABCDEFGHIJ"),
			APIAllowedCIDRs:             []string{"203.0.113.0/24"},
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", controlPlane.APIURL)
		_, err = kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{Kubeconfig: controlPlane.Kubeconfig})
		return err
	})
}

// A pool for infra nodes that updates one node in ten at a time, and a slower pool of workers.
func ExampleNewMachineConfigPool() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		if _, err := cluster.NewMachineConfigPool(ctx, "infra", &cluster.MachineConfigPoolArgs{
			Name:           "infra",
			MaxUnavailable: "10%",
		}); err != nil {
			return err
		}
		_, err := cluster.NewMachineConfigPool(ctx, "worker", &cluster.MachineConfigPoolArgs{
			Name:           "worker",
			MaxUnavailable: "1",
		})
		return err
	})
}
