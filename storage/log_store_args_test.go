package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestLogStoreArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	tests := map[string]struct {
		reason string
		args   *storage.LogStoreArgs
		want   []string
	}{
		"nil": {
			reason: "all missing fields are reported together",
			want:   []string{"Bucket: required", "StorageClass: required", ": required"},
		},
		"role and access key": {
			reason: "Loki uses either a role or an access key",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Credentials = &storage.LogCredentialsArgs{} }),
			want: []string{
				"Credentials.AccessKeyID: required",
				"Credentials.SecretAccessKey: required",
				": exclusive",
			},
		},
		"role of another partition": {
			reason: "a role and its bucket are in one partition",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Region = "us-gov-west-1" }),
			want: []string{
				"RoleARN: arn:aws:iam::123456789012:role/demo-logs is in partition aws; " +
					"us-gov-west-1 is in partition aws-us-gov",
			},
		},
		"future schema": {
			reason: "Loki needs a schema for today's logs",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.SchemaDate = "2924-10-01" }),
			want: []string{
				"SchemaDate: must not be in the future, because Loki needs a schema for today's logs (got 2924-10-01)",
			},
		},
		"all fields": {
			reason: "all problems are reported together",
			args: logStoreArgs(func(a *storage.LogStoreArgs) {
				a.SchemaDate, a.Placement = "today", badPlacement
			}),
			want: []string{"SchemaDate: format", "Placement" + noTolerationKey},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, logStore(tt.args), "storage.LogStoreArgs", tt.want, tt.reason)
		})
	}
}
