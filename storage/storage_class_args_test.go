package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestStorageClassArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "storage.StorageClassArgs", map[string]checktest.Case{
		"performance": {
			Reason: "gp3 has 3000 IOPS or more, and at most 1000 MiB/s",
			Args:   &storage.StorageClassArgs{IOPS: 2999, ThroughputMiB: 1001},
			Want:   []string{".IOPS: range", ".ThroughputMiB: range"},
		},
		"demoted": {
			Reason: "a class cannot be the default and be demoted",
			Args:   &storage.StorageClassArgs{Name: "gp3-csi", Demote: []string{"gp3-csi", "gp2"}},
			Want:   []string{".Demote[0]: must not be the class itself (got gp3-csi)"},
		},
		"shipped class": {
			Reason: "the operator manages the shipped class",
			Args:   &storage.StorageClassArgs{Name: "gp3-csi"},
			Want:   []string{".Demote[0]: must not be the class itself (got gp3-csi)"},
		},
	})
}
