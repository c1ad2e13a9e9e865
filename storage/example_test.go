package storage_test

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// A bucket that pulumi destroy deletes with its images.
func ExampleNewRegistryBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewRegistryBucket(ctx, "demo", &storage.RegistryBucketArgs{
			InfraID:      "demo-x7k2p",
			ForceDestroy: new(true),
		})
		if err != nil {
			return err
		}
		ctx.Export("registryBucket", bucket.Name)
		return nil
	})
}

// The registry on infra nodes, with its bucket.
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
			Placement: storage.InfraNodes(),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Monitoring on infra nodes. Metrics are kept for 30 days, on volumes of 200 GiB that are encrypted with your own
// key.
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

// Backups of applications by OADP, locked for a month and replicated to another region.
func ExampleNewBackupBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		west, err := aws.NewProvider(ctx, "west", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
		if err != nil {
			return err
		}
		backups, err := storage.NewBackupBucket(ctx, "demo", &storage.BackupBucketArgs{
			InfraID:    "demo-x7k2p",
			Purpose:    "applications",
			ObjectLock: &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30},
			Replica:    &storage.BackupReplicaArgs{Provider: west, Region: "us-west-2"},
			Writer: &iam.ServiceAccountRoleArgs{
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

// Volumes are encrypted with your own key, unless a claim names another class.
func ExampleNewStorageClass() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = storage.NewStorageClass(ctx, "demo", &storage.StorageClassArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Logs of two weeks, in a bucket. Loki runs on infra nodes.
func ExampleNewLogStore() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
			EnableSecretMutable:   pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		bucket, err := storage.NewLogBucket(ctx, "demo", &storage.LogBucketArgs{
			InfraID: "demo-x7k2p",
			Writer: &iam.ServiceAccountRoleArgs{
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
			RoleARN:       bucket.WriterRoleARN,
			StorageClass:  pulumi.String("gp3-csi"),
			RetentionDays: 14,
			Placement:     storage.InfraNodes(),
		}, pulumi.Provider(cluster))
		return err
	})
}

// A bucket for logs, with a role for Loki.
func ExampleNewLogBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bucket, err := storage.NewLogBucket(ctx, "demo", &storage.LogBucketArgs{
			InfraID: "demo-x7k2p",
			Writer: &iam.ServiceAccountRoleArgs{
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

// The registry's bucket with access logs.
func ExampleNewAccessLogBucket() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		logs, err := storage.NewAccessLogBucket(ctx, "demo", &storage.AccessLogBucketArgs{
			InfraID:   "demo-x7k2p",
			AccountID: pulumi.String("123456789012"),
		})
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

// The volumes of the shipped storage classes are encrypted with a key of the account.
func ExampleNewClusterCSIDriver() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = storage.NewClusterCSIDriver(ctx, "demo", &storage.ClusterCSIDriverArgs{
			KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
		}, pulumi.Provider(cluster))
		return err
	})
}

// Snapshots that stay when their namespace is deleted.
func ExampleNewVolumeSnapshotClass() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = storage.NewVolumeSnapshotClass(ctx, "demo", nil, pulumi.Provider(cluster))
		return err
	})
}

// Backups of applications in a bucket, and their volumes in EBS snapshots.
func ExampleNewDataProtectionApplication() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
			EnableSecretMutable:   pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		bucket, err := storage.NewBackupBucket(ctx, "demo", &storage.BackupBucketArgs{
			InfraID: "demo-x7k2p",
			Purpose: "applications",
			Writer: &iam.ServiceAccountRoleArgs{
				OIDCProviderARN: pulumi.String(
					"arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com",
				),
			},
		})
		if err != nil {
			return err
		}
		snapshots := &storage.VolumeSnapshotClassArgs{Default: new(false), Backups: true}
		if _, err := storage.NewVolumeSnapshotClass(ctx, "demo", snapshots, pulumi.Provider(cluster)); err != nil {
			return err
		}
		_, err = storage.NewDataProtectionApplication(ctx, "demo", &storage.DataProtectionApplicationArgs{
			Bucket:  bucket.Name,
			RoleARN: bucket.WriterRoleARN,
		}, pulumi.Provider(cluster))
		return err
	})
}
