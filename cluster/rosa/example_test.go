package rosa_test

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const roleARN = "arn:aws:iam::123456789012:role/demo-"

// An internal cluster in two zones with an autoscaled machine pool. Packages network and iam register the subnets and
// the roles.
func ExampleNewHCP() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		private := []network.Subnet{
			{ID: pulumi.String("subnet-0a1b2c3d4e5f6a7b8"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
			{ID: pulumi.String("subnet-0b1c2d3e4f5a6b7c8"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
		}
		demo, err := rosa.NewHCP(ctx, "demo", &rosa.HCPArgs{
			Name:      "demo",
			AccountID: pulumi.String("123456789012"),
			Version:   &rosa.VersionArgs{Version: "4.18.5"},
			STS: &rosa.STSArgs{
				InstallerRoleARN:   pulumi.String(roleARN + "HCP-ROSA-Installer-Role"),
				SupportRoleARN:     pulumi.String(roleARN + "HCP-ROSA-Support-Role"),
				WorkerRoleARN:      pulumi.String(roleARN + "HCP-ROSA-Worker-Role"),
				OperatorRolePrefix: pulumi.String("demo"),
				OIDCConfigID:       pulumi.String("2a3b4c5d6e7f8g9h"),
			},
			PrivateSubnets: private,
			Scope:          network.Internal,
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", demo.APIURL)
		_, err = rosa.NewMachinePool(ctx, "general", &rosa.MachinePoolArgs{
			ClusterID:    demo.ID,
			Name:         "general",
			InstanceType: "m5.xlarge",
			Autoscaling:  &rosa.AutoscalingArgs{Min: 2, Max: 4},
			HCP: &rosa.HCPPoolArgs{
				SubnetID:            private[0].ID,
				Version:             "4.18.5",
				ControlPlaneVersion: "4.18.5",
			},
		})
		return err
	})
}

// A cluster in three zones of a VPC that the installer creates.
func ExampleNewClassic() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		demo, err := rosa.NewClassic(ctx, "demo", &rosa.ClassicArgs{
			Name:      "demo",
			Region:    "us-east-2",
			AccountID: pulumi.String("123456789012"),
			MultiAZ:   true,
			STS: &rosa.STSArgs{
				InstallerRoleARN:    pulumi.String(roleARN + "Installer-Role"),
				SupportRoleARN:      pulumi.String(roleARN + "Support-Role"),
				WorkerRoleARN:       pulumi.String(roleARN + "Worker-Role"),
				ControlPlaneRoleARN: pulumi.String(roleARN + "ControlPlane-Role"),
				OperatorRolePrefix:  pulumi.String("demo"),
				OIDCConfigID:        pulumi.String("2a3b4c5d6e7f8g9h"),
			},
			Workers: &rosa.WorkersArgs{Autoscaling: &rosa.AutoscalingArgs{Min: 3, Max: 9}},
		})
		if err != nil {
			return err
		}
		_, err = rosa.NewAutoscaler(ctx, "demo", &rosa.AutoscalerArgs{
			ClusterID:     demo.ID,
			MaxNodesTotal: 30,
			Classic:       &rosa.ClassicAutoscalerArgs{BalanceSimilarNodeGroups: new(true)},
		})
		return err
	})
}

// A machine pool for builds, with more processes per pod and a taint that repels other pods.
func ExampleNewMachinePool() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		id := pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn")
		pids, err := rosa.NewKubeletConfig(ctx, "pids", &rosa.KubeletConfigArgs{
			ClusterID:    id,
			Name:         "pids",
			PodPidsLimit: 16384,
		})
		if err != nil {
			return err
		}
		_, err = rosa.NewMachinePool(ctx, "builds", &rosa.MachinePoolArgs{
			ClusterID:    id,
			Name:         "builds",
			InstanceType: "c5.4xlarge",
			Replicas:     new(3),
			Taints:       []rosa.Taint{{Key: "example.com/builds", Effect: "NoSchedule"}},
			HCP:          &rosa.HCPPoolArgs{SubnetID: pulumi.String("subnet-0a1b2c3d4e5f6a7b8"), KubeletConfig: pids.Name},
		})
		return err
	})
}

// An administrator who can be removed: remove the component and run pulumi up.
func ExampleNewIdentityProvider() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := rosa.NewIdentityProvider(ctx, "admins", &rosa.IdentityProviderArgs{
			ClusterID: pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			Name:      "admins",
			HTPasswd: &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{
				{Username: "ann", Password: config.New(ctx, "").RequireSecret("annsPassword")},
			}},
			ClusterAdmins: []string{"ann"},
		})
		return err
	})
}

// The ingress of an internal cluster, reachable from the internet.
func ExampleNewIngress() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := rosa.NewIngress(ctx, "default", &rosa.IngressArgs{
			ClusterID: pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			HCP:       &rosa.HCPIngressArgs{Scope: network.External},
		})
		return err
	})
}

// The audit log of the API server goes to a bucket.
func ExampleNewLogForwarder() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := rosa.NewLogForwarder(ctx, "audit", &rosa.LogForwarderArgs{
			ClusterID:    pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			S3:           &rosa.LogBucketArgs{Bucket: pulumi.String("demo-logs"), Prefix: "demo"},
			Applications: []string{"kube-apiserver"},
		})
		return err
	})
}

// A kubeconfig for a cluster with external authentication, valid for eight hours.
func ExampleNewBreakGlassCredential() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		emergency, err := rosa.NewBreakGlassCredential(ctx, "emergency", &rosa.BreakGlassCredentialArgs{
			ClusterID:          pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			Username:           "emergency",
			ExpirationDuration: 8 * time.Hour,
		})
		if err != nil {
			return err
		}
		ctx.Export("kubeconfig", emergency.Kubeconfig)
		return nil
	})
}

// A cluster without access to the internet pulls a team's images from ECR.
func ExampleNewImageMirror() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := rosa.NewImageMirror(ctx, "team", &rosa.ImageMirrorArgs{
			ClusterID: pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			Source:    "quay.io/team",
			Mirrors:   []string{"123456789012.dkr.ecr.us-east-2.amazonaws.com/team"},
		})
		return err
	})
}

// The role with which the console of OpenShift Cluster Manager sees the account.
func ExampleNewOCMRoleLink() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := rosa.NewOCMRoleLink(ctx, "ocm", &rosa.OCMRoleLinkArgs{
			RoleARN: pulumi.String("arn:aws:iam::123456789012:role/ManagedOpenShift-OCM-Role-1"),
		})
		return err
	})
}

// The base domain of a cluster in a VPC of another account, whose hosted zones are created before the cluster.
func ExampleNewDNSDomain() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		domain, err := rosa.NewDNSDomain(ctx, "base", &rosa.DNSDomainArgs{})
		if err != nil {
			return err
		}
		ctx.Export("ingressZone", pulumi.Sprintf("rosa.demo.%s", domain.Name))
		return nil
	})
}
