package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestBackupBucketArgsValidateRejects(t *testing.T) {
	t.Parallel()
	inOhio := func(change func(*storage.BackupBucketArgs)) *storage.BackupBucketArgs {
		return backupArgs(func(a *storage.BackupBucketArgs) { a.Region = "us-east-2" }, change)
	}
	checktest.Cases(t, "storage.BackupBucketArgs", map[string]checktest.Case{
		"key of another region": {
			Reason: "S3 accepts only keys of the bucket's region",
			Args:   inOhio(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) }),
			Want:   []string{".KMSKeyARN: " + replicaKeyARN + " is in region us-west-2; must be in us-east-2"},
		},
		"lifecycle": {
			Reason: "objects move before they expire",
			Args:   inOhio(func(a *storage.BackupBucketArgs) { a.InfrequentAfterDays, a.ExpireAfterDays = 30, 30 }),
			Want:   []string{".ExpireAfterDays: must be greater than InfrequentAfterDays, 30 (got 30)"},
		},
		"force": {
			Reason: "nobody can delete objects under compliance mode",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.ObjectLock, a.ForceDestroy = &storage.ObjectLockArgs{Mode: storage.Compliance, Days: 1}, true
			}),
			Want: []string{
				".ForceDestroy: has no effect with ObjectLock.Mode COMPLIANCE, under which objects cannot be deleted; " +
					"remove it or use GOVERNANCE",
			},
		},
		"replica": {
			Reason: "a replica is in another region and is encrypted like the bucket",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.Replica = &storage.BackupReplicaArgs{
					Provider: &pulumi.ProviderResourceState{}, Region: "us-east-2", KMSKeyARN: pulumi.String(keyARN),
				}
			}),
			Want: []string{
				".Replica.Region: must differ from the bucket's region, us-east-2",
				".Replica.KMSKeyARN: must be set if, and only if, KMSKeyARN of the bucket is set",
			},
		},
		"replica's partition": {
			Reason: "S3 replicates within a partition",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Provider: &pulumi.ProviderResourceState{}, Region: "us-gov-west-1", KMSKeyARN: pulumi.String(replicaKeyARN),
				}
			}),
			Want: []string{
				".Replica.Region: must be in the partition of us-east-2, the bucket's region (got us-gov-west-1)",
				".Replica.KMSKeyARN: " + replicaKeyARN + " is in partition aws; us-gov-west-1 is in partition aws-us-gov",
			},
		},
	})
}

// TestBackupBucketChecksTheRegionOfTheProvider: without Region, arguments are checked against the default provider's
// region.
func TestBackupBucketChecksTheRegionOfTheProvider(t *testing.T) {
	t.Parallel()
	args := backupArgs(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) })
	mockstest.Rejected(t, backupBucket(args, nil, false), "is in region us-west-2; must be in us-east-2")
}
