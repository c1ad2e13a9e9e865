package storage

import (
	"cmp"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// retentionPercent is the share of its volume that Prometheus may fill, with its write-ahead log; the rest is for compactions, during which
// old and new blocks exist (Prometheus documentation, "Storage": at most 80 to 85 percent).
const retentionPercent = 85

// MonitoringStorageArgs are the arguments of MonitoringStorage. Unless a field says otherwise, changes are applied in place.
type MonitoringStorageArgs struct {
	// PrometheusVolumeGiB is the size of the volume of each Prometheus in GiB, 1 to 16384. Defaults to 100. A change affects
	// new volumes, because the operator does not resize existing ones (oc delete pvc, one by one).
	PrometheusVolumeGiB int `check:"1..16384" default:"100"`
	// AlertmanagerVolumeGiB is the size of the volume of each Alertmanager in GiB, 1 to 16384. Defaults to 10. A change affects
	// new volumes.
	AlertmanagerVolumeGiB int `check:"1..16384" default:"10"`
	// StorageClass is the storage class of all volumes, such as StorageClass.Name. Defaults to the cluster's default class. A
	// change affects new volumes.
	StorageClass pulumi.StringInput `check:"format=storage-class"`
	// Retention is how long metrics are kept, as a Prometheus duration such as 1w12h. Defaults to 15d.
	Retention string `check:"format=prometheus-duration" default:"15d"`
	// RetentionSize is the maximum size of the metrics, as a Prometheus size such as 80GiB. Defaults to 85 percent of the
	// volume, so that the volume does not become full.
	RetentionSize string `check:"format=prometheus-size"`
	// Placement selects the nodes that the components of monitoring run on. Defaults to all worker nodes. A pod must stay in
	// the zone of its volume, so the new nodes must be in the same zones.
	Placement Placement
	// UserWorkload enables monitoring of user-defined projects, with pods and volumes in the namespace
	// openshift-user-workload-monitoring. Defaults to none.
	UserWorkload *UserWorkloadMonitoringArgs
	// More are other fields of the configuration, such as prometheusK8s with remoteWrite, externalLabels or resources, by the names of
	// the OpenShift documentation ("Config map reference for the Cluster Monitoring Operator"). Maps are merged with what the other
	// arguments set; a field must not be set twice. Defaults to none. Keys at the top are checked; with an unknown key below, the
	// operator keeps its previous configuration and reports Degraded. Credentials are in Secrets that the fields name.
	More map[string]any
}

// UserWorkloadMonitoringArgs are monitoring of user-defined projects, with the StorageClass and the Placement of
// MonitoringStorageArgs. Changes of volumes affect new volumes; other changes are applied in place.
type UserWorkloadMonitoringArgs struct {
	// PrometheusVolumeGiB is the size of the volume of each Prometheus in GiB, 1 to 16384. Defaults to 40.
	PrometheusVolumeGiB int `check:"1..16384" default:"40"`
	// ThanosRulerVolumeGiB is the size of the volume of each Thanos Ruler in GiB, 1 to 16384. Defaults to 10.
	ThanosRulerVolumeGiB int `check:"1..16384" default:"10"`
	// AlertmanagerVolumeGiB is the size of the volumes of separate Alertmanagers for users' alerts in GiB, 1 to 16384. Users
	// can add to their routing. Defaults to 0: the cluster's Alertmanagers receive users' alerts.
	AlertmanagerVolumeGiB int `check:"1..16384"`
	// Retention is how long metrics are kept, as a Prometheus duration. Defaults to 24h.
	Retention string `check:"format=prometheus-duration" default:"24h"`
	// RetentionSize is the maximum size of the metrics, as a Prometheus size. Defaults to 85 percent of the volume.
	RetentionSize string `check:"format=prometheus-size"`
	// More are other fields of the configuration of user workload monitoring, such as prometheus with enforcedSampleLimit. The rules are
	// those of MonitoringStorageArgs.More. Defaults to none.
	More map[string]any
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MonitoringStorageArgs) Validate() error {
	const path = "storage.MonitoringStorageArgs"
	args, p := check.Begin(a)
	args.setDefaults()
	placement.Check(&p, path+".Placement", args.Placement)
	checkMore(&p, path+".More", args.More, monitoringFields(args, ""), monitoringKeys)
	if args.UserWorkload != nil {
		checkMore(&p, path+".UserWorkload.More", args.UserWorkload.More, userWorkloadFields(args, ""), userWorkloadKeys)
	}
	return p.ErrOf(a)
}

func (a *MonitoringStorageArgs) setDefaults() {
	a.RetentionSize = cmp.Or(a.RetentionSize, retentionSize(a.PrometheusVolumeGiB))
	if u := a.UserWorkload; u != nil {
		u.RetentionSize = cmp.Or(u.RetentionSize, retentionSize(u.PrometheusVolumeGiB))
	}
}

// retentionSize is in MiB, so that the share of a small volume is not rounded down to 0.
func retentionSize(volumeGiB int) string {
	return fmt.Sprintf("%dMiB", volumeGiB*1024*retentionPercent/100)
}
