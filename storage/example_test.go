package storage_test

import (
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// A bucket whose images may go with it.
func ExampleNewRegistryBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewRegistryBucket(ctx, "demo", &storage.RegistryBucketArgs{
			InfraID:      "demo-x7k2p",
			ForceDestroy: true,
		})
		if err != nil {
			return err
		}
		ctx.Export("registryBucket", bucket.Name)
		return nil
	})
}

// The registry on its bucket and on infra nodes.
func ExampleNewImageRegistry() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		bucket, err := storage.NewRegistryBucket(ctx, "demo", &storage.RegistryBucketArgs{InfraID: "demo-x7k2p"})
		if err != nil {
			return err
		}
		_, err = storage.NewImageRegistry(ctx, "demo", &storage.ImageRegistryArgs{
			Bucket:    bucket.Name,
			Region:    "us-east-2",
			Placement: storage.InfraNodes(),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Monitoring on infra nodes, with metrics of 30 days on volumes of 200 GiB.
func ExampleNewMonitoringStorage() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := storage.NewMonitoringStorage(ctx, "demo", &storage.MonitoringStorageArgs{
			PrometheusVolumeGiB: 200,
			Retention:           "30d",
			Placement:           storage.InfraNodes(),
		})
		return err
	})
}
