package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestMonitoringStorageArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	tests := map[string]struct {
		reason string
		args   *storage.MonitoringStorageArgs
		want   []string
	}{
		"volumes": {
			reason: "an EBS volume has 1 to 16384 GiB",
			args:   &storage.MonitoringStorageArgs{PrometheusVolumeGiB: 16385, AlertmanagerVolumeGiB: -10},
			want:   []string{"PrometheusVolumeGiB: range", "AlertmanagerVolumeGiB: range"},
		},
		"months": {
			reason: "Prometheus has no months",
			args:   &storage.MonitoringStorageArgs{Retention: "1mo"},
			want:   []string{"Retention: format"},
		},
		"retention size": {
			reason: "a Prometheus size is not a Kubernetes quantity",
			args:   &storage.MonitoringStorageArgs{RetentionSize: "80Gi"},
			want:   []string{"RetentionSize: format"},
		},
		"placement": {
			reason: "the API server rejects invalid labels",
			args:   &storage.MonitoringStorageArgs{Placement: badPlacement},
			want:   []string{"Placement" + noTolerationKey},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, monitoringStorage(tt.args), "storage.MonitoringStorageArgs", tt.want, tt.reason)
		})
	}
}
