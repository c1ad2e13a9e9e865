package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMonitoringStorageArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.MonitoringStorageArgs", map[string]checktest.Case{
		"sizes": {
			Reason: "Prometheus has neither months nor Kubernetes quantities",
			Args: &storage.MonitoringStorageArgs{
				Retention: "1mo", RetentionSize: "80Gi",
			},
			Want: []string{
				".Retention: format",
				".RetentionSize: format",
			},
		},
		"placement": {
			Reason: "the API server rejects invalid labels",
			Args:   &storage.MonitoringStorageArgs{Placement: badPlacement},
			Want:   []string{".Placement" + noTolerationKey},
		},
	})
}
