package cluster_test

import (
	"fmt"
	"os"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
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

// A control plane in three zones of an existing VPC. The provider's objects are created after the control plane and
// deleted
// before it.
func ExampleNewControlPlane() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		controlPlane, err := cluster.NewControlPlane(ctx, install.ClusterName, &cluster.ControlPlaneArgs{
			Install: install,
			Stage:   cluster.StageBootstrap,
			Network: network.Network{
				ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(),
				PublicSubnets: []network.Subnet{
					{ID: pulumi.String("subnet-0aaaaaaaaaaaaaaaa"), Zone: "us-east-2a", CIDR: "10.0.0.0/24"},
					{ID: pulumi.String("subnet-0bbbbbbbbbbbbbbbb"), Zone: "us-east-2b", CIDR: "10.0.1.0/24"},
					{ID: pulumi.String("subnet-0cccccccccccccccc"), Zone: "us-east-2c", CIDR: "10.0.2.0/24"},
				},
				PrivateSubnets: []network.Subnet{
					{ID: pulumi.String("subnet-1aaaaaaaaaaaaaaaa"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
					{ID: pulumi.String("subnet-1bbbbbbbbbbbbbbbb"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
					{ID: pulumi.String("subnet-1cccccccccccccccc"), Zone: "us-east-2c", CIDR: "10.0.48.0/20"},
				},
			},
			AMI:                      pulumi.String("ami-0123456789abcdef0"),
			InstanceProfile:          pulumi.String("demo-x7k2p-master-profile"),
			BootstrapInstanceProfile: pulumi.String("demo-x7k2p-bootstrap-profile"),
			SecurityGroupIDs: pulumi.StringArray{
				pulumi.String("sg-00000000000000001"),
				pulumi.String("sg-00000000000000002"),
				pulumi.String("sg-00000000000000003"),
			},
			APIServerLBSecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-00000000000000004")},
			PublicZoneID:                pulumi.String("Z0123456789ABCDEFGHIJ"),
			APIAllowedCIDRs:             []string{"203.0.113.0/24"},
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", controlPlane.APIURL)
		_, err = cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String(install.ClusterID),
			Kubeconfig:        controlPlane.Kubeconfig,
		})
		return err
	})
}

// Three machines in a region where the account has two zones: two of them are in us-west-1a.
func ExampleNewControlPlane_twoZones() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		vpc, err := network.NewVpc(ctx, install.ClusterName, &network.VpcArgs{
			InfraID: install.InfraID,
			Zones:   []string{"us-west-1a", "us-west-1c"},
		})
		if err != nil {
			return err
		}
		args := controlPlaneArgs(install)
		args.Network = vpc.Network
		args.MachineZones = []string{"us-west-1a", "us-west-1a", "us-west-1c"}
		_, err = cluster.NewControlPlane(ctx, install.ClusterName, args)
		return err
	})
}

// The provider of a cluster that another program created, and a component inside that cluster.
func ExampleNewKubernetesProvider() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			Kubeconfig: config.New(ctx, "").RequireSecret("kubeconfig"),
		})
		if err != nil {
			return err
		}
		_, err = machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{
			Name: "infra",
		}, pulumi.Provider(provider))
		return err
	})
}

// controlPlaneArgs returns arguments for a control plane in one zone.
func controlPlaneArgs(install *cluster.InstallDir) *cluster.ControlPlaneArgs {
	return &cluster.ControlPlaneArgs{
		Install: install,
		Stage:   cluster.StageCluster,
		Network: network.Network{
			ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(),
			PublicSubnets: []network.Subnet{
				{ID: pulumi.String("subnet-0aaaaaaaaaaaaaaaa"), Zone: "us-east-2a", CIDR: "10.0.0.0/24"},
			},
			PrivateSubnets: []network.Subnet{
				{ID: pulumi.String("subnet-1aaaaaaaaaaaaaaaa"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
			},
		},
		AMI:             pulumi.String("ami-0123456789abcdef0"),
		InstanceProfile: pulumi.String("demo-x7k2p-master-profile"),
		SecurityGroupIDs: pulumi.StringArray{
			pulumi.String("sg-00000000000000001"),
			pulumi.String("sg-00000000000000002"),
			pulumi.String("sg-00000000000000003"),
		},
		APIServerLBSecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-00000000000000004")},
		PublicZoneID:                pulumi.String("Z0123456789ABCDEFGHIJ"),
	}
}

// The machines boot the image of the installer's release, and the team that operates the cluster has its own load
// balancer.
func ExampleNewControlPlane_operators() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		stream, err := os.ReadFile("stream.json")
		if err != nil {
			return err
		}
		args := controlPlaneArgs(install)
		args.AMI, args.StreamJSON = nil, stream
		args.Scope = network.Internal
		args.OperatorLoadBalancers = map[string]cluster.OperatorLoadBalancer{
			"sre": {AllowedCIDRs: []string{"203.0.113.0/24"}},
		}
		controlPlane, err := cluster.NewControlPlane(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("sre", controlPlane.OperatorLoadBalancerDNSNames.MapIndex(pulumi.String("sre")))
		return nil
	})
}

// The provider's objects are created when the API is ready.
func ExampleWaitForAPI_controlPlane() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		controlPlane, err := cluster.NewControlPlane(ctx, "demo", controlPlaneArgs(install))
		if err != nil {
			return err
		}
		kubeconfig, err := cluster.WaitForAPI(ctx, controlPlane.Kubeconfig,
			&cluster.WaitArgs{Timeout: 30 * time.Minute})
		if err != nil {
			return err
		}
		_, err = cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String(install.ClusterID),
			Kubeconfig:        kubeconfig,
		})
		return err
	})
}

// For a cluster of another program.
func ExampleWaitForAPI() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		kubeconfig, err := cluster.WaitForAPI(ctx, config.New(ctx, "").RequireSecret("kubeconfig"), nil)
		if err != nil {
			return err
		}
		_, err = cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String(ctx.Stack()),
			Kubeconfig:        kubeconfig,
		})
		return err
	})
}

// Routers, registry and monitoring move to infra nodes that are ready.
func ExampleWaitForNodes() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		kubeconfig, err := cluster.WaitForNodes(ctx, config.New(ctx, "").RequireSecret("kubeconfig"),
			&cluster.WaitForNodesArgs{Role: "infra", Count: 3})
		if err != nil {
			return err
		}
		_, err = cluster.NewKubernetesProvider(ctx, "placement", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String("demo"),
			Kubeconfig:        kubeconfig,
		})
		return err
	})
}
