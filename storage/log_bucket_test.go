package storage_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func logBucket(args *storage.LogBucketArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewLogBucket, "main", args, func(created *storage.LogBucket) pulumi.Map {
		return pulumi.Map{"name": created.Name, "writer": created.WriterRoleARN}
	})
}

// TestLogBucketWriter: only Loki's service accounts can assume the role.
func TestLogBucketWriter(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(
		t,
		logBucket(
			&storage.LogBucketArgs{
				InfraID: "demo-x7k2p",
				Writer:  &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)},
			},
		),
	)
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-logs-writer-role"].Statement[0]
	assert.Equal(t, map[string]map[string][]string{"StringEquals": {
		"demo-oidc.s3.us-east-2.amazonaws.com:aud": {"sts.amazonaws.com"},
		"demo-oidc.s3.us-east-2.amazonaws.com:sub": {
			"system:serviceaccount:openshift-logging:logging-loki",
			"system:serviceaccount:openshift-logging:logging-loki-ruler",
		},
	}}, trust.Condition, "Loki requests tokens with the audience sts.amazonaws.com")
	assert.NotEmpty(t, rec.Outputs()["writer"])
	assert.Nil(t, mockstest.Run(t, logBucket(&storage.LogBucketArgs{InfraID: "demo-x7k2p"})).Outputs()["writer"])
}

// TestRolesHaveTheComponentsName: IAM rejects names of roles over 64 characters; only a bucket with a writer or a
// replica has a role.
func TestRolesHaveTheComponentsName(t *testing.T) {
	t.Parallel()
	writer := &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}
	long := strings.Repeat("a", 60)
	logs := func(writer *iam.ServiceAccountRoleArgs) pulumi.RunFunc {
		return mockstest.Program(storage.NewLogBucket, long, &storage.LogBucketArgs{InfraID: "demo-x7k2p", Writer: writer})
	}
	backup := func(change func(*storage.BackupBucketArgs)) pulumi.RunFunc {
		return mockstest.Program(storage.NewBackupBucket, long, backupArgs(change))
	}
	mockstest.Rejected(t, logs(writer), "storage.NewLogBucket.name: must have at most 39 characters (has 60)")
	mockstest.Rejected(t, backup(withWriter), "storage.NewBackupBucket.name: must have at most 37 characters (has 60)")
	mockstest.Run(t, logs(nil))
	mockstest.Run(t, backup(func(*storage.BackupBucketArgs) {}))
}

func TestLogBucketPrefixFits(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, logBucket(&storage.LogBucketArgs{InfraID: mockstest.LongInfraID}))
	assert.LessOrEqual(t, len(mockstest.Find(t, rec, "main-logs").Inputs["bucketPrefix"].(string)), bucket.PrefixLimit)
}

func TestLogBucketArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "storage.LogBucketArgs", map[string]checktest.Case{
		"writer": {
			Reason: "a role is for an OIDC provider or that of the control plane",
			Args:   &storage.LogBucketArgs{InfraID: "demo-x7k2p", Writer: &iam.ServiceAccountRoleArgs{}},
			Want:   []string{".Writer: required"},
		},
	})
}
