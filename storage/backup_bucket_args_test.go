package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestBackupBucketArgsValidateRejects(t *testing.T) {
	t.Parallel()
	reserved := pulumi.StringMap{"openshift.io/x": pulumi.String("y")}
	tests := map[string]struct {
		reason string
		change func(*storage.BackupBucketArgs)
		want   []string
	}{
		"nothing": {
			reason: "all missing fields are reported together",
			change: func(a *storage.BackupBucketArgs) { *a = storage.BackupBucketArgs{} },
			want:   []string{"InfraID: required", "Purpose: required"},
		},
		"alias": {
			reason: "IAM policies refer to keys",
			change: func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String("arn:aws:kms:us-east-2:123456789012:alias/backup")
			},
			want: []string{"KMSKeyARN: format"},
		},
		"key of another region": {
			reason: "S3 accepts only keys of the bucket's region",
			change: func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) },
			want:   []string{"KMSKeyARN: " + replicaKeyARN + " is in region us-west-2; must be in us-east-2"},
		},
		"lifecycle": {
			reason: "S3 limits lifecycle rules, and objects move before they expire",
			change: func(a *storage.BackupBucketArgs) {
				a.InfrequentAfterDays, a.ExpireAfterDays = 29, 29
			},
			want: []string{
				"InfrequentAfterDays: range",
				"ExpireAfterDays: must be greater than InfrequentAfterDays, 29 (got 29)",
			},
		},
		"lock of 200 years": {
			reason: "S3 rejects a retention of more than 36500 days",
			change: func(a *storage.BackupBucketArgs) {
				a.ObjectLock = &storage.ObjectLockArgs{Mode: storage.Governance, Days: 73000}
			},
			want: []string{"ObjectLock.Days: range"},
		},
		"force": {
			reason: "nobody can delete objects under compliance mode",
			change: func(a *storage.BackupBucketArgs) {
				a.ObjectLock, a.ForceDestroy = &storage.ObjectLockArgs{Mode: storage.Compliance, Days: 1}, true
			},
			want: []string{
				"ForceDestroy: has no effect with ObjectLock.Mode COMPLIANCE, under which objects cannot be deleted; " +
					"remove it or use GOVERNANCE",
			},
		},
		"replica": {
			reason: "a replica is in another region and is encrypted like the bucket",
			change: func(a *storage.BackupBucketArgs) {
				a.Replica = &storage.BackupReplicaArgs{Region: "us-east-2", KMSKeyARN: pulumi.String(keyARN)}
			},
			want: []string{
				"Replica.Provider: required", "Replica.Region: must differ from the bucket's region, us-east-2",
				"Replica.KMSKeyARN: must be set if, and only if, KMSKeyARN of the bucket is set",
			},
		},
		"replica's alias": {
			reason: "the replication policy refers to keys",
			change: func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-west-2",
					KMSKeyARN: pulumi.String("arn:aws:kms:us-west-2:123456789012:alias/backup"),
				}
			},
			want: []string{"Replica.Provider: required", "Replica.KMSKeyARN: format"},
		},
		"replica's partition": {
			reason: "S3 replicates within a partition",
			change: func(a *storage.BackupBucketArgs) {
				a.KMSKeyARN = pulumi.String(keyARN)
				a.Replica = &storage.BackupReplicaArgs{
					Region:    "us-gov-west-1",
					KMSKeyARN: pulumi.String(replicaKeyARN),
				}
			},
			want: []string{
				"Replica.Provider: required",
				"Replica.Region: must be in the partition of us-east-2, the bucket's region (got us-gov-west-1)",
				"Replica.KMSKeyARN: " + replicaKeyARN + " is in partition aws; us-gov-west-1 is in partition aws-us-gov",
			},
		},
		"tags": {
			reason: "OpenShift reserves the namespace of the tag",
			change: func(a *storage.BackupBucketArgs) { a.Tags = reserved },
			want:   tagProblems("Tags", reserved),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inOhio := func(a *storage.BackupBucketArgs) { a.Region = "us-east-2" }
			args := backupArgs(inOhio, tt.change)
			checkRejected(t, args, func(ctx *pulumi.Context) error {
				_, err := storage.NewBackupBucket(ctx, "main", args)
				return err
			}, "storage.BackupBucketArgs", tt.want, tt.reason)
		})
	}
}

// TestBackupBucketChecksTheRegionOfTheProvider: without Region, arguments are checked against the default provider's
// region.
func TestBackupBucketChecksTheRegionOfTheProvider(t *testing.T) {
	t.Parallel()
	args := backupArgs(func(a *storage.BackupBucketArgs) { a.KMSKeyARN = pulumi.String(replicaKeyARN) })
	mockstest.Rejected(t, backupBucket(args, nil, false), "is in region us-west-2; must be in us-east-2")
}
