package storage_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// changes are what an update does to a stack that is up, and what may not happen to it: whatever the option, no bucket that
// was there is replaced or goes, because its objects would go with it.
func changes(t *testing.T, before, after pulumi.RunFunc) []string {
	t.Helper()
	var all []string
	for _, change := range mockstest.Run(t, after).Changes(mockstest.Run(t, before)) {
		isReplica := strings.HasSuffix(change.Resource.Name, "-replica")
		if strings.HasPrefix(change.Resource.Type, "aws:s3/bucketV2:") && !isReplica {
			assert.Equal(t, mocks.Update, change.Op, "%s loses what is in it", change.Resource.Name)
		}
		all = append(all, change.String())
	}
	return all
}

// TestBackupBucketOptionsGoOnAndOff and leave the bucket and its other settings alone.
func TestBackupBucketOptionsGoOnAndOff(t *testing.T) {
	t.Parallel()
	encryption := []string{"update BucketServerSideEncryptionConfigurationV2 main-backup-encryption: rules"}
	lifecycle := []string{"update BucketLifecycleConfigurationV2 main-backup-lifecycle: rules"}
	tests := map[string]struct {
		reason  string
		change  func(*storage.BackupBucketArgs)
		on, off []string
	}{
		"key": {
			reason: "for new objects",
			change: func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(keyARN) },
			on:     encryption,
			off:    encryption,
		},
		"expiry": {
			reason: "a rule",
			change: func(a *storage.BackupBucketArgs) { a.ExpireAfterDays = 365 },
			on:     lifecycle,
			off:    lifecycle,
		},
		"cheaper": {
			reason: "a rule",
			change: func(a *storage.BackupBucketArgs) { a.InfrequentAfterDays = 30 },
			on:     lifecycle,
			off:    lifecycle,
		},
		"lock": {
			reason: "for new objects",
			change: func(a *storage.BackupBucketArgs) {
				a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
			},
			on:  []string{"create BucketObjectLockConfigurationV2 main-backup-lock"},
			off: []string{"delete BucketObjectLockConfigurationV2 main-backup-lock"},
		},
		"logs": {
			reason: "a setting",
			change: func(a *storage.BackupBucketArgs) {
				a.AccessLogs = &storage.AccessLogsArgs{Bucket: pulumi.String("logs")}
			},
			on:  []string{"create BucketLoggingV2 main-backup-logs"},
			off: []string{"delete BucketLoggingV2 main-backup-logs"},
		},
		"force": {
			reason: "a word to the provider",
			change: func(a *storage.BackupBucketArgs) { a.ForceDestroy = true },
			on:     []string{"update BucketV2 main-backup: forceDestroy"},
			off:    []string{"update BucketV2 main-backup: forceDestroy"},
		},
		"writer": {
			reason: "a role",
			change: withWriter,
			on:     []string{"create Role main-backup-writer", "create RolePolicy main-backup-writer"},
			off:    []string{"delete Role main-backup-writer", "delete RolePolicy main-backup-writer"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			without, with := backupBucket(backupArgs(), nil, false), backupBucket(backupArgs(tt.change), nil, false)
			assert.ElementsMatch(t, tt.on, shortened(changes(t, without, with)), tt.reason)
			assert.ElementsMatch(t, tt.off, shortened(changes(t, with, without)), tt.reason)
		})
	}
}

// shortened are changes without what is below rules.
func shortened(all []string) (short []string) {
	for _, change := range all {
		change, _, found := strings.Cut(change, ": rules")
		if found {
			change += ": rules"
		}
		short = append(short, change)
	}
	return short
}

// TestBackupBucketReplicaComesAndGoes beside a bucket that is up, and so do a key and a lock of both.
func TestBackupBucketReplicaComesAndGoes(t *testing.T) {
	t.Parallel()
	alone, copied := backupBucket(backupArgs(), nil, false), backupBucket(backupArgs(), nil, true)
	for op, all := range map[string][]string{"create ": changes(t, alone, copied), "delete ": changes(t, copied, alone)} {
		assert.Len(t, all, 10, op)
		for _, change := range all {
			assert.True(t, strings.HasPrefix(change, op), change)
		}
	}
	locked := backupBucket(backupArgs(func(a *storage.BackupBucketArgs) {
		a.KMSKeyARN, a.ObjectLock = pulumi.String(keyARN), &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
	}), pulumi.String(replicaKeyARN), true)
	want := []string{
		"update BucketServerSideEncryptionConfigurationV2 main-backup-encryption: rules", "update BucketServerSideEncryptionConfigurationV2 main-backup-replica-encryption: rules",
		"update BucketReplicationConfig main-backup-replication: rules", "update RolePolicy main-backup-replication: policy",
	}
	locks := []string{
		"BucketObjectLockConfigurationV2 main-backup-lock",
		"BucketObjectLockConfigurationV2 main-backup-replica-lock",
	}
	assert.ElementsMatch(
		t,
		append([]string{"create " + locks[0], "create " + locks[1]}, want...),
		shortened(changes(t, copied, locked)),
	)
	assert.ElementsMatch(
		t,
		append([]string{"delete " + locks[0], "delete " + locks[1]}, want...),
		shortened(changes(t, locked, copied)),
	)
}

// TestBackupBucketWriterChangesInPlace because who has taken its role holds the role's name.
func TestBackupBucketWriterChangesInPlace(t *testing.T) {
	t.Parallel()
	with := func(change func(*storage.BackupBucketArgs)) pulumi.RunFunc {
		return backupBucket(backupArgs(withWriter, change), nil, false)
	}
	before := with(func(*storage.BackupBucketArgs) {})
	policy := []string{"update RolePolicy main-backup-writer: policy"}
	snapshots := with(func(a *storage.BackupBucketArgs) { a.VolumeSnapshots = true })
	assert.Equal(t, policy, changes(t, before, snapshots))
	assert.Equal(t, policy, changes(t, snapshots, before))
	assert.Contains(
		t,
		changes(t, before, with(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(keyARN) })),
		policy[0],
		"the key belongs to what it may use",
	)
	other := with(func(a *storage.BackupBucketArgs) {
		a.Writer.ServiceAccounts = []storage.ServiceAccount{{Namespace: "backup", Name: "backup"}}
		a.Writer.PermissionsBoundary = pulumi.String("arn:aws:iam::123456789012:policy/boundary")
	})
	role := []string{"update Role main-backup-writer: assumeRolePolicy, permissionsBoundary"}
	assert.Equal(t, role, changes(t, before, other))
	assert.Equal(t, role, changes(t, other, before))
}

// TestOtherBucketsTakeAKeyLater and give it back.
func TestOtherBucketsTakeAKeyLater(t *testing.T) {
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

// changeableMonitoring has the Kubernetes provider that MonitoringStorage asks for.
func changeableMonitoring(args *storage.MonitoringStorageArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(
			ctx,
			"cluster",
			&kubernetes.ProviderArgs{EnableConfigMapMutable: pulumi.Bool(true)},
		)
		if err != nil {
			return err
		}
		_, err = storage.NewMonitoringStorage(ctx, "main", args, pulumi.Provider(cluster))
		return err
	}
}

// TestMonitoringIsReplacedWhereConfigMapsAre as MonitoringStorage warns.
func TestMonitoringIsReplacedWhereConfigMapsAre(t *testing.T) {
	t.Parallel()
	kept := monitoringStorage(&storage.MonitoringStorageArgs{Retention: "30d"})
	assert.Equal(
		t,
		[]string{"replace ConfigMap main-monitoring: data[\"config.yaml\"]"},
		changes(t, monitoringStorage(nil), kept),
	)
}

// TestObjectsInsideTheClusterChangeInPlace but for the storage class, which takes no change of its parameters.
func TestObjectsInsideTheClusterChangeInPlace(t *testing.T) {
	t.Parallel()
	class := func(args storage.StorageClassArgs) pulumi.RunFunc { return storageClass(&args) }
	tests := map[string]struct {
		reason        string
		without, with pulumi.RunFunc
		on, off       []string
	}{
		"registry's key and place": {
			reason:  "one patch",
			without: imageRegistry(registryArgs()),
			with: imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
				a.KMSKeyARN, a.Placement, a.Replicas = pulumi.String(keyARN), storage.InfraNodes(), pulumi.Int(3)
			})),
			on: []string{
				"update ConfigPatch main-registry: spec.nodeSelector, spec.replicas, spec.storage.s3.keyID, spec.tolerations",
			},
			off: []string{
				"update ConfigPatch main-registry: spec.nodeSelector, spec.replicas, spec.storage.s3.keyID, spec.tolerations",
			},
		},
		"registry's settings": {
			reason:  "patches of their own",
			without: imageRegistry(registryArgs()),
			with: imageRegistry(registryArgs(func(a *storage.ImageRegistryArgs) {
				a.ReadOnly, a.Pruner = true, &storage.ImagePrunerArgs{}
			})),
			on:  []string{"create ConfigPatch main-registry-settings", "create ImagePrunerPatch main-registry-pruner"},
			off: []string{"delete ConfigPatch main-registry-settings", "delete ImagePrunerPatch main-registry-pruner"},
		},
		"users' monitoring": {
			reason:  "a second ConfigMap",
			without: changeableMonitoring(nil),
			with: changeableMonitoring(
				&storage.MonitoringStorageArgs{UserWorkload: &storage.UserWorkloadMonitoringArgs{}},
			),
			on: []string{
				"create ConfigMap main-user-workload-monitoring",
				"update ConfigMap main-monitoring: data[\"config.yaml\"]",
			},
			off: []string{
				"delete ConfigMap main-user-workload-monitoring",
				"update ConfigMap main-monitoring: data[\"config.yaml\"]",
			},
		},
		"default class": {
			reason:  "two annotations",
			without: class(storage.StorageClassArgs{NotDefault: true}),
			with:    class(storage.StorageClassArgs{}),
			on: []string{
				"create StorageClassPatch main-demote-gp3-csi",
				"update StorageClass main-storageclass: metadata.annotations[\"storageclass.kubernetes.io/is-default-class\"]",
			},
			off: []string{
				"delete StorageClassPatch main-demote-gp3-csi",
				"update StorageClass main-storageclass: metadata.annotations[\"storageclass.kubernetes.io/is-default-class\"]",
			},
		},
		"class's key": {
			reason:  "a parameter",
			without: class(storage.StorageClassArgs{}),
			with:    class(storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN)}),
			on:      []string{"replace StorageClass main-storageclass: parameters.kmsKeyId"},
			off:     []string{"replace StorageClass main-storageclass: parameters.kmsKeyId"},
		},
		"retained volumes": {
			reason:  "fixed as parameters are",
			without: class(storage.StorageClassArgs{}),
			with:    class(storage.StorageClassArgs{RetainVolumes: true}),
			on:      []string{"replace StorageClass main-storageclass: reclaimPolicy"},
			off:     []string{"replace StorageClass main-storageclass: reclaimPolicy"},
		},
		"logs": {
			reason:  "objects of their own",
			without: logStore(logStoreArgs()),
			with:    logStore(logStoreArgs(func(a *storage.LogStoreArgs) { a.Console, a.Size = true, "1x.small" })),
			on:      []string{"create UIPlugin main-logs-console", "update LokiStack main-logs-loki: spec.size"},
			off:     []string{"delete UIPlugin main-logs-console", "update LokiStack main-logs-loki: spec.size"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ElementsMatch(t, tt.on, changes(t, tt.without, tt.with), tt.reason)
			assert.ElementsMatch(t, tt.off, changes(t, tt.with, tt.without), tt.reason)
		})
	}
}
