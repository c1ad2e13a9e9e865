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
		"nothing": {
			Reason: "all missing fields are reported together",
			Args:   inOhio(func(a *storage.BackupBucketArgs) { *a = storage.BackupBucketArgs{} }),
			Want:   []string{".InfraID: required", ".Purpose: required"},
		},
		"alias and a lock of 200 years": {
			Reason: "IAM policies refer to keys, and S3 rejects a retention of more than 36500 days",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String("arn:aws:kms:us-east-2:123456789012:alias/backup")
				a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 73000}
			}),
			Want: []string{".KMSKeyARN: format", ".ObjectLock.Days: range"},
		},
		"key of another region": {
			Reason: "S3 accepts only keys of the bucket's region",
			Args:   inOhio(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) }),
			Want:   []string{".KMSKeyARN: " + replicaKeyARN + " is in region us-west-2; must be in us-east-2"},
		},
		"lifecycle": {
			Reason: "S3 limits lifecycle rules, and objects move before they expire",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.InfrequentAfterDays, a.ExpireAfterDays = 29, 29
			}),
			Want: []string{
				".InfrequentAfterDays: range",
				".ExpireAfterDays: must be greater than InfrequentAfterDays, 29 (got 29)",
			},
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
				a.Replica = &storage.BackupReplicaArgs{Region: "us-east-2", KMSKeyARN: pulumi.String(keyARN)}
			}),
			Want: []string{
				".Replica.Provider: required", ".Replica.Region: must differ from the bucket's region, us-east-2",
				".Replica.KMSKeyARN: must be set if, and only if, KMSKeyARN of the bucket is set",
			},
		},
		"replica's alias": {
			Reason: "the replication policy refers to keys",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-west-2",
					KMSKeyARN: pulumi.String("arn:aws:kms:us-west-2:123456789012:alias/backup"),
				}
			}),
			Want: []string{".Replica.Provider: required", ".Replica.KMSKeyARN: format"},
		},
		"replica's partition": {
			Reason: "S3 replicates within a partition",
			Args: inOhio(func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-gov-west-1",
					KMSKeyARN: pulumi.String(replicaKeyARN),
				}
			}),
			Want: []string{
				".Replica.Provider: required",
				".Replica.Region: must be in the partition of us-east-2, the bucket's region (got us-gov-west-1)",
				".Replica.KMSKeyARN: " + replicaKeyARN + " is in partition aws; us-gov-west-1 is in partition aws-us-gov",
			},
		},
		"tags": {
			Reason: "OpenShift reserves the namespace of the tag",
			Args:   inOhio(func(a *storage.BackupBucketArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("y")} }),
			Want:   []string{".Tags[openshift.io/x]: OpenShift reserves kubernetes.io, openshift.io and their subdomains"},
		},
	}, mockstest.Rejects(plainBackupBucket))
}

// TestBackupBucketChecksTheRegionOfTheProvider: without Region, arguments are checked against the default provider's
// region.
func TestBackupBucketChecksTheRegionOfTheProvider(t *testing.T) {
	t.Parallel()
	args := backupArgs(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) })
	mockstest.Rejected(t, backupBucket(args, nil, false), "is in region us-west-2; must be in us-east-2")
}
