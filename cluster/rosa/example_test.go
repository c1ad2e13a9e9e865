package cluster_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const roleARN = "arn:aws:iam::123456789012:role/demo-"

// A private cluster in two zones, and a machine pool that follows the load. Packages network and iam make what is named here.
func ExampleNewRosaHCP() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		private := []network.Subnet{
			{ID: pulumi.String("subnet-1a"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
			{ID: pulumi.String("subnet-1b"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
		}
		demo, err := cluster.NewRosaHCP(ctx, "demo", &cluster.RosaHCPArgs{
			Name:      "demo",
			Region:    "us-east-2",
			AccountID: pulumi.String("123456789012"),
			Version:   cluster.RosaVersionArgs{Version: "4.18.5"},
			STS: cluster.RosaSTSArgs{
				InstallerRoleARN:   pulumi.String(roleARN + "HCP-ROSA-Installer-Role"),
				SupportRoleARN:     pulumi.String(roleARN + "HCP-ROSA-Support-Role"),
				WorkerRoleARN:      pulumi.String(roleARN + "HCP-ROSA-Worker-Role"),
				OperatorRolePrefix: pulumi.String("demo"),
				OIDCConfigID:       pulumi.String("2a3b4c5d6e7f8g9h"),
			},
			PrivateSubnets: private,
			Private:        true,
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", demo.APIURL)
		_, err = cluster.NewRosaMachinePool(ctx, "general", &cluster.RosaMachinePoolArgs{
			ClusterID:    demo.ID,
			Name:         "general",
			InstanceType: pulumi.String("m5.xlarge"),
			Autoscaling:  &cluster.RosaAutoscalingArgs{Min: 2, Max: 4},
			HCP: &cluster.RosaHCPPoolArgs{
				SubnetID:            private[0].ID,
				Version:             "4.18.5",
				ControlPlaneVersion: "4.18.5",
			},
		})
		return err
	})
}

// A cluster over three zones of a VPC that the installer makes.
func ExampleNewRosaClassic() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		demo, err := cluster.NewRosaClassic(ctx, "demo", &cluster.RosaClassicArgs{
			Name:      "demo",
			Region:    "us-east-2",
			AccountID: pulumi.String("123456789012"),
			MultiAZ:   true,
			STS: cluster.RosaSTSArgs{
				InstallerRoleARN:    pulumi.String(roleARN + "Installer-Role"),
				SupportRoleARN:      pulumi.String(roleARN + "Support-Role"),
				WorkerRoleARN:       pulumi.String(roleARN + "Worker-Role"),
				ControlPlaneRoleARN: pulumi.String(roleARN + "ControlPlane-Role"),
				OperatorRolePrefix:  pulumi.String("demo"),
				OIDCConfigID:        pulumi.String("2a3b4c5d6e7f8g9h"),
			},
			Workers: cluster.RosaWorkersArgs{Autoscaling: &cluster.RosaAutoscalingArgs{Min: 3, Max: 9}},
		})
		if err != nil {
			return err
		}
		_, err = cluster.NewRosaAutoscaler(ctx, "demo", &cluster.RosaAutoscalerArgs{
			ClusterID: demo.ID, MaxNodesTotal: 30, Classic: &cluster.RosaClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)},
		})
		return err
	})
}

// Machines for builds, with more processes to a pod and a taint that keeps others away.
func ExampleNewRosaMachinePool() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		id := pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn")
		pids, err := cluster.NewRosaKubeletConfig(
			ctx,
			"pids",
			&cluster.RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 16384},
		)
		if err != nil {
			return err
		}
		replicas := 3
		_, err = cluster.NewRosaMachinePool(ctx, "builds", &cluster.RosaMachinePoolArgs{
			ClusterID:    id,
			Name:         "builds",
			InstanceType: pulumi.String("c5.4xlarge"),
			Replicas:     &replicas,
			Taints:       []cluster.RosaTaint{{Key: "example.com/builds", Effect: "NoSchedule"}},
			HCP:          &cluster.RosaHCPPoolArgs{SubnetID: pulumi.String("subnet-1a"), KubeletConfig: pids.Name},
		})
		return err
	})
}

// An administrator who can go again: take the component out and run pulumi up.
func ExampleNewRosaIdentityProvider() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := cluster.NewRosaIdentityProvider(ctx, "admins", &cluster.RosaIdentityProviderArgs{
			ClusterID: pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			Name:      "admins",
			HTPasswd: &cluster.RosaHTPasswdArgs{Users: []cluster.RosaHTPasswdUser{
				{Username: "ann", Password: config.New(ctx, "").RequireSecret("annsPassword")},
			}},
			ClusterAdmins: []string{"ann"},
		})
		return err
	})
}

// The ingress of a private cluster, opened to the internet.
func ExampleNewRosaIngress() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := cluster.NewRosaIngress(ctx, "default", &cluster.RosaIngressArgs{
			ClusterID: pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			HCP:       &cluster.RosaHCPIngressArgs{Listening: cluster.RosaListeningExternal},
		})
		return err
	})
}
