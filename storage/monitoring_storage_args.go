package storage

import (
	"cmp"
	"fmt"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The sizes are those of ROSA Classic.
const (
	defaultPrometheusVolumeGiB   = 100
	defaultAlertmanagerVolumeGiB = 10
	defaultRetention             = "15d"

	defaultUserPrometheusVolumeGiB  = 40
	defaultUserThanosRulerVolumeGiB = 10
	// defaultUserRetention is the operator's own.
	defaultUserRetention = "24h"

	// largestVolumeGiB is the largest EBS volume of type gp3 or gp2 that every region has (Amazon EBS user guide, "EBS volume types").
	largestVolumeGiB = 16384
	// retentionPercent is the share of its volume that Prometheus may fill; the rest is for its write-ahead log
	// (Prometheus documentation, "Storage": at most 80 to 85 percent).
	retentionPercent = 85
)

// MonitoringStorageArgs are the arguments of MonitoringStorage. All have defaults.
type MonitoringStorageArgs struct {
	// PrometheusVolumeGiB is the size of each Prometheus's volume in GiB, 100 by default; 1 to 16384. The operator does
	// not resize volumes that are there: a change counts for new ones (oc delete pvc, one after the other).
	PrometheusVolumeGiB int
	// AlertmanagerVolumeGiB is the size of each Alertmanager's volume in GiB, 10 by default; 1 to 16384. A change as above.
	AlertmanagerVolumeGiB int
	// StorageClass is the storage class of all volumes, such as StorageClass.Name; nil for the cluster's default. A change
	// counts for new volumes.
	StorageClass pulumi.StringInput
	// Retention is how long metrics are kept, in Prometheus's form, such as 15d (the default) or 1w12h. A change is made in place.
	Retention string
	// RetentionSize is how much of metrics is kept, in Prometheus's form, such as 80GiB. The default is 85 percent of the
	// volume, so that it never runs full. A change is made in place.
	RetentionSize string
	// Placement is where all parts of monitoring run that can be placed; by default on any worker. A change is made in
	// place. A volume stays in its zone, and so does its pod: the new nodes must be in the same zones.
	Placement Placement
	// UserWorkload adds monitoring of users' own projects; nil for none. With it come pods and volumes in the namespace
	// openshift-user-workload-monitoring. A change is made in place.
	UserWorkload *UserWorkloadMonitoringArgs
}

// UserWorkloadMonitoringArgs are monitoring of users' own projects. Its volumes are of MonitoringStorageArgs.StorageClass, and
// all its parts run where MonitoringStorageArgs.Placement says. Changes of volumes count for new ones.
type UserWorkloadMonitoringArgs struct {
	// PrometheusVolumeGiB is the size of each Prometheus's volume in GiB, 40 by default; 1 to 16384.
	PrometheusVolumeGiB int
	// ThanosRulerVolumeGiB is the size of each Thanos Ruler's volume in GiB, 10 by default; 1 to 16384.
	ThanosRulerVolumeGiB int
	// AlertmanagerVolumeGiB is the size of the volumes of Alertmanagers for users' alerts alone, to whose routing users
	// may add; 0, which is the default, for none: the cluster's Alertmanagers take these alerts.
	AlertmanagerVolumeGiB int
	// Retention is how long metrics are kept, in Prometheus's form, 24h by default. A change is made in place.
	Retention string
	// RetentionSize is how much of metrics is kept, in Prometheus's form. The default is 85 percent of the volume.
	RetentionSize string
}

// The forms that Prometheus's operator takes (prometheus-operator/prometheus-operator pkg/apis/monitoring/v1/types.go, Duration and ByteSize).
var (
	duration = regexp.MustCompile(`^([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$`)
	byteSize = regexp.MustCompile(`^([0-9]*\.)?[0-9]+([KMGTPE]i?)?B$`)
	// dnsSubdomain is the form of most objects' names.
	dnsSubdomain = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *MonitoringStorageArgs) Validate() error {
	const path = "storage.MonitoringStorageArgs."
	var p check.Problems
	args := a.withDefaults()
	checkVolume(&p, path+"PrometheusVolumeGiB", args.PrometheusVolumeGiB)
	checkVolume(&p, path+"AlertmanagerVolumeGiB", args.AlertmanagerVolumeGiB)
	if args.StorageClass != nil {
		checkStorageClass(&p, path+"StorageClass", args.StorageClass)
	}
	checkRetention(&p, path, args.Retention, args.RetentionSize)
	args.Placement.Check(&p, path+"Placement")
	args.UserWorkload.check(&p, path+"UserWorkload.")
	return p.Err()
}

func (a *MonitoringStorageArgs) withDefaults() MonitoringStorageArgs {
	args := MonitoringStorageArgs{}
	if a != nil {
		args = *a
	}
	args.PrometheusVolumeGiB = cmp.Or(args.PrometheusVolumeGiB, defaultPrometheusVolumeGiB)
	args.AlertmanagerVolumeGiB = cmp.Or(args.AlertmanagerVolumeGiB, defaultAlertmanagerVolumeGiB)
	args.Retention = cmp.Or(args.Retention, defaultRetention)
	args.RetentionSize = cmp.Or(args.RetentionSize, retentionSize(args.PrometheusVolumeGiB))
	args.UserWorkload = args.UserWorkload.withDefaults()
	return args
}

func (u *UserWorkloadMonitoringArgs) withDefaults() *UserWorkloadMonitoringArgs {
	if u == nil {
		return nil
	}
	filled := *u
	filled.PrometheusVolumeGiB = cmp.Or(filled.PrometheusVolumeGiB, defaultUserPrometheusVolumeGiB)
	filled.ThanosRulerVolumeGiB = cmp.Or(filled.ThanosRulerVolumeGiB, defaultUserThanosRulerVolumeGiB)
	filled.Retention = cmp.Or(filled.Retention, defaultUserRetention)
	filled.RetentionSize = cmp.Or(filled.RetentionSize, retentionSize(filled.PrometheusVolumeGiB))
	return &filled
}

func (u *UserWorkloadMonitoringArgs) check(p *check.Problems, path string) {
	if u == nil {
		return
	}
	checkVolume(p, path+"PrometheusVolumeGiB", u.PrometheusVolumeGiB)
	checkVolume(p, path+"ThanosRulerVolumeGiB", u.ThanosRulerVolumeGiB)
	if u.AlertmanagerVolumeGiB != 0 {
		checkVolume(p, path+"AlertmanagerVolumeGiB", u.AlertmanagerVolumeGiB)
	}
	checkRetention(p, path, u.Retention, u.RetentionSize)
}

func checkRetention(p *check.Problems, path, retention, size string) {
	if !duration.MatchString(retention) {
		p.Addf(path+"Retention", "%q is no duration that Prometheus takes; one looks like 15d or 1w12h", retention)
	}
	if !byteSize.MatchString(size) {
		p.Addf(path+"RetentionSize", "%q is no size that Prometheus takes; one looks like 80GiB", size)
	}
}

// retentionSize is in MiB, so that the share of a small volume is not rounded away.
func retentionSize(volumeGiB int) string {
	return fmt.Sprintf("%dMiB", volumeGiB*1024*retentionPercent/100)
}

func checkVolume(p *check.Problems, path string, sizeGiB int) {
	if sizeGiB < 1 || sizeGiB > largestVolumeGiB {
		p.Addf(path, "%d GiB is no size of an EBS volume; it is 1 to %d", sizeGiB, largestVolumeGiB)
	}
}
