package storage_test

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
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
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
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

// Monitoring on infra nodes, with metrics of 30 days on volumes of 200 GiB that a key of one's own encrypts.
func ExampleNewMonitoringStorage() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:      pulumi.String(ctx.Stack()),
			Kubeconfig:             pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply:  pulumi.Bool(true),
			EnableConfigMapMutable: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		class, err := storage.NewStorageClass(ctx, "demo", &storage.StorageClassArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		_, err = storage.NewMonitoringStorage(ctx, "demo", &storage.MonitoringStorageArgs{
			PrometheusVolumeGiB: 200,
			StorageClass:        class.Name,
			Retention:           "30d",
			Placement:           storage.InfraNodes(),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Backups of applications by OADP, locked for a month and copied to another region.
func ExampleNewBackupBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		west, err := aws.NewProvider(ctx, "west", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
		if err != nil {
			return err
		}
		backups, err := storage.NewBackupBucket(ctx, "demo", &storage.BackupBucketArgs{
			InfraID:    "demo-x7k2p",
			Purpose:    "applications",
			Region:     "us-east-2",
			ObjectLock: &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30},
			Replica:    &storage.BackupReplicaArgs{Provider: west, Region: "us-west-2"},
			Writer: &storage.WriterArgs{
				OIDCProviderARN: pulumi.String(
					"arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com",
				),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("veleroRole", backups.WriterRoleARN)
		return nil
	})
}

// Volumes on a key of one's own, unless a claim says otherwise.
func ExampleNewStorageClass() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := storage.NewStorageClass(ctx, "demo", &storage.StorageClassArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
		})
		return err
	})
}

// Logs of two weeks on infra nodes and in a bucket.
func ExampleNewLogStore() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewLogBucket(ctx, "demo", &storage.LogBucketArgs{
			InfraID: "demo-x7k2p",
			Writer: &storage.WriterArgs{
				OIDCProviderARN: pulumi.String(
					"arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com",
				),
			},
		})
		if err != nil {
			return err
		}
		_, err = storage.NewLogStore(ctx, "demo", &storage.LogStoreArgs{
			Bucket:        bucket.Name,
			Region:        "us-east-2",
			RoleARN:       bucket.WriterRoleARN,
			StorageClass:  pulumi.String("gp3-csi"),
			RetentionDays: 14,
			Placement:     storage.InfraNodes(),
		})
		return err
	})
}

// A bucket for logs, which Loki reaches by a role.
func ExampleNewLogBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewLogBucket(ctx, "demo", &storage.LogBucketArgs{
			InfraID: "demo-x7k2p",
			Writer: &storage.WriterArgs{
				OIDCProviderARN: pulumi.String(
					"arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com",
				),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("lokiRole", bucket.WriterRoleARN)
		return nil
	})
}

// The registry's bucket with logs of who asked for what.
func ExampleNewAccessLogBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		logs, err := storage.NewAccessLogBucket(ctx, "demo", &storage.AccessLogBucketArgs{InfraID: "demo-x7k2p"})
		if err != nil {
			return err
		}
		_, err = storage.NewRegistryBucket(ctx, "demo", &storage.RegistryBucketArgs{
			InfraID:    "demo-x7k2p",
			AccessLogs: &storage.AccessLogsArgs{Bucket: logs.Name, Prefix: "registry/"},
		})
		return err
	})
}
