package storage_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func backupArgs(changes ...func(*storage.BackupBucketArgs)) *storage.BackupBucketArgs {
	return checktest.With(&storage.BackupBucketArgs{InfraID: "demo-x7k2p", Purpose: "applications"}, changes...)
}

func withWriter(a *storage.BackupBucketArgs) {
	a.Writer = &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}
}

func withEverything(a *storage.BackupBucketArgs) {
	withWriter(a)
	a.KMSKeyARN = pulumi.String(keyARN)
	a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
	a.InfrequentAfterDays, a.ExpireAfterDays = 30, 365
	a.AccessLogs = &storage.AccessLogsArgs{Bucket: pulumi.String("logs-of-demo"), Prefix: "backup/"}
	a.VolumeSnapshots, a.ForceDestroy = true, true
	a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
}

func plainBackupBucket(args *storage.BackupBucketArgs) pulumi.RunFunc {
	return backupBucket(args, nil, false)
}

// backupBucket creates the bucket and, if replicated, a replica in us-west-2.
func backupBucket(args *storage.BackupBucketArgs, replicaKey pulumi.StringInput, replicated bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		if replicated {
			other, err := aws.NewProvider(ctx, "other-region", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
			if err != nil {
				return err
			}
			withReplica := *args
			withReplica.Replica = &storage.BackupReplicaArgs{
				Provider:  other,
				Region:    "us-west-2",
				KMSKeyARN: replicaKey,
			}
			args = &withReplica
		}
		created, err := storage.NewBackupBucket(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", created.Name)
		ctx.Export("replica", created.ReplicaName)
		ctx.Export("writer", created.WriterRoleARN)
		return nil
	}
}

// TestBackupBucketHasNoClusterTag: openshift-install destroy cluster deletes what has the cluster tag. The writer's role has it, because
// nobody can assume the role after the cluster is gone.
func TestBackupBucketHasNoClusterTag(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(withEverything), pulumi.String(replicaKeyARN), true))
	for _, resource := range rec.Resources() {
		if resource.Name == "main-backup-writer-role" {
			continue
		}
		tags, _ := resource.Inputs["tags"].(map[string]any)
		assert.NotContains(t, tags, "kubernetes.io/cluster/demo-x7k2p", resource.Name)
	}
}

// TestBackupBucketReplica: only the replica uses the other region's provider.
func TestBackupBucketReplica(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, backupBucket(backupArgs(), nil, true))
	other := mockstest.Find(t, rec, "other-region").URN
	inReplica := regexp.MustCompile(`^main-backup-replica(-|$)`)
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != other {
			assert.Equal(t, inReplica.MatchString(resource.Name), resource.Provider == other, resource.Name)
		}
	}
	graph, replication := rec.Graph(), ""
	for _, resource := range rec.OfType("aws:s3/bucketReplicationConfig:BucketReplicationConfig") {
		replication = resource.URN
	}
	for _, dependency := range []string{
		"main-backup-versioning", "main-backup-replica-versioning", "main-backup-replica-policy",
	} {
		assert.True(t, graph.Reaches(replication, mockstest.Find(t, rec, dependency).URN),
			"S3 replicates versions, to a bucket that is private: %s", dependency)
	}
	assert.NotEmpty(t, rec.Outputs()["replica"])
	without := mockstest.Run(t, plainBackupBucket(backupArgs())).Outputs()
	assert.Nil(t, without["replica"])
	assert.Nil(t, without["writer"])
}

func TestBackupBucketPrefixFits(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, purpose := range []string{"etcd", "applications", "applications-of-the-other-team"} {
		args := backupArgs(func(a *storage.BackupBucketArgs) { a.InfraID, a.Purpose = mockstest.LongInfraID, purpose })
		rec := mockstest.Run(t, plainBackupBucket(args))
		prefix := mockstest.Find(t, rec, "main-backup").Inputs["bucketPrefix"].(string)
		assert.LessOrEqual(t, len(prefix), bucket.PrefixLimit, prefix)
		assert.True(t, strings.HasSuffix(prefix, "-"), prefix)
		assert.False(t, seen[prefix], prefix)
		seen[prefix] = true
	}
}

// TestBackupBucketRegion: the region of the writer's policy is that of the AWS provider.
func TestBackupBucketRegion(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		other, err := aws.NewProvider(ctx, "other-region", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
		if err != nil {
			return err
		}
		args := backupArgs(withWriter, func(a *storage.BackupBucketArgs) {
			a.VolumeSnapshots, a.KMSKeyARN = true, pulumi.String(replicaKeyARN)
		})
		_, err = storage.NewBackupBucket(ctx, "main", args, pulumi.Providers(other))
		return err
	})
	policies := documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy")
	for _, statement := range policies["main-backup-writer-policy"].Statement {
		if statement.Sid == "SnapshotVolumes" {
			assert.Equal(t, []string{"arn:aws:ec2:us-west-2:*:volume/*"}, statement.Resource)
		}
	}
}

// TestBackupBucketOptions: setting and unsetting an option of an existing bucket changes only what the option
// concerns.
func TestBackupBucketOptions(t *testing.T) {
	t.Parallel()
	encryption := []string{"update BucketServerSideEncryptionConfigurationV2 main-backup-encryption: rules"}
	lifecycle := []string{"update BucketLifecycleConfigurationV2 main-backup-lifecycle: rules"}
	tests := map[string]struct {
		reason string
		change func(*storage.BackupBucketArgs)
		on     []string
	}{
		"key": {
			reason: "the option affects new objects",
			change: func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(keyARN) },
			on:     encryption,
		},
		"expiry": {
			reason: "the option is a lifecycle rule",
			change: func(a *storage.BackupBucketArgs) { a.ExpireAfterDays = 365 },
			on:     lifecycle,
		},
		"cheaper": {
			reason: "the option is a lifecycle rule",
			change: func(a *storage.BackupBucketArgs) { a.InfrequentAfterDays = 30 },
			on:     lifecycle,
		},
		"lock": {
			reason: "the option affects new objects",
			change: func(a *storage.BackupBucketArgs) {
				a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
			},
			on: []string{"create BucketObjectLockConfigurationV2 main-backup-lock"},
		},
		"logs": {
			reason: "access logs are a setting of the bucket",
			change: func(a *storage.BackupBucketArgs) {
				a.AccessLogs = &storage.AccessLogsArgs{Bucket: pulumi.String("logs")}
			},
			on: []string{"create BucketLoggingV2 main-backup-logs"},
		},
		"force": {
			reason: "only the provider uses forceDestroy",
			change: func(a *storage.BackupBucketArgs) { a.ForceDestroy = true },
			on:     []string{"update BucketV2 main-backup: forceDestroy"},
		},
		"writer": {
			reason: "the writer is a role",
			change: withWriter,
			on:     []string{"create Role main-backup-writer-role", "create RolePolicy main-backup-writer-policy"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			without, with := plainBackupBucket(backupArgs()), plainBackupBucket(backupArgs(tt.change))
			assert.ElementsMatch(t, tt.on, shortened(changes(t, without, with)), tt.reason)
			assert.ElementsMatch(t, mockstest.Undone(tt.on), shortened(changes(t, with, without)), tt.reason)
		})
	}
}

// shortened returns changes without the paths below rules.
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

// TestBackupBucketReplicaOptions: adding and removing the replica, a key and a lock keeps the bucket.
func TestBackupBucketReplicaOptions(t *testing.T) {
	t.Parallel()
	alone, replicated := plainBackupBucket(backupArgs()), backupBucket(backupArgs(), nil, true)
	for op, all := range map[string][]string{
		"create ": changes(t, alone, replicated),
		"delete ": changes(t, replicated, alone),
	} {
		assert.Len(t, all, 10, op)
		for _, change := range all {
			assert.True(t, strings.HasPrefix(change, op), change)
		}
	}
	locked := backupBucket(backupArgs(func(a *storage.BackupBucketArgs) {
		a.KMSKeyARN, a.ObjectLock = pulumi.String(keyARN), &storage.ObjectLockArgs{Mode: storage.Governance, Days: 30}
	}), pulumi.String(replicaKeyARN), true)
	want := []string{
		"update BucketServerSideEncryptionConfigurationV2 main-backup-encryption: rules",
		"update BucketServerSideEncryptionConfigurationV2 main-backup-replica-encryption: rules",
		"update BucketReplicationConfig main-backup-replication: rules",
		"update RolePolicy main-backup-replication: policy",
		"create BucketObjectLockConfigurationV2 main-backup-lock",
		"create BucketObjectLockConfigurationV2 main-backup-replica-lock",
	}
	assert.ElementsMatch(t, want, shortened(changes(t, replicated, locked)))
	assert.ElementsMatch(t, mockstest.Undone(want), shortened(changes(t, locked, replicated)))
}

// TestReplicaRegionIsThatOfItsProvider: the provider decides where the replica is, and Region which keys it accepts.
func TestReplicaRegionIsThatOfItsProvider(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		other, err := aws.NewProvider(ctx, "other-region", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
		if err != nil {
			return err
		}
		_, err = storage.NewBackupBucket(ctx, "main", backupArgs(func(a *storage.BackupBucketArgs) {
			a.Replica = &storage.BackupReplicaArgs{Provider: other, Region: "us-west-1"}
		}))
		return err
	})
	assert.ErrorContains(t, err,
		"storage.BackupBucketArgs.Replica.Region: must be the region of Provider, us-west-2 (got us-west-1)")
}
