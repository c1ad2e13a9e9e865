package acceptance

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const (
	storageID     = "sto-x7k2p"
	storageKeyARN = "arn:aws:kms:ca-central-1:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a"
)

// storageScenario is the part of the program that the test changes.
type storageScenario struct {
	key          pulumi.StringInput
	readOnly     bool
	noBucket     bool
	pruner       *storage.ImagePrunerArgs
	userWorkload *storage.UserWorkloadMonitoringArgs
	snapshots    bool
	// moved copies the data of snapshots to the bucket, driverKey encrypts the volumes of the shipped storage classes.
	moved     bool
	driverKey string
}

func (s *storageScenario) program(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
	logs, err := storage.NewAccessLogBucket(ctx, storageID,
		&storage.AccessLogBucketArgs{InfraID: storageID, ForceDestroy: true})
	if err != nil {
		return err
	}
	registry, err := storage.NewRegistryBucket(ctx, storageID,
		&storage.RegistryBucketArgs{InfraID: storageID, KMSKeyARN: s.key, ForceDestroy: new(true)})
	if err != nil {
		return err
	}
	args := &storage.ImageRegistryArgs{ReadOnly: s.readOnly, Pruner: s.pruner, Placement: storage.InfraNodes()}
	if !s.noBucket {
		args.Bucket, args.Region, args.KMSKeyARN = registry.Name, storageRegion, s.key
	}
	if _, err := storage.NewImageRegistry(ctx, storageID, args, inCluster); err != nil {
		return err
	}
	writer := &iam.ServiceAccountRoleArgs{
		OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/oidc.example.com/sto"),
	}
	backups := map[string]*storage.BackupBucket{}
	for _, purpose := range []string{"etcd", "applications"} {
		if backups[purpose], err = storage.NewBackupBucket(ctx, storageID+"-"+purpose, &storage.BackupBucketArgs{
			InfraID:             storageID,
			Purpose:             purpose,
			Region:              storageRegion,
			KMSKeyARN:           s.key,
			InfrequentAfterDays: 30,
			ExpireAfterDays:     365,
			Writer:              writer,
			VolumeSnapshots:     s.snapshots && purpose == "applications",
			AccessLogs:          &storage.AccessLogsArgs{Bucket: logs.Name, Prefix: purpose + "/"},
		}); err != nil {
			return err
		}
	}
	if _, err := storage.NewEtcdBackup(ctx, storageID, &storage.EtcdBackupArgs{
		InfraID: storageID, BucketName: backups["etcd"].Name, KMSKeyARN: s.key, Region: storageRegion, Role: writer,
	}, inCluster); err != nil {
		return err
	}
	if _, err := storage.NewLogBucket(ctx, storageID, &storage.LogBucketArgs{
		InfraID:   storageID,
		KMSKeyARN: s.key,
		Writer:    writer,
	}); err != nil {
		return err
	}
	class, err := storage.NewStorageClass(ctx, storageID,
		&storage.StorageClassArgs{Name: storageID, KMSKeyARN: s.key}, inCluster)
	if err != nil {
		return err
	}
	if _, err = storage.NewMonitoringStorage(ctx, storageID, &storage.MonitoringStorageArgs{
		StorageClass: class.Name, Placement: storage.InfraNodes(), UserWorkload: s.userWorkload,
	}, inCluster); err != nil {
		return err
	}
	return s.registerSnapshots(ctx, backups["applications"], inCluster)
}

const (
	imagePruner = `{"apiVersion":"imageregistry.operator.openshift.io/v1","kind":"ImagePruner",` +
		`"metadata":{"name":"cluster"},"spec":{"suspend":false,"keepTagRevisions":3,"logLevel":"Normal"}}`
	shippedStorageClass = `{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"gp3-csi",` +
		`"annotations":{"storageclass.kubernetes.io/is-default-class":"true","example.com/note":"kept"}},` +
		`"provisioner":"ebs.csi.aws.com","parameters":{"type":"gp3"}}`
	userNamespace = `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"openshift-user-workload-monitoring"}}`
)

func TestStorage(t *testing.T) {
	clusterLock.acquire(t)
	kubectl(t, userNamespace, "apply", "-f", "-") // Every cluster has it, and the lab cannot delete namespaces.
	createAsOperator(t, imagePruner)
	createAsOperator(t, shippedStorageClass)
	createSnapshotObjects(t)
	scenario := &storageScenario{driverKey: storageKeyARN}
	stack := newLiveStack(t, "storage", scenario.program)

	for _, one := range stack.up() {
		assert.True(t, strings.HasPrefix(one, "create "), one)
	}
	stack.assertStable("without a key")
	scenario.snapshotsAreApplied(t)
	assert.Equal(t, map[string]string{"gp3-csi": "false", storageID: "true"}, defaultClasses(t, storageID))
	storageGainsKey(t, stack, scenario)
	storageGainsSettings(t, stack, scenario)
	stack.assertStable("with a key and settings")
	scenario.snapshotsAreApplied(t)
	storageLosesKey(t, stack, scenario)
	registryLosesBucket(t, stack, scenario)

	kubectl(t, "", "patch", "configs.imageregistry.operator.openshift.io", "cluster", "--type=merge", "-p",
		`{"spec":{"logLevel":"Debug"}}`)
	stack.destroy()
	registry := spec(t, "configs.imageregistry.operator.openshift.io", "", "cluster")
	for _, field := range []string{"readOnly", "nodeSelector", "tolerations"} {
		assert.NotContains(t, registry, field, "patched fields are restored")
	}
	assert.Equal(t, "Debug", registry["logLevel"], "fields of other owners stay")
	assert.InDelta(t, 2, registry["replicas"], 0, "required fields stay")
	pruner := spec(t, "imagepruners.imageregistry.operator.openshift.io", "", "cluster")
	assert.NotContains(t, pruner, "schedule", "patched fields are restored")
	assert.Equal(t, "Normal", pruner["logLevel"], "fields of other owners stay")
	assert.Equal(t, map[string]string{"gp3-csi": ""}, defaultClasses(t, storageID),
		"the annotation of the shipped class is restored")
	snapshotsAreReleased(t)
	assert.Empty(t, regionLeftovers(t, storageRegion, storageID), "destroy leaves no resources")
}

const encryptionType = "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2"

// keyChanges are the changes when a KMS key is added: the encryption of existing buckets, the permissions to use the
// key, and the storage class, which is immutable.
var keyChanges = []string{
	"replace kubernetes:storage.k8s.io/v1:StorageClass sto-x7k2p-storageclass",
	"update aws:iam/rolePolicy:RolePolicy sto-x7k2p-applications-backup-writer-policy",
	"update aws:iam/rolePolicy:RolePolicy sto-x7k2p-etcd-backup-policy",
	"update aws:iam/rolePolicy:RolePolicy sto-x7k2p-etcd-backup-writer-policy",
	"update aws:iam/rolePolicy:RolePolicy sto-x7k2p-logs-writer-policy",
	"update " + encryptionType + " sto-x7k2p-applications-backup-encryption",
	"update " + encryptionType + " sto-x7k2p-etcd-backup-encryption",
	"update " + encryptionType + " sto-x7k2p-logs-encryption",
	"update " + encryptionType + " sto-x7k2p-registry-encryption",
	"update kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch sto-x7k2p-registry",
}

// storageGainsKey asserts that a key that is added later changes the encryption of existing buckets and the
// permissions, and replaces the storage class, which is immutable.
func storageGainsKey(t *testing.T, stack *liveStack, scenario *storageScenario) {
	t.Helper()
	scenario.key = pulumi.String(storageKeyARN)
	assert.Equal(t, keyChanges, stack.up())
	assert.Equal(t, storageKeyARN, registryStorage(t)["keyID"])
}

// storageLosesKey asserts that removing the key makes the same changes; existing objects stay encrypted with it.
func storageLosesKey(t *testing.T, stack *liveStack, scenario *storageScenario) {
	t.Helper()
	scenario.key = nil
	assert.Equal(t, keyChanges, stack.up())
	assert.NotContains(t, registryStorage(t), "keyID")
}

// registryLosesBucket asserts that a registry whose bucket is removed from the program keeps its storage, which the API
// server would reject to remove, and that the bucket can be set again.
func registryLosesBucket(t *testing.T, stack *liveStack, scenario *storageScenario) {
	t.Helper()
	replaced := []string{"replace kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch sto-x7k2p-registry"}
	before := registryStorage(t)
	for _, scenario.noBucket = range []bool{true, false} {
		assert.Equal(t, replaced, stack.up())
		assert.Equal(t, before, registryStorage(t))
		stack.assertStable("after a change of the bucket")
	}
}

// registryStorage returns the S3 configuration of the image registry.
func registryStorage(t *testing.T) map[string]any {
	t.Helper()
	registry := spec(t, "configs.imageregistry.operator.openshift.io", "", "cluster")
	return registry["storage"].(map[string]any)["s3"].(map[string]any)
}

func storageGainsSettings(t *testing.T, stack *liveStack, scenario *storageScenario) {
	t.Helper()
	scenario.readOnly, scenario.snapshots, scenario.moved, scenario.driverKey = true, true, true, storageAliasARN
	scenario.pruner = &storage.ImagePrunerArgs{Schedule: "0 3 * * *"}
	scenario.userWorkload = &storage.UserWorkloadMonitoringArgs{}
	assert.Equal(t, []string{
		"create kubernetes:core/v1:ConfigMap sto-x7k2p-user-workload-monitoring",
		"create kubernetes:imageregistry.operator.openshift.io/v1:ImagePrunerPatch sto-x7k2p-registry-pruner",
		"create kubernetes:imageregistry.operator.openshift.io/v1:ImagePrunerPatch sto-x7k2p-registry-pruner-unforced",
		"update aws:iam/rolePolicy:RolePolicy sto-x7k2p-applications-backup-writer-policy",
		"update kubernetes:core/v1:ConfigMap sto-x7k2p-monitoring",
		"update kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch sto-x7k2p-registry-settings-unforced",
		"update kubernetes:oadp.openshift.io/v1alpha1:DataProtectionApplication sto-x7k2p-oadp",
		"update kubernetes:operator.openshift.io/v1:ClusterCSIDriverPatch sto-x7k2p-csidriver",
		"update kubernetes:snapshot.storage.k8s.io/v1:VolumeSnapshotClass sto-x7k2p-snapshotclass",
	}, stack.up())
	registry := spec(t, "configs.imageregistry.operator.openshift.io", "", "cluster")
	assert.Equal(t, true, registry["readOnly"])
	assert.Equal(t, "0 3 * * *",
		spec(t, "imagepruners.imageregistry.operator.openshift.io", "", "cluster")["schedule"])
	monitoring := kubeObject(t, "configmap", "openshift-monitoring", "cluster-monitoring-config")
	assert.Contains(t, monitoring["data"].(map[string]any)["config.yaml"], `"enableUserWorkload": true`)
}

// defaultClasses returns the is-default-class annotation of the shipped storage class and of another one.
func defaultClasses(t *testing.T, other string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range []string{"gp3-csi", other} {
		class := kubeObject(t, "storageclass", "", name)
		if class == nil {
			continue
		}
		annotations, _ := class["metadata"].(map[string]any)["annotations"].(map[string]any)
		found[name], _ = annotations["storageclass.kubernetes.io/is-default-class"].(string)
		if name == "gp3-csi" {
			require.Equal(t, "kept", annotations["example.com/note"], "fields of other owners stay")
		}
	}
	return found
}
