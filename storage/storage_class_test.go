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

func storageClass(args *storage.StorageClassArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		class, err := storage.NewStorageClass(ctx, "main", args)
		if err != nil {
			return err
		}
		ctx.Export("name", class.Name)
		return nil
	}
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
			reason:     "gp3, encrypted, the default class",
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true"},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp3-csi"},
		},
		"key": {
			reason:     "the cluster's own key",
			args:       &storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN).ToStringOutput()},
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true", "kmsKeyId": keyARN},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp3-csi"},
		},
		"fast": {
			reason: "numbers are texts in a class",
			args: &storage.StorageClassArgs{
				Name:          "fast",
				IOPS:          16000,
				ThroughputMiB: 1000,
				RetainVolumes: true,
				NotDefault:    true,
			},
			name:       "fast",
			parameters: map[string]any{"type": "gp3", "encrypted": "true", "iops": "16000", "throughput": "1000"},
			reclaim:    "Retain",
		},
		"older": {
			reason:     "clusters that were installed before gp3",
			args:       &storage.StorageClassArgs{Demote: []string{"gp2", "gp2-csi"}},
			name:       "gp3-encrypted",
			parameters: map[string]any{"type": "gp3", "encrypted": "true"},
			reclaim:    "Delete",
			isDefault:  true,
			demoted:    []string{"gp2", "gp2-csi"},
		},
		"none": {
			reason:     "somebody else demotes",
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
			rec := mockstest.Run(t, storageClass(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			metadata := map[string]any{"name": tt.name}
			if tt.isDefault {
				metadata["annotations"] = map[string]any{isDefault: "true"}
			}
			assert.Equal(t, []map[string]any{{
				"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": metadata, "provisioner": "ebs.csi.aws.com", "parameters": tt.parameters,
				"reclaimPolicy": tt.reclaim, "allowVolumeExpansion": true, "volumeBindingMode": "WaitForFirstConsumer",
			}}, created, tt.reason)
			var demoted []string
			for _, patch := range patched {
				metadata := patch["metadata"].(map[string]any)
				assert.Equal(t, map[string]any{isDefault: "false"}, metadata["annotations"], tt.reason)
				assert.Len(t, patch, 3, "nothing but the role changes")
				demoted = append(demoted, metadata["name"].(string))
			}
			assert.Equal(t, tt.demoted, demoted, tt.reason)
		})
	}
}

func TestStorageClassGolden(t *testing.T) {
	t.Parallel()
	program := storageClass(&storage.StorageClassArgs{KMSKeyARN: pulumi.String(keyARN)})
	golden.Check(t, "testdata/storage-class.golden", mockstest.Run(t, program).Golden())
	mockstest.PreviewIsTheUpdate(t, program)
}

// TestStorageClassIsReplacedByParameters because the API server takes no change of them.
func TestStorageClassIsReplacedByParameters(t *testing.T) {
	t.Parallel()
	class := mockstest.Find(t, mockstest.Run(t, storageClass(nil)), "main-storageclass")
	assert.Equal(t, []string{"parameters", "reclaimPolicy"}, class.Options.ReplaceOnChanges)
	assert.True(t, class.Options.DeleteBeforeReplace, "its name is fixed")
}

func TestThereIsAlwaysADefaultClass(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, storageClass(nil))
	require.Equal(t, "gp3-encrypted", rec.Outputs()["name"])
	assert.True(
		t,
		rec.Graph().Reaches(
			mockstest.Find(t, rec, "main-demote-gp3-csi").URN,
			mockstest.Find(t, rec, "main-storageclass").URN,
		),
	)
}

func TestStorageClassArgsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.StorageClassArgs
		want   []string
	}{
		"name": {
			reason: "an object's name",
			args:   &storage.StorageClassArgs{Name: "GP3"},
			want:   []string{`Name: "GP3" is no object's name of lower-case letters, digits, dots and hyphens`},
		},
		"key": {
			reason: "the driver passes it on",
			args:   &storage.StorageClassArgs{KMSKeyARN: pulumi.String("alias/ebs")},
			want:   []string{`KMSKeyARN: "alias/ebs" is no key's ARN; one looks like ` + keyARN},
		},
		"iops": {
			reason: "gp3's bounds",
			args:   &storage.StorageClassArgs{IOPS: 2999},
			want:   []string{"IOPS: 2999 is outside of what volumes of type gp3 take: 3000 to 16000"},
		},
		"throughput": {
			reason: "gp3's bounds",
			args:   &storage.StorageClassArgs{ThroughputMiB: 1001},
			want:   []string{"ThroughputMiB: 1001 MiB/s is outside of what volumes of type gp3 take: 125 to 1000"},
		},
		"demoted": {
			reason: "one cannot be both",
			args:   &storage.StorageClassArgs{Name: "gp3-csi", Demote: []string{"gp3-csi", "gp2", "gp2", ""}},
			want: []string{
				"Demote[0]: gp3-csi is the class that is to be the default", "Demote[2]: gp2 is given twice", "Demote[3]: is required"},
		},
		"shipped": {
			reason: "the shipped class is the operator's",
			args:   &storage.StorageClassArgs{Name: "gp3-csi"},
			want:   []string{"Demote[0]: gp3-csi is the class that is to be the default"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, tt.args, storageClass(tt.args), "storage.StorageClassArgs.", tt.want, tt.reason)
		})
	}
}
