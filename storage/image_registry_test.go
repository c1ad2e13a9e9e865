package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func imageRegistry(args *storage.ImageRegistryArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		registry, err := storage.NewImageRegistry(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("host", registry.ServiceHost)
		return nil
	}
}

func TestImageRegistry(t *testing.T) {
	t.Parallel()
	bucket := pulumi.String("demo-x7k2p-registry-0")
	tests := map[string]struct {
		reason string
		args   *storage.ImageRegistryArgs
		spec   map[string]any
	}{
		"least": {
			reason: "what is not given stays the cluster's",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-east-2"},
			spec: map[string]any{
				"managementState": "Managed",
				"replicas":        int64(2),
				"storage": map[string]any{"managementState": "Unmanaged", "s3": map[string]any{
					"bucket": "demo-x7k2p-registry-0", "region": "us-east-2", "encrypt": true,
				}},
			},
		},
		"most": {
			reason: "ROSA Classic's place, a key of one's own",
			args: &storage.ImageRegistryArgs{
				Bucket: bucket.ToStringOutput(), Region: "us-gov-west-1", KMSKeyARN: pulumi.String(govKeyARN),
				Replicas: pulumi.Int(3).ToIntOutput(), Placement: storage.InfraNodes(),
			},
			spec: map[string]any{
				"managementState": "Managed",
				"replicas":        int64(3),
				"storage": map[string]any{"managementState": "Unmanaged", "s3": map[string]any{
					"bucket": "demo-x7k2p-registry-0", "region": "us-gov-west-1", "encrypt": true, "keyID": govKeyARN,
				}},
				"nodeSelector": map[string]any{"node-role.kubernetes.io/infra": ""},
				"tolerations": []any{
					map[string]any{
						"key":      "node-role.kubernetes.io/infra",
						"operator": "Exists",
						"effect":   "NoSchedule",
					},
				},
			},
		},
		"one": {
			reason: "a single-node cluster",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-east-2", Replicas: pulumi.Int(1)},
			spec: map[string]any{
				"managementState": "Managed",
				"replicas":        int64(1),
				"storage": map[string]any{"managementState": "Unmanaged", "s3": map[string]any{
					"bucket": "demo-x7k2p-registry-0", "region": "us-east-2", "encrypt": true,
				}},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, imageRegistry(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			assert.Empty(t, created, "the operator has made the object")
			require.Len(t, patched, 1)
			assert.Equal(t, tt.spec, patched[0]["spec"], tt.reason)
		})
	}
}

func TestImageRegistryGolden(t *testing.T) {
	t.Parallel()
	program := imageRegistry(
		&storage.ImageRegistryArgs{
			Bucket:    pulumi.String("demo-x7k2p-registry-0"),
			Region:    "us-east-2",
			Placement: storage.InfraNodes(),
		},
	)
	golden.Check(t, "testdata/image-registry.golden", mockstest.Run(t, program).Golden())
	mockstest.PreviewIsTheUpdate(t, program)
}

// TestImageRegistryStaysWhenTheComponentGoes because a Config without replicas is refused, and because one without
// storage makes the operator create a bucket.
func TestImageRegistryStaysWhenTheComponentGoes(t *testing.T) {
	t.Parallel()
	patch := mockstest.Find(
		t,
		mockstest.Run(t, imageRegistry(&storage.ImageRegistryArgs{Bucket: pulumi.String("b"), Region: "us-east-2"})),
		"main-registry",
	)
	assert.True(t, patch.Options.RetainOnDelete)
	assert.Error(t, kubetest.Validate(map[string]any{
		"apiVersion": "imageregistry.operator.openshift.io/v1", "kind": "Config", "metadata": map[string]any{"name": "cluster"},
		"spec": map[string]any{"managementState": "Managed"},
	}), "replicas are required")
}

// TestImageRegistryCanBeRemovedAtInstallation as the documentation says, so that the operator makes no bucket.
func TestImageRegistryCanBeRemovedAtInstallation(t *testing.T) {
	t.Parallel()
	kubetest.Check(t, map[string]any{
		"apiVersion": "imageregistry.operator.openshift.io/v1", "kind": "Config", "metadata": map[string]any{"name": "cluster"},
		"spec": map[string]any{"managementState": "Removed", "replicas": 1, "storage": map[string]any{}},
	})
}

// TestImageRegistryComesAfterItsBucket through the bucket's name alone.
func TestImageRegistryComesAfterItsBucket(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
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

func TestImageRegistryArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	bucket := pulumi.String("b")
	tests := map[string]struct {
		reason string
		args   *storage.ImageRegistryArgs
		want   []string
	}{
		"nil": {
			reason: "there is no default bucket",
			want:   []string{"Bucket: is required", "Region: is required"},
		},
		"empty": {
			reason: "a typed empty text is no name",
			args:   &storage.ImageRegistryArgs{Bucket: pulumi.String(""), Region: "us-east-2"},
			want:   []string{"Bucket: is required"},
		},
		"a zone": {
			reason: "a bucket is in a region",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-east-2a"},
			want:   []string{`Region: "us-east-2a" is no region; one looks like us-east-2`},
		},
		"none": {
			reason: "pods would ask in vain",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-east-2", Replicas: pulumi.Int(0)},
			want:   []string{"Replicas: 0 is no number of pods; a registry has 1 or more"},
		},
		"key of another region": {
			reason: "S3 refuses every push",
			args:   &storage.ImageRegistryArgs{Bucket: bucket, Region: "us-west-2", KMSKeyARN: pulumi.String(keyARN)},
			want: []string{
				"KMSKeyARN: is a key of us-east-2, and the bucket is in us-west-2; S3 takes keys of its own region"},
		},
		"several": {
			reason: "all at once",
			args: &storage.ImageRegistryArgs{
				Bucket:    bucket,
				Region:    "Ohio",
				KMSKeyARN: pulumi.String("alias/registry"),
				Replicas:  pulumi.Int(-2),
				Placement: storage.Placement{Tolerations: []storage.Toleration{{}}},
			},
			want: []string{
				`Region: "Ohio" is no region; one looks like us-east-2`,
				`KMSKeyARN: "alias/registry" is no key's ARN; one looks like ` + keyARN,
				"Replicas: -2 is no number of pods; a registry has 1 or more",
				"Placement.Tolerations[0].Key: is required, unless Operator is Exists: then all taints are meant",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, imageRegistry(tt.args), "storage.ImageRegistryArgs.", tt.want, tt.reason)
		})
	}
}
