package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&storage.AccessLogBucketArgs{},
		&storage.BackupBucketArgs{},
		&storage.ClusterCSIDriverArgs{},
		&storage.DataProtectionApplicationArgs{},
		&storage.ImageRegistryArgs{},
		&storage.LogBucketArgs{},
		&storage.LogStoreArgs{},
		&storage.MonitoringStorageArgs{},
		&storage.RegistryBucketArgs{},
		&storage.StorageClassArgs{},
		&storage.VolumeSnapshotClassArgs{},
	)
}
