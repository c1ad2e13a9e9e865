package storage

import (
	"cmp"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// BackupBucketArgs are the arguments of BackupBucket.
type BackupBucketArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string
	// Purpose tells the backup buckets of a cluster apart, such as etcd or applications; lower-case letters, digits and
	// inner hyphens. Required. A change replaces the bucket.
	Purpose string
	// Region is the bucket's region, that of the AWS provider, such as us-east-2. Required. It is part of the writer's
	// policy.
	Region string
	// KMSKeyARN is the ARN of the KMS key that objects are encrypted with, not of an alias: policies name keys. Nil for
	// S3's own keys (AES256). A change is made in place and counts for new objects.
	KMSKeyARN pulumi.StringInput
	// ObjectLock keeps backups from being deleted or overwritten; nil for not. A change is made in place and counts for
	// new objects. Where it was once, S3 keeps it ready: without ObjectLock, objects are locked no more unless their writer
	// says so.
	ObjectLock *ObjectLockArgs
	// InfrequentAfterDays is after how many days objects move to cheaper storage that is paid for by reading
	// (STANDARD_IA): 30 or more, or 0 for never, which is the default. A change is made in place.
	InfrequentAfterDays int
	// ExpireAfterDays is after how many days backups are deleted, or 0 for never, which is the default: Velero deletes what
	// has outlived its time by itself. A change is made in place.
	ExpireAfterDays int
	// AbortUploadsAfterDays is after how many days multipart uploads that were not finished are deleted, 7 by default.
	// A change is made in place.
	AbortUploadsAfterDays int
	// ExpireNoncurrentAfterDays is how many days versions are kept that were overwritten or deleted, 90 by default.
	// A change is made in place.
	ExpireNoncurrentAfterDays int
	// AccessLogs are logs of the requests to the bucket; nil for none. A change is made in place.
	AccessLogs *AccessLogsArgs
	// Replica is a copy of all backups in another region; nil for none. It takes objects that are written from then on. When
	// it goes, so does its bucket, which fails while it holds backups unless ForceDestroy was set before.
	Replica *BackupReplicaArgs
	// Writer makes a role for who writes backups; nil for none. By default it is that of OADP (Velero): the service
	// accounts velero and openshift-adp-controller-manager in the namespace openshift-adp.
	Writer *WriterArgs
	// VolumeSnapshots lets the writer snapshot the cluster's EBS volumes by itself, and restore them. It is not needed
	// with OADP's plugin for CSI, which leaves snapshots to the cluster's driver. Where volumes are encrypted with a key of
	// one's own, the key's policy must let the writer use it. A change is made in place.
	VolumeSnapshots bool
	// ForceDestroy lets pulumi destroy delete the bucket, and its replica, with all backups in them. False by default:
	// then the destruction of a bucket that holds backups fails. Set it, and update, before the destruction. With the
	// lock mode Governance, run pulumi refresh before, so that the provider knows of the lock, with the right to
	// s3:BypassGovernanceRetention. Not with Compliance, under which nobody can delete. A change is made in place.
	ForceDestroy bool
	// Tags are set on the buckets and roles. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// ObjectLockArgs keep versions of objects from being deleted or overwritten.
type ObjectLockArgs struct {
	// Mode is Governance, which roles with s3:BypassGovernanceRetention may bypass, or Compliance, which nobody may, not
	// even the account's root. Required.
	Mode LockMode
	// Days is how long, from an object's writing: 1 or more. Required. The time that Velero keeps backups should not be
	// shorter: what it deletes earlier stays as an old version.
	Days int
}

// LockMode is who may bypass an object lock.
type LockMode string

const (
	// Governance may be bypassed by roles with s3:BypassGovernanceRetention.
	Governance LockMode = "GOVERNANCE"
	// Compliance may be bypassed by nobody.
	Compliance LockMode = "COMPLIANCE"
)

// BackupReplicaArgs are a bucket in another region to which S3 copies all backups. Deletions are not copied: the replica
// outlives a mistake.
type BackupReplicaArgs struct {
	// Provider is the AWS provider of the other region. Required. A change of it or of Region is one of the bucket: take
	// Replica away first, and keep its backups if they are needed.
	Provider pulumi.ProviderResource
	// Region is the other region, that of Provider, such as us-west-2. Required.
	Region string
	// KMSKeyARN is the ARN of a key of that region, not of an alias. Required if and only if the bucket has one.
	KMSKeyARN pulumi.StringInput
}

// A backup is uploaded in a day; what takes a week has failed. Mistakes are found within a quarter.
const (
	defaultBackupAbortUploadsAfterDays     = 7
	defaultBackupExpireNoncurrentAfterDays = 90
	// leastInfrequentDays is how long S3 keeps objects in STANDARD before it takes a transition to STANDARD_IA
	// (Amazon S3 user guide, "Lifecycle transition considerations").
	leastInfrequentDays = 30

	backupPath = "storage.BackupBucketArgs."
)

// oadpAccounts are the service accounts of the OADP operator (OpenShift documentation, "OADP and AWS STS").
var oadpAccounts = []ServiceAccount{
	{Namespace: "openshift-adp", Name: "openshift-adp-controller-manager"},
	{Namespace: "openshift-adp", Name: "velero"},
}

var purpose = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *BackupBucketArgs) Validate() error {
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, backupPath+"InfraID", args.InfraID)
	if p.Required(backupPath+"Purpose", args.Purpose) && !purpose.MatchString(args.Purpose) {
		p.Addf(backupPath+"Purpose", "%q is no word of lower-case letters, digits and inner hyphens, such as etcd", args.Purpose)
	}
	checkRegion(&p, backupPath+"Region", args.Region)
	checkKey(&p, backupPath+"KMSKeyARN", args.KMSKeyARN)
	checkKeyRegion(&p, backupPath+"KMSKeyARN", args.KMSKeyARN, args.Region)
	args.checkLifecycle(&p)
	args.checkLock(&p)
	args.AccessLogs.check(&p, backupPath+"AccessLogs")
	args.checkReplica(&p)
	args.Writer.check(&p, backupPath+"Writer")
	if args.VolumeSnapshots && args.Writer == nil {
		p.Addf(backupPath+"VolumeSnapshots", "needs Writer, who takes them")
	}
	tags.Check(&p, backupPath+"Tags", args.Tags)
	return p.Err()
}

func (a BackupBucketArgs) checkLifecycle(p *check.Problems) {
	checkDays(p, backupPath+"AbortUploadsAfterDays", a.AbortUploadsAfterDays)
	checkDays(p, backupPath+"ExpireNoncurrentAfterDays", a.ExpireNoncurrentAfterDays)
	if days := a.InfrequentAfterDays; days != 0 && days < leastInfrequentDays {
		p.Addf(backupPath+"InfrequentAfterDays", "%d is too soon for S3; it is %d or more", days, leastInfrequentDays)
	}
	if a.ExpireAfterDays < 0 {
		p.Addf(backupPath+"ExpireAfterDays", "%d is no number of days that S3 takes; it is 1 or more, or 0 for never", a.ExpireAfterDays)
	}
	if a.ExpireAfterDays > 0 && a.ExpireAfterDays <= a.InfrequentAfterDays {
		p.Addf(backupPath+"ExpireAfterDays", "%d comes before backups are moved, after %d days; expire them later", a.ExpireAfterDays, a.InfrequentAfterDays)
	}
}

func (a BackupBucketArgs) checkLock(p *check.Problems) {
	if a.ObjectLock == nil {
		return
	}
	if mode := a.ObjectLock.Mode; mode != Governance && mode != Compliance {
		p.Addf(backupPath+"ObjectLock.Mode", "%q is none of %s, %s", mode, Governance, Compliance)
	}
	checkDays(p, backupPath+"ObjectLock.Days", a.ObjectLock.Days)
	if a.ForceDestroy && a.ObjectLock.Mode == Compliance {
		p.Addf(backupPath+"ForceDestroy", "promises what nobody can do under %s; leave it out, or take %s", Compliance, Governance)
	}
}

func (a BackupBucketArgs) checkReplica(p *check.Problems) {
	const path = backupPath + "Replica"
	if a.Replica == nil {
		return
	}
	p.Required(path+".Provider", a.Replica.Provider)
	checkRegion(p, path+".Region", a.Replica.Region)
	if a.Replica.Region != "" && a.Replica.Region == a.Region {
		p.Addf(path+".Region", "%s is the bucket's own region; a replica there is lost with it", a.Region)
	}
	if a.Replica.Region != "" && partition.OfRegion(a.Replica.Region) != partition.OfRegion(a.Region) {
		p.Addf(path+".Region", "%s is in another of AWS's partitions than %s; S3 copies within one", a.Replica.Region, a.Region)
	}
	checkKey(p, path+".KMSKeyARN", a.Replica.KMSKeyARN)
	checkKeyRegion(p, path+".KMSKeyARN", a.Replica.KMSKeyARN, a.Replica.Region)
	if (a.KMSKeyARN == nil) != (a.Replica.KMSKeyARN == nil) {
		p.Addf(path+".KMSKeyARN", "must be set if and only if KMSKeyARN of the bucket is: each copy is encrypted as its original")
	}
}

func (a *BackupBucketArgs) withDefaults() BackupBucketArgs {
	args := BackupBucketArgs{}
	if a != nil {
		args = *a
	}
	args.AbortUploadsAfterDays = cmp.Or(args.AbortUploadsAfterDays, defaultBackupAbortUploadsAfterDays)
	args.ExpireNoncurrentAfterDays = cmp.Or(args.ExpireNoncurrentAfterDays, defaultBackupExpireNoncurrentAfterDays)
	args.Writer = args.Writer.withDefaults(oadpAccounts...)
	return args
}
