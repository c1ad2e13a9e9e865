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

const deliveryARN = "arn:aws:iam::033677994240:root"

func accessLogBucket(args *storage.AccessLogBucketArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		made, err := storage.NewAccessLogBucket(ctx, "main", args)
		if err != nil {
			return err
		}
		_, err = storage.NewRegistryBucket(
			ctx,
			"user",
			&storage.RegistryBucketArgs{InfraID: "demo-x7k2p", AccessLogs: &storage.AccessLogsArgs{Bucket: made.Name}},
		)
		return err
	}
}

func TestAccessLogBucketGolden(t *testing.T) {
	t.Parallel()
	program := accessLogBucket(
		&storage.AccessLogBucketArgs{
			InfraID:                mockstest.LongInfraID,
			LoadBalancerAccountARN: pulumi.String(deliveryARN).ToStringOutput(),
		},
	)
	rec := mockstest.Run(t, program)
	golden.Check(t, "testdata/access-log-bucket.golden", rec.Golden())
	mockstest.PreviewIsTheUpdate(t, program)
	assert.LessOrEqual(
		t,
		len(mockstest.Find(t, rec, "main-access-logs").Inputs["bucketPrefix"].(string)),
		bucket.PrefixLimit,
	)
	assert.True(
		t,
		rec.Graph().Reaches(
			mockstest.Find(t, rec, "user-registry-logs").URN,
			mockstest.Find(t, rec, "main-access-logs-policy").URN,
		),
		"AWS looks whether logs may be written",
	)
}

// TestAccessLogBucketTakesLogsAndNothingElse because whoever writes logs needs neither read nor delete them.
func TestAccessLogBucketTakesLogsAndNothingElse(t *testing.T) {
	t.Parallel()
	principals := func(args *storage.AccessLogBucketArgs) (all []map[string][]string) {
		for _, statement := range documentOf(t, mockstest.Run(t, accessLogBucket(args)), "aws:s3/bucketPolicy:BucketPolicy", "policy")["main-access-logs-policy"].Statement {
			if statement.Sid == "TLSOnly" {
				continue
			}
			assert.Equal(t, []string{"s3:PutObject"}, statement.Action)
			all = append(all, statement.Principal)
		}
		return all
	}
	ofBuckets := map[string][]string{"Service": {"logging.s3.amazonaws.com"}}
	assert.Equal(t, []map[string][]string{ofBuckets}, principals(&storage.AccessLogBucketArgs{InfraID: "demo-x7k2p"}))
	assert.Equal(
		t,
		[]map[string][]string{ofBuckets, {"AWS": {deliveryARN}}},
		principals(
			&storage.AccessLogBucketArgs{InfraID: "demo-x7k2p", LoadBalancerAccountARN: pulumi.String(deliveryARN)},
		),
	)
}

func TestAccessLogBucketArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.AccessLogBucketArgs
		want   []string
	}{
		"nil": {reason: "the name begins with it", want: []string{"InfraID: is required"}},
		"several": {
			reason: "all at once",
			args: &storage.AccessLogBucketArgs{
				InfraID:                "demo",
				LoadBalancerAccountARN: pulumi.String("033677994240"),
				ExpireAfterDays:        -1,
				Tags:                   pulumi.StringMap{"a": nil},
			},
			want: []string{
				`LoadBalancerAccountARN: "033677994240" is no account's ARN; one looks like arn:aws:iam::033677994240:root`,
				"ExpireAfterDays: -1 is no number of days that S3 takes; it is 1 or more", `Tags: key "a" has no value`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, accessLogBucket(tt.args), "storage.AccessLogBucketArgs.", tt.want, tt.reason)
		})
	}
}
