package mockstest_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestFlat asserts that a program without components registers the same resources with the same dependencies.
func TestFlat(t *testing.T) {
	t.Parallel()
	rec, flat := mocks.New(), mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := storage.NewRegistryBucket(ctx, "main", &storage.RegistryBucketArgs{InfraID: "demo-x7k2p"})
		return err
	}))
	require.NoError(t, flat.Run(mockstest.Flat(rec)))
	dependencies := func(rec *mocks.Recorder) map[string][]string {
		names := map[string]string{}
		for _, r := range rec.Resources() {
			names[r.URN] = r.Type + " " + r.Name
		}
		all := map[string][]string{}
		for _, r := range rec.Resources() {
			if r.Custom {
				var used []string
				for _, urn := range r.Dependencies {
					used = append(used, names[urn])
				}
				all[names[r.URN]] = used
			}
		}
		return all
	}
	assert.Equal(t, dependencies(rec), dependencies(flat))
	for _, r := range flat.Resources() {
		assert.True(t, r.Custom || r.Type == "pulumi:pulumi:Stack", r.URN)
	}
	bucket, policy := mockstest.Find(t, flat, "main-registry"), mockstest.Find(t, flat, "main-registry-policy")
	assert.Equal(t, bucket.ID, policy.Inputs["bucket"], "it is the ID of the flat program's bucket")
}
