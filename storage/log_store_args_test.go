package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

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
			want:   []string{"Bucket: required", ": required", "StorageClass: required"},
		},
		"role and access key": {
			reason: "Loki uses either a role or an access key",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.Credentials = &storage.LogCredentialsArgs{} }),
			want: []string{
				": exclusive", "Credentials.AccessKeyID: required", "Credentials.SecretAccessKey: required",
			},
		},
		"empty role": {
			reason: "an empty ARN is not an ARN",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.RoleARN = pulumi.String("") }),
			want:   []string{"RoleARN: required"},
		},
		"role of a component that is not registered": {
			reason: "an output without a value cannot be converted",
			args:   logStoreArgs(func(a *storage.LogStoreArgs) { a.RoleARN = pulumi.StringPtrOutput{} }),
			want:   []string{"RoleARN: required"},
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
				a.Bucket, a.Region, a.RoleARN = pulumi.String("Logs"), "Ohio", pulumi.String("logs")
				a.StorageClass, a.Size, a.RetentionDays = pulumi.String("GP3"), "small", -1
				a.SchemaDate, a.Inputs = "today", []string{"audit", "audit", "events", ""}
				a.Placement = badPlacement
			}),
			want: append([]string{
				"Bucket: format", "Region: format", "RoleARN: format", "StorageClass: format", "Size: one-of",
				"RetentionDays: range", "SchemaDate: format", "Inputs[2]: one-of", "Inputs[3]: required",
				"Inputs[1]: duplicate",
			}, placementProblems("Placement", badPlacement)...),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, logStore(tt.args), "storage.LogStoreArgs", tt.want, tt.reason)
		})
	}
}
