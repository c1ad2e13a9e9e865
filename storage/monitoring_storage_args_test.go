package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestMonitoringStorageArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.MonitoringStorageArgs", map[string]checktest.Case{
		"sizes": {
			Reason: "an EBS volume has 1 to 16384 GiB, and Prometheus neither months nor Kubernetes quantities",
			Args: &storage.MonitoringStorageArgs{
				PrometheusVolumeGiB: 16385, AlertmanagerVolumeGiB: -10, Retention: "1mo", RetentionSize: "80Gi",
			},
			Want: []string{
				".PrometheusVolumeGiB: range", ".AlertmanagerVolumeGiB: range", ".Retention: format",
				".RetentionSize: format",
			},
		},
		"placement": {
			Reason: "the API server rejects invalid labels",
			Args:   &storage.MonitoringStorageArgs{Placement: badPlacement},
			Want:   []string{".Placement" + noTolerationKey},
		},
	}, mockstest.Rejects(monitoringStorage, withCluster()))
}
