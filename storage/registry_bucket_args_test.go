package storage_test

import (
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestRegistryBucketArgsValidateAccepts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.RegistryBucketArgs
	}{
		"short infra ID": {
			reason: "an infrastructure ID has no minimum length",
			args:   &storage.RegistryBucketArgs{InfraID: "a"},
		},
		"alias": {
			reason: "S3 accepts the alias of a key",
			args: &storage.RegistryBucketArgs{
				InfraID:   "a",
				KMSKeyARN: pulumi.String("arn:aws-us-gov:kms:us-gov-west-1:123456789012:alias/registry"),
			},
		},
		"output": {
			reason: "a key that is created in the same program is not known yet",
			args:   &storage.RegistryBucketArgs{InfraID: "a", KMSKeyARN: pulumi.String(keyARN).ToStringOutput()},
		},
		"long": {
			reason: "S3 has no practical maximum number of days",
			args:   &storage.RegistryBucketArgs{InfraID: "a", ExpireNoncurrentAfterDays: 36500},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := *tt.args
			assert.NoError(t, tt.args.Validate(), tt.reason)
			mockstest.Run(t, registryBucket(tt.args))
			assert.Equal(t, before, *tt.args, "the user's arguments are not changed")
		})
	}
}

func TestRegistryBucketArgsValidateRejects(t *testing.T) {
	t.Parallel()
	noValue := pulumi.StringMap{"a": nil}
	tests := map[string]struct {
		reason string
		args   *storage.RegistryBucketArgs
		want   []string
	}{
		"nil": {reason: "an infrastructure ID is required", want: []string{"InfraID: required"}},
		"key ID": {
			reason: "the key ID of another account would name a key of this account",
			args: &storage.RegistryBucketArgs{
				InfraID:   "a",
				KMSKeyARN: pulumi.String("0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
			},
			want: []string{"KMSKeyARN: format"},
		},
		"all fields": {
			reason: "all problems are reported together",
			args: &storage.RegistryBucketArgs{
				InfraID: "Demo", AccessLogs: &storage.AccessLogsArgs{Prefix: "registry/"}, Tags: noValue,
			},
			want: slices.Concat(
				infraIDProblems("InfraID", "Demo"), []string{"AccessLogs.Bucket: required"}, tagProblems("Tags", noValue),
			),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, registryBucket(tt.args), "storage.RegistryBucketArgs", tt.want, tt.reason)
		})
	}
}
