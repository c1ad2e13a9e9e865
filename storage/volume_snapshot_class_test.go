package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func volumeSnapshotClass(args *storage.VolumeSnapshotClassArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewVolumeSnapshotClass, "main", args,
		func(class *storage.VolumeSnapshotClass) pulumi.Map { return pulumi.Map{"name": class.Name} })
}

// snapshotClass returns a class as a manifest has it.
func snapshotClass(name, policy string, metadata fields) fields {
	metadata["name"] = name
	return fields{
		"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass", "metadata": metadata,
		"driver": "ebs.csi.aws.com", "deletionPolicy": policy,
	}
}

func TestVolumeSnapshotClass(t *testing.T) {
	t.Parallel()
	const isDefault = "snapshot.storage.kubernetes.io/is-default-class"
	demoted := fields{
		"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
		"metadata": fields{"name": "csi-aws-vsc", "annotations": fields{isDefault: "false"}},
	}
	tests := map[string]struct {
		reason  string
		args    *storage.VolumeSnapshotClassArgs
		created fields
		patched []map[string]any
	}{
		"nil": {
			reason:  "the default keeps snapshots and replaces the shipped default",
			created: snapshotClass("ebs-retain", "Retain", fields{"annotations": fields{isDefault: "true"}}),
			patched: []map[string]any{demoted},
		},
		"beside the default": {
			reason:  "a class that is not the default leaves the shipped one alone",
			args:    &storage.VolumeSnapshotClassArgs{Default: new(false), RetainSnapshots: new(false)},
			created: snapshotClass("ebs-delete", "Delete", fields{}),
		},
		"for backups": {
			reason: "Velero selects the class by its label",
			args:   &storage.VolumeSnapshotClassArgs{Name: "backups", Default: new(false), Backups: true},
			created: snapshotClass("backups", "Retain",
				fields{"labels": fields{"velero.io/csi-volumesnapshot-class": "true"}}),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, volumeSnapshotClass(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, patched := kubetest.Recorded(t, rec)
			assert.Equal(t, []map[string]any{tt.created}, created, tt.reason)
			assert.Equal(t, tt.patched, patched, tt.reason)
			assert.Equal(t, tt.created["metadata"].(fields)["name"], rec.Outputs()["name"])
		})
	}
}

// TestVolumeSnapshotClassIsDeletedBeforeTheAnnotationReverts: two default classes are an error of the controller.
func TestVolumeSnapshotClassIsDeletedBeforeTheAnnotationReverts(t *testing.T) {
	t.Parallel()
	rec := run(t, volumeSnapshotClass(nil))
	class := mockstest.Find(t, rec, "main-snapshotclass")
	assert.True(t, rec.Graph().Reaches(class.URN, mockstest.Find(t, rec, "main-demote-csi-aws-vsc").URN))
}

func TestVolumeSnapshotClassArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "storage.VolumeSnapshotClassArgs", map[string]checktest.Case{
		"shipped class": {
			Reason: "the operator reverts changes of its class",
			Args:   &storage.VolumeSnapshotClassArgs{Name: "csi-aws-vsc"},
			Want:   []string{".Name: must not be csi-aws-vsc, which every cluster has"},
		},
	})
}
