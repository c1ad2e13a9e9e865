package cluster_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// An installed cluster needs only a part of its install directory, which can be in the stack's configuration instead.
func ExampleInstallDir() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		install := &cluster.InstallDir{
			InfraID:        cfg.Require("infraId"),
			ClusterID:      cfg.Require("clusterId"),
			ClusterName:    cfg.Require("clusterName"),
			Domain:         cfg.Require("domain"),
			Region:         config.Require(ctx, "aws:region"),
			MasterIgnition: cfg.RequireSecret("masterIgnition"),
			WorkerIgnition: cfg.RequireSecret("workerIgnition"),
			Kubeconfig:     cfg.RequireSecret("kubeconfig"),
		}
		controlPlane, err := cluster.NewControlPlane(ctx, install.ClusterName, controlPlaneArgs(install))
		if err != nil {
			return err
		}
		_, err = cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			Kubeconfig:        controlPlane.Kubeconfig,
			ClusterIdentifier: pulumi.String(install.ClusterID),
		})
		return err
	})
}
