package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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
	checktest.Cases(t, "storage.RegistryBucketArgs", map[string]checktest.Case{
		"all fields": {
			Reason: "all problems are reported together; the key ID of another account would name a key of this account",
			Args: &storage.RegistryBucketArgs{
				InfraID: "Demo", KMSKeyARN: pulumi.String("0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"),
				AccessLogs: &storage.AccessLogsArgs{Prefix: "registry/"}, Tags: pulumi.StringMap{"a": nil},
			},
			Want: []string{".InfraID: format", ".KMSKeyARN: format", ".AccessLogs.Bucket: required", ".Tags[a]: required"},
		},
	})
}
