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

func storageClass(args *storage.StorageClassArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewStorageClass, "main", args,
		func(class *storage.StorageClass) pulumi.Map { return pulumi.Map{"name": class.Name} })
}

func TestStorageClass(t *testing.T) {
	t.Parallel()
	const isDefault = "storageclass.kubernetes.io/is-default-class"
	tests := map[string]struct {
		reason     string
		args       *storage.StorageClassArgs
		name       string
		parameters map[string]any
		reclaim    string
		isDefault  bool
		demoted    []string
	}{
		"nil": {
			reason:     "the default is an encrypted gp3 class that replaces the shipped default",
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true"},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp3-csi"},
		},
		"key": {
			reason:     "volumes can be encrypted with your own key",
			args:       &storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN).ToStringOutput()},
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true", "kmsKeyId": keyARN},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp3-csi"},
		},
		"fast": {
			reason: "the parameters of a class are strings",
			args: &storage.StorageClassArgs{
				Name:          "fast",
				IOPS:          16000,
				ThroughputMiB: 1000,
				RetainVolumes: true,
				Default:       new(false),
			},
			name:       "fast",
			parameters: map[string]any{"type": "gp3", "encrypted": "true", "iops": "16000", "throughput": "1000"},
			reclaim:    "Retain",
		},
		"older": {
			reason:     "clusters installed before 4.12 have other default classes",
			args:       &storage.StorageClassArgs{Demote: []string{"gp2", "gp2-csi"}},
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true"},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp2", "gp2-csi"},
		},
		"none": {
			reason:     "an empty list demotes no class",
			args:       &storage.StorageClassArgs{Demote: []string{}},
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true"},
			reclaim:    "Delete",
			isDefault:  true,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, storageClass(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			metadata := map[string]any{"name": tt.name}
			if tt.isDefault {
				metadata["annotations"] = map[string]any{isDefault: "true"}
			}
			assert.Equal(t, []map[string]any{{
				"apiVersion":           "storage.k8s.io/v1",
				"kind":                 "StorageClass",
				"metadata":             metadata,
				"provisioner":          "ebs.csi.aws.com",
				"parameters":           tt.parameters,
				"reclaimPolicy":        tt.reclaim,
				"allowVolumeExpansion": true,
				"volumeBindingMode":    "WaitForFirstConsumer",
			}}, created, tt.reason)
			var demoted []string
			for _, patch := range patched {
				metadata := patch["metadata"].(map[string]any)
				assert.Equal(t, map[string]any{isDefault: "false"}, metadata["annotations"], tt.reason)
				assert.Len(t, patch, 3, "only the annotation is patched")
				demoted = append(demoted, metadata["name"].(string))
			}
			assert.Equal(t, tt.demoted, demoted, tt.reason)
		})
	}
}

// TestStorageClassReplacement: the API server rejects changes of the parameters.
func TestStorageClassReplacement(t *testing.T) {
	t.Parallel()
	class := mockstest.Find(t, run(t, storageClass(nil)), "main-storageclass")
	assert.Equal(t, []string{"parameters", "reclaimPolicy"}, class.Options.ReplaceOnChanges)
	assert.True(t, class.Options.DeleteBeforeReplace, "the name is fixed and must be unique")
}

// TestStorageClassIsDeletedBeforeAnnotationsRevert: the operator of gp3-csi sets the annotation to "false" as long as
// another class is the default, and never changes it afterwards.
func TestStorageClassIsDeletedBeforeAnnotationsRevert(t *testing.T) {
	t.Parallel()
	rec := run(t, storageClass(&storage.StorageClassArgs{Demote: []string{"gp2", "gp2-csi"}}))
	require.Equal(t, "gp3-encrypted", rec.Outputs()["name"])
	class := mockstest.Find(t, rec, "main-storageclass").URN
	for _, demoted := range []string{"gp2", "gp2-csi"} {
		assert.True(t, rec.Graph().Reaches(class, mockstest.Find(t, rec, "main-demote-"+demoted).URN), demoted)
	}
}
