package acceptance

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const storageAliasARN = "arn:aws:kms:ca-central-1:123456789012:alias/volumes"

// The objects that the storage operators create (openshift/cluster-storage-operator
// assets/csidriveroperators/aws-ebs/base/10_cr.yaml with the driverConfig that openshift/api operator/v1
// types_csi_cluster_driver.go always has, openshift/csi-operator
// assets/overlays/aws-ebs/generated/standalone/volumesnapshotclass.yaml), and the namespace of the OADP Operator.
const (
	ebsCSIDriver = `{"apiVersion":"operator.openshift.io/v1","kind":"ClusterCSIDriver",` +
		`"metadata":{"name":"ebs.csi.aws.com"},` +
		`"spec":{"driverConfig":{"driverType":""},` +
		`"logLevel":"Normal","managementState":"Managed","operatorLogLevel":"Normal"}}`
	shippedSnapshotClass = `{"apiVersion":"snapshot.storage.k8s.io/v1","kind":"VolumeSnapshotClass",` +
		`"metadata":{"name":"csi-aws-vsc","annotations":{"snapshot.storage.kubernetes.io/is-default-class":"true"}},` +
		`"driver":"ebs.csi.aws.com","deletionPolicy":"Delete"}`
	oadpNamespace = `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"openshift-adp"}}`
)

func createSnapshotObjects(t *testing.T) {
	t.Helper()
	kubectl(t, oadpNamespace, "apply", "-f", "-")
	createAsOperator(t, ebsCSIDriver)
	createAsOperator(t, shippedSnapshotClass)
}

func (s *storageScenario) registerSnapshots(
	ctx *pulumi.Context, bucket *storage.BackupBucket, inCluster pulumi.ResourceOption,
) error {
	if _, err := storage.NewClusterCSIDriver(ctx, storageID,
		&storage.ClusterCSIDriverArgs{KMSKeyARN: pulumi.String(s.driverKey)}, inCluster); err != nil {
		return err
	}
	if _, err := storage.NewVolumeSnapshotClass(ctx, storageID,
		&storage.VolumeSnapshotClassArgs{Name: storageID, Backups: s.moved}, inCluster); err != nil {
		return err
	}
	_, err := storage.NewDataProtectionApplication(ctx, storageID, &storage.DataProtectionApplicationArgs{
		Bucket: bucket.Name, RoleARN: bucket.WriterRoleARN, Region: storageRegion, MoveSnapshots: s.moved,
	}, inCluster)
	return err
}

// snapshotsAreApplied asserts that the objects have the values of the program.
func (s *storageScenario) snapshotsAreApplied(t *testing.T) {
	t.Helper()
	assert.Equal(t, s.driverKey, driverKey(t))
	assert.Equal(t, map[string]string{"csi-aws-vsc": "false", storageID: "true"}, defaultSnapshotClasses(t))
	class := kubeObject(t, "volumesnapshotclass", "", storageID)["metadata"].(map[string]any)
	labels, _ := class["labels"].(map[string]any)
	assert.Equal(t, s.moved, labels["velero.io/csi-volumesnapshot-class"] == "true")
	configuration := spec(t, "dataprotectionapplication", "openshift-adp", "velero")["configuration"].(map[string]any)
	assert.Equal(t, s.moved, configuration["nodeAgent"].(map[string]any)["enable"])
	assert.NotNil(t, kubeObject(t, "secret", "openshift-adp", "cloud-credentials"))
}

// snapshotsAreReleased asserts that a destroy deletes what the program created and keeps the key, and that the documented
// command makes the shipped class the default again, which it is not after the destroy.
func snapshotsAreReleased(t *testing.T) {
	t.Helper()
	assert.Equal(t, storageAliasARN, driverKey(t))
	assert.Equal(t, "Managed", spec(t, "clustercsidriver", "", "ebs.csi.aws.com")["managementState"])
	assert.Equal(t, map[string]string{"csi-aws-vsc": ""}, defaultSnapshotClasses(t))
	kubectl(t, "", "annotate", "volumesnapshotclass", "csi-aws-vsc", "snapshot.storage.kubernetes.io/is-default-class=true",
		"--overwrite")
	assert.Equal(t, map[string]string{"csi-aws-vsc": "true"}, defaultSnapshotClasses(t))
	assert.Nil(t, kubeObject(t, "dataprotectionapplication", "openshift-adp", "velero"))
	assert.Nil(t, kubeObject(t, "secret", "openshift-adp", "cloud-credentials"))
}

// driverKey returns the key of the volumes of the shipped storage classes.
func driverKey(t *testing.T) any {
	t.Helper()
	config := spec(t, "clustercsidriver", "", "ebs.csi.aws.com")["driverConfig"].(map[string]any)
	assert.Equal(t, "AWS", config["driverType"])
	return config["aws"].(map[string]any)["kmsKeyARN"]
}

// defaultSnapshotClasses returns the is-default-class annotations of the classes that exist.
func defaultSnapshotClasses(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range []string{"csi-aws-vsc", storageID} {
		if class := kubeObject(t, "volumesnapshotclass", "", name); class != nil {
			annotations, _ := class["metadata"].(map[string]any)["annotations"].(map[string]any)
			found[name], _ = annotations["snapshot.storage.kubernetes.io/is-default-class"].(string)
		}
	}
	return found
}
