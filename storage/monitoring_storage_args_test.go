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
		"placement": {
			Reason: "the API server rejects invalid labels",
			Args:   &storage.MonitoringStorageArgs{Placement: badPlacement},
			Want:   []string{".Placement" + noTolerationKey},
		},
	})
}
