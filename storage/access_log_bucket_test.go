package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func accessLogBucket(args *storage.AccessLogBucketArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		created, err := storage.NewAccessLogBucket(ctx, "main", args)
		if err != nil {
			return err
		}
		_, err = storage.NewRegistryBucket(
			ctx,
			"user",
			&storage.RegistryBucketArgs{
				InfraID:    "demo-x7k2p",
				AccessLogs: &storage.AccessLogsArgs{Bucket: created.Name},
			},
		)
		return err
	}
}

// TestAccessLogBucketDependsOnThePolicy: AWS checks that a bucket accepts logs when the logs are configured.
func TestAccessLogBucketDependsOnThePolicy(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, accessLogBucket(&storage.AccessLogBucketArgs{InfraID: mockstest.LongInfraID}))
	assert.LessOrEqual(t, len(mockstest.Find(t, rec, "main-access-logs").Inputs["bucketPrefix"].(string)),
		bucket.PrefixLimit)
	assert.True(t, rec.Graph().Reaches(mockstest.Find(t, rec, "user-registry-logs").URN,
		mockstest.Find(t, rec, "main-access-logs-policy").URN))
}

// TestAccessLogBucketPolicy: the services that write logs can neither read nor delete them.
func TestAccessLogBucketPolicy(t *testing.T) {
	t.Parallel()
	principals := func(args *storage.AccessLogBucketArgs) (all []map[string][]string) {
		rec := mockstest.Run(t, accessLogBucket(args))
		policies := documentOf(t, rec, "aws:s3/bucketPolicy:BucketPolicy", "policy")
		for _, statement := range policies["main-access-logs-policy"].Statement {
			if statement.Sid == "TLSOnly" {
				continue
			}
			assert.Equal(t, []string{"s3:PutObject"}, statement.Action)
			all = append(all, statement.Principal)
		}
		return all
	}
	s3Logs := map[string][]string{"Service": {"logging.s3.amazonaws.com"}}
	assert.Equal(t, []map[string][]string{s3Logs}, principals(&storage.AccessLogBucketArgs{InfraID: "demo-x7k2p"}))
	assert.Equal(t,
		[]map[string][]string{s3Logs, {"Service": {"logdelivery.elasticloadbalancing.amazonaws.com"}}},
		principals(
			&storage.AccessLogBucketArgs{InfraID: "demo-x7k2p", LoadBalancers: true},
		))
}
