package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestMonitoringStorageArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{NodeSelector: map[string]string{"tier": "a b"}}
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
		"storage class": {
			reason: "the storage class is the name of an object",
			args:   &storage.MonitoringStorageArgs{StorageClass: pulumi.String("GP3")},
			want:   []string{"StorageClass: format"},
		},
		"retention without unit": {
			reason: "a Prometheus duration has units",
			args:   &storage.MonitoringStorageArgs{Retention: "15"},
			want:   []string{"Retention: format"},
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
		"user workload": {
			reason: "user workload monitoring has the same limits",
			args: &storage.MonitoringStorageArgs{UserWorkload: &storage.UserWorkloadMonitoringArgs{
				PrometheusVolumeGiB:   -1,
				ThanosRulerVolumeGiB:  16385,
				AlertmanagerVolumeGiB: -1,
				Retention:             "1",
				RetentionSize:         "1Gi",
			}},
			want: []string{
				"UserWorkload.PrometheusVolumeGiB: range", "UserWorkload.ThanosRulerVolumeGiB: range",
				"UserWorkload.AlertmanagerVolumeGiB: range", "UserWorkload.Retention: format",
				"UserWorkload.RetentionSize: format",
			},
		},
		"placement": {
			reason: "the API server rejects invalid labels",
			args:   &storage.MonitoringStorageArgs{Placement: badPlacement},
			want:   placementProblems("Placement", badPlacement),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, monitoringStorage(tt.args), "storage.MonitoringStorageArgs", tt.want, tt.reason)
		})
	}
}
