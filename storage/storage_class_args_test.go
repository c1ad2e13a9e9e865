package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/ebs"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestStorageClassArgsValidateRejects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   *storage.StorageClassArgs
		want   []string
	}{
		"IOPS": {
			reason: "gp3 has 3000 IOPS or more",
			args:   &storage.StorageClassArgs{IOPS: 2999},
			want:   volumeProblems(ebs.Volume{Type: "gp3", SizeGiB: 16384, IOPS: 2999}),
		},
		"throughput": {
			reason: "gp3 has at most 1000 MiB/s",
			args:   &storage.StorageClassArgs{ThroughputMiB: 1001},
			want:   volumeProblems(ebs.Volume{Type: "gp3", SizeGiB: 16384, ThroughputMiB: 1001}),
		},
		"demoted": {
			reason: "a class cannot be the default and be demoted",
			args:   &storage.StorageClassArgs{Name: "gp3-csi", Demote: []string{"gp3-csi", "gp2", "gp2", ""}},
			want: []string{
				"Demote[3]: required", "Demote[2]: duplicate", "Demote[0]: must not be the class itself (got gp3-csi)",
			},
		},
		"shipped class": {
			reason: "the operator manages the shipped class",
			args:   &storage.StorageClassArgs{Name: "gp3-csi"},
			want:   []string{"Demote[0]: must not be the class itself (got gp3-csi)"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, storageClass(tt.args), "storage.StorageClassArgs", tt.want, tt.reason)
		})
	}
}
