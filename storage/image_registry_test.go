package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func imageRegistry(args *storage.ImageRegistryArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewImageRegistry, "main", args,
		func(registry *storage.ImageRegistry) pulumi.Map { return pulumi.Map{"host": registry.ServiceHost} })
}

func TestImageRegistry(t *testing.T) {
	t.Parallel()
	bucket := pulumi.String("demo-x7k2p-registry-0")
	unmanaged := func(replicas int64, s3 map[string]any) map[string]any {
		return map[string]any{
			"managementState": "Managed", "replicas": replicas,
			"storage": map[string]any{"managementState": "Unmanaged", "s3": s3},
		}
	}
	tests := map[string]struct {
		reason string
		args   *storage.ImageRegistryArgs
		spec   map[string]any
	}{
		"least": {
			reason: "fields that are not set are not patched, and the region is that of the AWS provider",
			args:   &storage.ImageRegistryArgs{Bucket: bucket},
			spec: unmanaged(2, map[string]any{
				"bucket": "demo-x7k2p-registry-0", "region": "us-east-2", "encrypt": true,
			}),
		},
		"most": {
			reason: "the registry encrypts with the key, in the region of the arguments",
			args: &storage.ImageRegistryArgs{
				Bucket: bucket.ToStringOutput(), Region: "us-gov-west-1", KMSKeyARN: pulumi.String(govKeyARN),
				Replicas: new(3),
			},
			spec: unmanaged(3, map[string]any{
				"bucket": "demo-x7k2p-registry-0", "region": "us-gov-west-1", "encrypt": true, "keyID": govKeyARN,
			}),
		},
		"the operator's bucket": {
			reason: "without a bucket the storage is left alone, as on ROSA",
			args:   &storage.ImageRegistryArgs{Replicas: new(3)},
			spec:   map[string]any{"managementState": "Managed", "replicas": int64(3)},
		},
		"endpoint": {
			reason: "a VPC endpoint without private DNS has a URL of its own",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, RegionEndpoint: "https://s3.example.com"},
			spec: unmanaged(2, map[string]any{
				"bucket": "demo-x7k2p-registry-0", "region": "us-east-2", "encrypt": true,
				"regionEndpoint": "https://s3.example.com",
			}),
		},
		"one": {
			reason: "a single-node cluster has one pod",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-east-2", Replicas: new(1)},
			spec: unmanaged(1, map[string]any{
				"bucket": "demo-x7k2p-registry-0", "region": "us-east-2", "encrypt": true,
			}),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, imageRegistry(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			assert.Empty(t, created, "the operator creates the object")
			require.Len(t, patched, 1)
			assert.Equal(t, tt.spec, patched[0]["spec"], tt.reason)
		})
	}
}

// TestImageRegistryIsRetained: the API server rejects a Config without replicas, and without storage the operator
// creates a bucket.
func TestImageRegistryIsRetained(t *testing.T) {
	t.Parallel()
	patch := mockstest.Find(t, run(t, imageRegistry(registryArgs())), "main-registry")
	assert.True(t, patch.Options.RetainOnDelete)
	assert.Error(t, kubetest.Validate(map[string]any{
		"apiVersion": "imageregistry.operator.openshift.io/v1",
		"kind":       "Config",
		"metadata":   map[string]any{"name": "cluster"},
		"spec":       map[string]any{"managementState": "Managed"},
	}), "replicas are required")
}

// TestImageRegistryKeepsItsStorage: a patch of another field manager replaces the one that owns the storage, and the
// replaced patch is retained with its fields.
func TestImageRegistryKeepsItsStorage(t *testing.T) {
	t.Parallel()
	with := imageRegistry(&storage.ImageRegistryArgs{Bucket: pulumi.String("demo-x7k2p-registry-0")})
	without := imageRegistry(nil)
	replaced := []string{
		"replace ConfigPatch main-registry: metadata.annotations[\"pulumi.com/patchFieldManager\"]",
	}
	assert.Equal(t, replaced, changes(t, with, without))
	assert.Equal(t, replaced, changes(t, without, with))
	assert.True(t, mockstest.Find(t, run(t, without), "main-registry").Options.RetainOnDelete)
	assert.Equal(t, []string{"update ConfigPatch main-registry: spec.replicas"},
		changes(t, without, imageRegistry(&storage.ImageRegistryArgs{Replicas: new(3)})))
}

// TestImageRegistryInstallManifest: the manifest of the documentation, with which the operator creates no bucket, is
// valid.
func TestImageRegistryInstallManifest(t *testing.T) {
	t.Parallel()
	kubetest.Check(t, map[string]any{
		"apiVersion": "imageregistry.operator.openshift.io/v1",
		"kind":       "Config",
		"metadata":   map[string]any{"name": "cluster"},
		"spec":       map[string]any{"managementState": "Removed", "replicas": 1, "storage": map[string]any{}},
	})
}

// TestImageRegistryDependsOnItsBucket: users need no DependsOn.
func TestImageRegistryDependsOnItsBucket(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		bucket, err := storage.NewRegistryBucket(ctx, "bucket", &storage.RegistryBucketArgs{InfraID: "demo-x7k2p"})
		if err != nil {
			return err
		}
		return imageRegistry(&storage.ImageRegistryArgs{Bucket: bucket.Name, Region: "us-east-2"})(ctx)
	})
	registry := mockstest.Find(t, rec, "main-registry").URN
	for _, setting := range []string{"", "-public-access", "-policy", "-ownership", "-encryption", "-versioning"} {
		assert.True(t, rec.Graph().Reaches(registry, mockstest.Find(t, rec, "bucket-registry"+setting).URN), setting)
	}
	assert.LessOrEqual(t, len(rec.Graph().LongestChain()), 4)
	assert.Equal(t, "image-registry.openshift-image-registry.svc:5000", rec.Outputs()["host"])
}
