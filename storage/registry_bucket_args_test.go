package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestRegistryBucketArgsValidateAccepts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.RegistryBucketArgs
	}{
		"output": {
			reason: "a key that is created in the same program is not known yet",
			args:   &storage.RegistryBucketArgs{InfraID: "a", KMSKeyARN: pulumi.String(keyARN).ToStringOutput()},
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
