package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestLogStoreArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.LogStoreArgs", map[string]checktest.Case{
		"no credentials": {
			Reason: "Loki uses either a role or an access key",
			Args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.RoleARN = nil }),
			Want:   []string{": required"},
		},
		"role and access key": {
			Reason: "Loki uses either a role or an access key",
			Args: logStoreArgs(func(a *storage.LogStoreArgs) {
				a.Credentials = &storage.LogCredentialsArgs{AccessKeyID: pulumi.String("a"), SecretAccessKey: pulumi.String("b")}
			}),
			Want: []string{": exclusive"},
		},
		"role of another partition": {
			Reason: "a role and its bucket are in one partition",
			Args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Region = "us-gov-west-1" }),
			Want: []string{".RoleARN: arn:aws:iam::123456789012:role/demo-logs is in partition aws; " +
				"us-gov-west-1 is in partition aws-us-gov"},
		},
		"future schema": {
			Reason: "Loki needs a schema for today's logs",
			Args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.SchemaDate = "2924-10-01" }),
			Want: []string{
				".SchemaDate: must not be in the future, because Loki needs a schema for today's logs (got 2924-10-01)",
			},
		},
		"placement": {
			Reason: "the API server rejects invalid tolerations",
			Args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Placement = badPlacement }),
			Want:   []string{".Placement" + noTolerationKey},
		},
	})
}
