package cluster_test

import (
	"fmt"
	"os"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

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

// inCluster is the option of the components inside the cluster in the following examples: pulumi.Provider of a
// KubernetesProvider.
var inCluster pulumi.ResourceOption

// The provider of a cluster that another program created, and a component inside that cluster.
func ExampleNewKubernetesProvider() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			Kubeconfig: config.New(ctx, "").RequireSecret("kubeconfig"),
		})
		if err != nil {
			return err
		}
		_, err = cluster.NewMachineConfigPool(ctx, "infra", &cluster.MachineConfigPoolArgs{
			Name: "infra",
		}, pulumi.Provider(provider))
		return err
	})
}

// A pool for infra nodes that updates one node in ten at a time, and a slower pool of workers.
func ExampleNewMachineConfigPool() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		if _, err := cluster.NewMachineConfigPool(ctx, "infra", &cluster.MachineConfigPoolArgs{
			Name:           "infra",
			MaxUnavailable: "10%",
		}, inCluster); err != nil {
			return err
		}
		_, err := cluster.NewMachineConfigPool(ctx, "worker", &cluster.MachineConfigPoolArgs{
			Name:           "worker",
			MaxUnavailable: "1",
		}, inCluster)
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

// All workers synchronize their time with AWS instead of the internet.
func ExampleNewMachineConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := cluster.NewMachineConfig(ctx, "chrony", &cluster.MachineConfigArgs{
			Name: "99-worker-chrony",
			Pool: "worker",
			Files: []cluster.MachineConfigFile{{
				Path: "/etc/chrony.conf",
				Contents: pulumi.String(
					"server 169.254.169.123 prefer iburst minpoll 4 maxpoll 4\ndriftfile /var/lib/chrony/drift\nmakestep 1.0 " +
						"3\nrtcsync\n",
				),
			}},
			Units: []cluster.SystemdUnit{{
				Name:    "chronyd.service",
				Dropins: []cluster.SystemdDropin{{Name: "10-restart.conf", Contents: "[Service]\nRestart=always\n"}},
			}},
		}, inCluster)
		return err
	})
}

// Infra nodes run few, large pods.
func ExampleNewKubeletConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		maxPods := 100
		_, err := cluster.NewKubeletConfig(ctx, "infra", &cluster.KubeletConfigArgs{
			Name:           "infra",
			Pool:           "infra",
			MaxPods:        &maxPods,
			SystemReserved: map[string]string{"cpu": "1", "memory": "2Gi"},
		}, inCluster)
		return err
	})
}

func ExampleNewContainerRuntimeConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := cluster.NewContainerRuntimeConfig(ctx, "worker", &cluster.ContainerRuntimeConfigArgs{
			Name:        "worker",
			Pool:        "worker",
			OverlaySize: "10Gi",
		}, inCluster)
		return err
	})
}

// From 4.16 to 4.18 with one reboot of the workers, whose pool is paused. When 4.17 runs everywhere else, the next
// `pulumi up` has Version 4.18.12, during which the pool stays paused, and the one after it resumes the pool.
func ExampleNewUpgrade() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		kubeconfig := config.New(ctx, "").RequireSecret("kubeconfig")
		provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			Kubeconfig: kubeconfig,
		})
		if err != nil {
			return err
		}
		_, err = cluster.NewUpgrade(ctx, "upgrade", &cluster.UpgradeArgs{
			Channel:     "eus-4.18",
			Version:     "4.17.30",
			PausedPools: map[string]pulumi.StringInput{"worker": pulumi.String("worker")},
			Wait:        &cluster.WaitArgs{Timeout: 2 * time.Hour},
			Kubeconfig:  kubeconfig,
		}, pulumi.Provider(provider))
		return err
	})
}

func ExampleNewProxy() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := cluster.NewProxy(ctx, "proxy", &cluster.ProxyArgs{
			HTTPProxy:  pulumi.String("http://proxy.example.com:3128"),
			HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
			NoProxy:    []string{".example.com"},
		}, inCluster)
		return err
	})
}

// Users' pods stay off the control plane.
func ExampleNewScheduler() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		schedulable := false
		_, err := cluster.NewScheduler(ctx, "scheduler", &cluster.SchedulerArgs{
			MastersSchedulable: &schedulable,
		}, inCluster)
		return err
	})
}

// Single sign-on, and a file of users in case it is not available.
func ExampleNewIdentityProviders() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		_, err := cluster.NewIdentityProviders(ctx, "login", &cluster.IdentityProvidersArgs{
			Providers: []cluster.IdentityProvider{
				{Name: "sso", OpenID: &cluster.OpenIDArgs{
					Issuer:       "https://sso.example.com/realms/main",
					ClientID:     pulumi.String("openshift"),
					ClientSecret: cfg.RequireSecret("ssoClientSecret"),
					Claims:       &cluster.OpenIDClaimsArgs{Groups: []string{"groups"}},
				}},
				{Name: "emergency", HTPasswd: &cluster.HTPasswdArgs{File: cfg.RequireSecret("htpasswd")}},
			},
		}, inCluster)
		return err
	})
}
