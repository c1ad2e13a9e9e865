package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// BackupBucketArgs are the arguments of BackupBucket. Unless a field says otherwise, changes are applied in place.
type BackupBucketArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string `check:"required,infra-id"`
	// Purpose identifies the bucket among the backup buckets of the cluster, such as etcd or applications: lower-case
	// letters, digits and inner hyphens. Required. A change replaces the bucket.
	Purpose string `check:"required,format=dns-label"`
	// Region is the region of the AWS provider, such as us-east-2. It is part of the writer's policy. Defaults to the region
	// of the AWS provider.
	Region string `check:"format=region"`
	// KMSKeyARN is the ARN of the KMS key that encrypts objects. It must not be an alias, because IAM policies refer to keys.
	// Defaults to S3 managed keys (AES256). A change affects new objects.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
	// ObjectLock prevents backups from being deleted or overwritten. Defaults to none. A change affects new objects. S3 keeps
	// Object Lock enabled on the bucket; without ObjectLock, new objects are only locked if their writer requests it.
	ObjectLock *ObjectLockArgs
	// InfrequentAfterDays is the number of days after which objects move to STANDARD_IA, a cheaper storage class with a fee
	// for reading: 30 or more, the minimum age for the transition (Amazon S3 user guide, "Transitioning objects using Amazon S3
	// Lifecycle"); 0 never. Defaults to 0.
	InfrequentAfterDays int `check:"30.."`
	// ExpireAfterDays is the number of days after which backups are deleted, more than InfrequentAfterDays; 0 never. Velero
	// deletes expired backups itself. Defaults to 0.
	ExpireAfterDays int `check:"0.."`
	// AbortUploadsAfterDays is the number of days after which incomplete multipart uploads are deleted. Defaults to 7.
	AbortUploadsAfterDays int `check:"1.." default:"7"`
	// ExpireNoncurrentAfterDays is the number of days after which overwritten and deleted versions are removed. Defaults
	// to 90.
	ExpireNoncurrentAfterDays int `check:"1.." default:"90"`
	// AccessLogs are the access logs of the bucket. Defaults to none.
	AccessLogs *AccessLogsArgs
	// Replica replicates all new backups to another region. Defaults to none. Removing it deletes the replica bucket, which
	// fails if the bucket is not empty, unless ForceDestroy was set before.
	Replica *BackupReplicaArgs
	// Writer is a role for the backup software; its OIDCProviderARN is enough. Unless its fields say otherwise, it may use the bucket, has
	// the service accounts of OADP (Velero), velero and openshift-adp-controller-manager in the namespace openshift-adp, whose audience is
	// openshift, and has the infrastructure ID and the tags of the bucket. Defaults to none.
	Writer *iam.ServiceAccountRoleArgs `check:"part"`
	// VolumeSnapshots allows the writer to create and restore snapshots of the cluster's EBS volumes. It is not needed with
	// OADP's CSI plugin, which uses the cluster's EBS CSI driver. If the volumes are encrypted with your own key, the key's
	// policy must allow the writer to use it. It requires [Writer]. Defaults to false.
	VolumeSnapshots bool `check:"with=Writer"`
	// ForceDestroy allows pulumi destroy to delete the bucket and its replica with all backups; otherwise it fails if they
	// are not empty. Set it and run pulumi up before pulumi destroy. With the lock mode Governance, also run pulumi refresh
	// before, so that the provider knows of the lock, with the permission s3:BypassGovernanceRetention. It cannot be combined
	// with Compliance, under which nobody can delete objects. Defaults to false.
	ForceDestroy bool
	// Tags are set on the buckets and roles. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// ObjectLockArgs prevent versions of objects from being deleted or overwritten.
type ObjectLockArgs struct {
	// Mode is Governance or Compliance. Required.
	Mode LockMode `check:"required,GOVERNANCE|COMPLIANCE"`
	// Days is the number of days after its creation that an object is locked: 1 to 36500, the longest retention that S3
	// accepts (error InvalidRetentionPeriod). Required. Velero should keep backups
	// at least as long: what it deletes earlier stays as a noncurrent version.
	Days int `check:"required,1..36500"`
}

// LockMode is who can bypass an object lock.
type LockMode string

const (
	// Governance can be bypassed by roles with s3:BypassGovernanceRetention.
	Governance LockMode = "GOVERNANCE"
	// Compliance cannot be bypassed, not even by the account's root user.
	Compliance LockMode = "COMPLIANCE"
)

// BackupReplicaArgs are a bucket in another region to which S3 replicates all backups. Deletions are not replicated, so the
// replica keeps backups that are deleted by mistake.
type BackupReplicaArgs struct {
	// Provider is the AWS provider of the other region. Required. To change Provider or [Region], remove Replica first, and
	// save its backups if they are needed: the replica is another bucket.
	Provider pulumi.ProviderResource `check:"required"`
	// Region is the region of Provider, such as us-west-2. It must differ from the bucket's region. Required.
	Region string `check:"required,format=region"`
	// KMSKeyARN is the ARN of a KMS key in [Region], not an alias. Required if, and only if, the bucket has a KMSKeyARN.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
}

const backupPath = "storage.BackupBucketArgs"

// writerDefaults returns the role of the OADP operator and of Velero (OpenShift documentation, "OADP and AWS STS"; the audience is that of
// the volume bound-sa-token in openshift/oadp-operator internal/controller/velero.go).
func (a *BackupBucketArgs) writerDefaults() iam.ServiceAccountRoleArgs {
	return iam.ServiceAccountRoleArgs{
		InfraID:  a.InfraID,
		Audience: policy.AudienceOpenShift,
		ServiceAccounts: []iam.ServiceAccount{
			{Namespace: "openshift-adp", Name: "openshift-adp-controller-manager"},
			{Namespace: "openshift-adp", Name: "velero"},
		},
		Tags: a.Tags,
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none. NewBackupBucket also checks ARNs against the
// region of the default AWS provider.
func (a *BackupBucketArgs) Validate() error {
	a, p := check.Begin(a)
	region := a.Region
	checkARNIn(&p, backupPath+".KMSKeyARN", a.KMSKeyARN, region)
	if a.ExpireAfterDays > 0 && a.ExpireAfterDays <= a.InfrequentAfterDays {
		p.Addf(backupPath+".ExpireAfterDays", "must be greater than InfrequentAfterDays, %d (got %d)", a.InfrequentAfterDays, a.ExpireAfterDays)
	}
	if a.ForceDestroy && a.ObjectLock != nil && a.ObjectLock.Mode == Compliance {
		p.Addf(backupPath+".ForceDestroy", "has no effect with ObjectLock.Mode %s, under which objects cannot be deleted; remove it or use %s",
			Compliance, Governance)
	}
	a.checkReplica(&p, region)
	checkWriter(&p, backupPath+".Writer", region, a.Writer, a.writerDefaults())
	return p.ErrOf(a)
}

func (a *BackupBucketArgs) checkReplica(p *check.Problems, region string) {
	const path = backupPath + ".Replica"
	if a.Replica == nil {
		return
	}
	if check.Region.Match(a.Replica.Region) && check.Region.Match(region) {
		switch {
		case a.Replica.Region == region:
			p.Addf(path+".Region", "must differ from the bucket's region, %s", region)
		case partition.OfRegion(a.Replica.Region) != partition.OfRegion(region):
			p.Addf(path+".Region", "must be in the partition of %s, the bucket's region (got %s)", region, a.Replica.Region)
		}
	}
	checkARNIn(p, path+".KMSKeyARN", a.Replica.KMSKeyARN, a.Replica.Region)
	if (a.KMSKeyARN == nil) != (a.Replica.KMSKeyARN == nil) {
		p.Addf(path+".KMSKeyARN", "must be set if, and only if, KMSKeyARN of the bucket is set")
	}
}
