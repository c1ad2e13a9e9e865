package storage_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// changes returns what an update from one program to the other does to a stack. No option may replace or delete an
// existing bucket, because its objects would be lost.
func changes(t *testing.T, before, after pulumi.RunFunc) []string {
	t.Helper()
	var all []string
	for _, change := range run(t, after).Changes(run(t, before)) {
		isReplica := strings.HasSuffix(change.Resource.Name, "-replica")
		if strings.HasPrefix(change.Resource.Type, "aws:s3/bucketV2:") && !isReplica {
			assert.Equal(t, mocks.Update, change.Op, "%s loses its objects", change.Resource.Name)
		}
		all = append(all, change.String())
	}
	return all
}

// components are programs with each component of the package, by golden file.
func components() map[string]pulumi.RunFunc {
	replicated := backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true)
	return map[string]pulumi.RunFunc{
		"access-log-bucket": accessLogBucket(&storage.AccessLogBucketArgs{
			InfraID:       mockstest.LongInfraID,
			LoadBalancers: true,
		}),
		"backup-bucket":          plainBackupBucket(backupArgs()),
		"backup-bucket-complete": replicated,
		"cluster-csi-driver":     clusterCSIDriver(&storage.ClusterCSIDriverArgs{KMSKeyARN: pulumi.String(keyARN)}),
		"data-protection":        dataProtection(dataProtectionArgs(withDataMover)),
		"volume-snapshot-class":  volumeSnapshotClass(&storage.VolumeSnapshotClassArgs{Backups: true}),
		"image-registry": imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
			a.Placement = storage.InfraNodes()
		})),
		"image-registry-settings": imageRegistry(registryArgs(withSettings)),
		"log-bucket":              logBucket(&storage.LogBucketArgs{InfraID: "demo-x7k2p"}),
		"log-bucket-complete": logBucket(&storage.LogBucketArgs{
			InfraID:                   mockstest.LongInfraID,
			KMSKeyARN:                 pulumi.String(keyARN),
			ExpireAfterDays:           30,
			AbortUploadsAfterDays:     2,
			ExpireNoncurrentAfterDays: 3,
			AccessLogs:                &storage.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo")},
			Writer:                    &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)},
			ForceDestroy:              true,
			Tags:                      pulumi.StringMap{"team": pulumi.String("core")},
		}),
		"log-store": logStore(logStoreArgs(onInfraNodes)),
		"monitoring-storage": monitoringStorage(&storage.MonitoringStorageArgs{
			Placement: storage.InfraNodes(),
		}),
		"registry-bucket": registryBucket(&storage.RegistryBucketArgs{InfraID: "demo-x7k2p"}),
		"registry-bucket-kms": registryBucket(&storage.RegistryBucketArgs{
			InfraID:                   mockstest.LongInfraID,
			KMSKeyARN:                 pulumi.String(keyARN),
			AbortUploadsAfterDays:     7,
			ExpireNoncurrentAfterDays: 90,
			ForceDestroy:              new(true),
			Tags:                      pulumi.StringMap{"team": pulumi.String("core"), "Name": pulumi.String("mine")},
		}),
		"registry-bucket-logs": registryBucket(&storage.RegistryBucketArgs{
			InfraID:    "demo-x7k2p",
			AccessLogs: &storage.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "registry/"},
		}),
		"storage-class": storageClass(&storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN)}),
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, program := range components() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, "testdata/"+name+".golden", run(t, program).Golden())
			mockstest.PreviewIsTheUpdate(t, program, withCluster())
		})
	}
	unknown := &storage.MonitoringStorageArgs{
		StorageClass: pulumi.String("gp3-csi").ToStringOutput(),
		UserWorkload: &storage.UserWorkloadMonitoringArgs{},
	}
	mockstest.PreviewIsTheUpdate(t, monitoringStorage(unknown), withCluster())
}

// TestComponentsInsideTheClusterRequireARegion: without a default AWS provider, the region of a bucket is not known.
func TestComponentsInsideTheClusterRequireARegion(t *testing.T) {
	t.Setenv("AWS_REGION", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	noRegion := mocks.Config(map[string]string{"kubernetes:context": "demo", "aws:region": ""})
	for path, program := range map[string]pulumi.RunFunc{
		"storage.ImageRegistryArgs.Region": imageRegistry(registryArgs()),
		"storage.LogStoreArgs.Region":      logStore(logStoreArgs()),

		"storage.DataProtectionApplicationArgs.Region": dataProtection(dataProtectionArgs()),
	} {
		assert.ErrorContains(t, mocks.New(noRegion).Run(program), path+": is required")
	}
}

// TestBucketKeys: the KMS key of an existing bucket can be set and unset.
func TestBucketKeys(t *testing.T) {
	t.Parallel()
	key := pulumi.String(keyARN)
	tests := map[string]struct{ without, with pulumi.RunFunc }{
		"main-registry-encryption": {
			without: registryBucket(&storage.RegistryBucketArgs{InfraID: "demo"}),
			with:    registryBucket(&storage.RegistryBucketArgs{InfraID: "demo", KMSKeyARN: key}),
		},
		"main-logs-encryption": {
			without: logBucket(&storage.LogBucketArgs{InfraID: "demo"}),
			with:    logBucket(&storage.LogBucketArgs{InfraID: "demo", KMSKeyARN: key}),
		},
	}
	for name, tt := range tests {
		want := []string{"update BucketServerSideEncryptionConfigurationV2 " + name + ": rules"}
		assert.Equal(t, want, shortened(changes(t, tt.without, tt.with)))
		assert.Equal(t, want, shortened(changes(t, tt.with, tt.without)))
	}
}

// changeableMonitoring uses a Kubernetes provider with EnableConfigMapMutable.
func changeableMonitoring(args *storage.MonitoringStorageArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster",
			&kubernetes.ProviderArgs{EnableConfigMapMutable: pulumi.Bool(true)})
		if err != nil {
			return err
		}
		_, err = storage.NewMonitoringStorage(ctx, "main", args, pulumi.Provider(cluster))
		return err
	}
}

// TestMonitoringWithoutMutableConfigMaps: Pulumi replaces the ConfigMap, as the documentation of MonitoringStorage
// says.
func TestMonitoringWithoutMutableConfigMaps(t *testing.T) {
	t.Parallel()
	longer := monitoringStorage(&storage.MonitoringStorageArgs{Retention: "30d"})
	assert.Equal(t, []string{"replace ConfigMap main-monitoring: data[\"config.yaml\"]"},
		changes(t, monitoringStorage(nil), longer))
}

// TestOptionsInsideTheCluster: options are set and unset in place, except for immutable fields of a storage class.
func TestOptionsInsideTheCluster(t *testing.T) {
	t.Parallel()
	class := func(args storage.StorageClassArgs) pulumi.RunFunc { return storageClass(&args) }
	tests := map[string]struct {
		reason        string
		without, with pulumi.RunFunc
		on            []string
	}{
		"registry's key and placement": {
			reason:  "the fields that remain are one patch, and the placement is in the other",
			without: imageRegistry(registryArgs()),
			with: imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
				a.KMSKeyARN, a.Placement, a.Replicas = pulumi.String(keyARN), storage.InfraNodes(), new(3)
			})),
			on: []string{
				"update ConfigPatch main-registry: spec.replicas, spec.storage.s3.keyID",
				"create ConfigPatch main-registry-settings-unforced",
			},
		},
		"registry's settings": {
			reason:  "the settings are separate patches",
			without: imageRegistry(registryArgs()),
			with: imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
				a.ReadOnly, a.Pruner = true, &storage.ImagePrunerArgs{}
			})),
			on: []string{"create ConfigPatch main-registry-settings-unforced", "create ImagePrunerPatch main-registry-pruner"},
		},
		"users' monitoring": {
			reason:  "user workload monitoring has its own ConfigMap",
			without: changeableMonitoring(nil),
			with: changeableMonitoring(
				&storage.MonitoringStorageArgs{UserWorkload: &storage.UserWorkloadMonitoringArgs{}},
			),
			on: []string{
				"create ConfigMap main-user-workload-monitoring",
				"update ConfigMap main-monitoring: data[\"config.yaml\"]",
			},
		},
		"default class": {
			reason:  "the default class is an annotation",
			without: class(storage.StorageClassArgs{Default: new(false)}),
			with:    class(storage.StorageClassArgs{}),
			on: []string{
				"create StorageClassPatch main-demote-gp3-csi",
				"update StorageClass main-storageclass: metadata.annotations[\"storageclass.kubernetes.io/is-default-class\"]",
			},
		},
		"class's key": {
			reason:  "the API server rejects changes of parameters",
			without: class(storage.StorageClassArgs{}),
			with:    class(storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN)}),
			on:      []string{"replace StorageClass main-storageclass: parameters.kmsKeyId"},
		},
		"retained volumes": {
			reason:  "the API server rejects changes of the reclaim policy",
			without: class(storage.StorageClassArgs{}),
			with:    class(storage.StorageClassArgs{RetainVolumes: true}),
			on:      []string{"replace StorageClass main-storageclass: reclaimPolicy"},
		},
		"snapshots": {
			reason:  "the deletion policy of a class is immutable, and its name contains it",
			without: volumeSnapshotClass(&storage.VolumeSnapshotClassArgs{Name: "ebs", RetainSnapshots: new(false)}),
			with:    volumeSnapshotClass(&storage.VolumeSnapshotClassArgs{Name: "ebs"}),
			on:      []string{"replace VolumeSnapshotClass main-snapshotclass: deletionPolicy"},
		},
		"logs": {
			reason:  "the console plugin is a separate object",
			without: logStore(logStoreArgs()),
			with:    logStore(logStoreArgs(func(a *storage.LogStoreArgs) { a.Console, a.Size = true, "1x.small" })),
			on:      []string{"create UIPlugin main-logs-console", "update LokiStack main-logs-loki: spec.size"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ElementsMatch(t, tt.on, changes(t, tt.without, tt.with), tt.reason)
			assert.ElementsMatch(t, mockstest.Undone(tt.on), changes(t, tt.with, tt.without), tt.reason)
		})
	}
}
