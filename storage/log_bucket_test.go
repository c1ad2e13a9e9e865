package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func logBucket(args *storage.LogBucketArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		made, err := storage.NewLogBucket(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", made.Name)
		ctx.Export("writer", made.WriterRoleARN)
		return nil
	}
}

func TestLogBucketGolden(t *testing.T) {
	t.Parallel()
	golden.Check(
		t,
		"testdata/log-bucket.golden",
		mockstest.Run(t, logBucket(&storage.LogBucketArgs{InfraID: "demo-x7k2p"})).Golden(),
	)
	program := logBucket(&storage.LogBucketArgs{
		InfraID: mockstest.LongInfraID, KMSKeyARN: pulumi.String(keyARN), ExpireAfterDays: 30, AbortUploadsAfterDays: 2, ExpireNoncurrentAfterDays: 3,
		AccessLogs: &storage.AccessLogsArgs{
			Bucket: pulumi.String("logs-of-demo"),
		}, Writer: &storage.WriterArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)},
		ForceDestroy: true, Tags: pulumi.StringMap{"team": pulumi.String("core")},
	})
	rec := mockstest.Run(t, program)
	golden.Check(t, "testdata/log-bucket-complete.golden", rec.Golden())
	mockstest.PreviewIsTheUpdate(t, program)
	assert.LessOrEqual(t, len(mockstest.Find(t, rec, "main-logs").Inputs["bucketPrefix"].(string)), bucket.PrefixLimit)
}

// TestLogBucketWriterIsLoki because a role for others would be of no use, and one for all a danger.
func TestLogBucketWriterIsLoki(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(
		t,
		logBucket(
			&storage.LogBucketArgs{
				InfraID: "demo-x7k2p",
				Writer:  &storage.WriterArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)},
			},
		),
	)
	trust := documentOf(t, rec, "aws:iam/role:Role", "assumeRolePolicy")["main-logs-writer"].Statement[0]
	assert.Equal(t, map[string]map[string][]string{"StringEquals": {"demo-oidc.s3.us-east-2.amazonaws.com:sub": {
		"system:serviceaccount:openshift-logging:logging-loki", "system:serviceaccount:openshift-logging:logging-loki-ruler",
	}}}, trust.Condition)
	assert.NotEmpty(t, rec.Outputs()["writer"])
	assert.Empty(t, mockstest.Run(t, logBucket(&storage.LogBucketArgs{InfraID: "demo-x7k2p"})).Outputs()["writer"])
}

func TestLogBucketArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.LogBucketArgs
		want   []string
	}{
		"nil": {reason: "the name begins with it", want: []string{"InfraID: is required"}},
		"several": {
			reason: "all at once",
			args: &storage.LogBucketArgs{
				InfraID: "Demo", KMSKeyARN: pulumi.String("alias/logs"), ExpireAfterDays: -1, AbortUploadsAfterDays: -1, ExpireNoncurrentAfterDays: -1,
				AccessLogs: &storage.AccessLogsArgs{}, Writer: &storage.WriterArgs{}, Tags: pulumi.StringMap{"a": nil},
			},
			want: []string{
				`InfraID: "Demo" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
				`KMSKeyARN: "alias/logs" is no key's ARN; one looks like ` + keyARN,
				"ExpireAfterDays: -1 is no number of days that S3 takes; it is 1 or more, or 0 for never",
				"AbortUploadsAfterDays: -1 is no number of days that S3 takes; it is 1 or more",
				"ExpireNoncurrentAfterDays: -1 is no number of days that S3 takes; it is 1 or more",
				"AccessLogs.Bucket: is required",
				"Writer.OIDCProviderARN: is required",
				`Tags: key "a" has no value`,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, logBucket(tt.args), "storage.LogBucketArgs.", tt.want, tt.reason)
		})
	}
}
