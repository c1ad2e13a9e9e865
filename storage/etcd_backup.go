package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	_ "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/image" // the formats of images
)

// EtcdBackup is a job in the cluster that saves etcd to a BackupBucket: on one control-plane node it runs cluster-backup.sh, the script of
// OpenShift's documentation ("Backing up etcd data"), and copies its files to the bucket as one object, etcd/<time>.tar. Its role can
// write such objects, and neither read nor delete them. Backups contain the cluster's secrets.
//
// OpenShift's own periodic backup (Backup of config.openshift.io/v1alpha1) is in Technology Preview up to 4.22 (openshift/api
// release-4.22 features/features.go, AutomatedEtcdBackup), and its feature set prevents upgrades. Deleting the component keeps the backups.
type EtcdBackup struct {
	pulumi.ResourceState

	// Namespace is the job's namespace, etcd-backup. It depends on the job.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

// EtcdBackupArgs are the arguments of EtcdBackup. Changes are applied in place, to the next backup.
type EtcdBackupArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p, with which the role is tagged. Required.
	InfraID string `check:"required,infra-id"`
	// BucketName is the name of the bucket, such as BackupBucket.Name. Required.
	BucketName pulumi.StringInput `check:"required,format=bucket-name"`
	// KMSKeyARN is the ARN of the KMS key that encrypts the bucket's objects. Required if the bucket has one.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
	// Region is the region of the bucket. Defaults to that of the default AWS provider. Required if that provider has none.
	Region string `check:"format=region"`
	// Role is registered with the job: its OIDCProviderARN is enough, or, in a cluster without an OIDC provider, its ControlPlaneRoleName.
	// Unless its fields say otherwise, it may write the backups, and has the job's service account, backup in the namespace etcd-backup.
	// Required.
	Role *iam.ServiceAccountRoleArgs `check:"required,part"`
	// Schedule is when a backup begins, in UTC. Each loads etcd for seconds to minutes. Defaults to 17 2 * * *, every night.
	Schedule string `check:"format=cron-schedule" default:"17 2 * * *"`
	// SnapshotImage is the image in which the script is started, as root on the node: one with bash, chroot and tar. Defaults to the
	// cluster's image of oc, which OpenShift's image registry serves.
	SnapshotImage pulumi.StringInput `check:"format=image" default:"image-registry.openshift-image-registry.svc:5000/openshift/cli:latest"`
	// UploadImage is the image of the AWS CLI, with a digest or a tag other than latest, which a disconnected cluster has to mirror. Defaults to the one that this library was
	// written for.
	UploadImage pulumi.StringInput `check:"format=pinned-image" default:"public.ecr.aws/aws-cli/aws-cli:2.27.49"`
}

const (
	etcdBackupPath      = "storage.EtcdBackupArgs"
	etcdBackupNamespace = "etcd-backup"
	etcdBackupAccount   = "backup"
	// etcdBackupFolder is the folder of the backups in the bucket.
	etcdBackupFolder = "etcd"
)

// NewEtcdBackup registers an EtcdBackup. It requires a Kubernetes provider (pulumi.Provider).
func NewEtcdBackup(ctx *pulumi.Context, name string, args *EtcdBackupArgs, opts ...pulumi.ResourceOption) (*EtcdBackup, error) {
	return component.Register(ctx, name, args, opts, component.Type[EtcdBackupArgs, EtcdBackup]{
		Token:     "openshift-aws:storage:EtcdBackup",
		InCluster: true,
		Fill:      func(args *EtcdBackupArgs) { args.Region = region.Default(ctx, args.Region) },
		Check:     func(args *EtcdBackupArgs) error { return region.Require(etcdBackupPath, args.Region) },
		Children:  registerEtcdBackup,
	})
}

// registerEtcdBackup registers the role, then the namespace and what is in it.
func registerEtcdBackup(b *component.Builder[EtcdBackupArgs, EtcdBackup]) error {
	defaults := b.Args.roleDefaults()
	defaults.Policy = documentOf(func(values []string) policy.Document {
		return etcdBackupPolicy(partition.OfRegion(b.Args.Region), values[0], values[1])
	}, b.Args.BucketName, b.Args.KMSKeyARN)
	roleARN, err := registerWriter(b.Base, etcdBackupPath+".Role", b.Name+"-etcd-backup", b.Args.Role, defaults)
	if err != nil {
		return err
	}
	needs := []pulumi.Resource{}
	for _, each := range []struct {
		suffix string
		object kube.Object
	}{
		{"namespace", desiredEtcdBackupNamespace()},
		{"account", kube.Object{APIVersion: "v1", Kind: "ServiceAccount", Namespace: etcdBackupNamespace, Name: etcdBackupAccount}},
		{"privileged", desiredEtcdBackupBinding()},
		{"job", desiredEtcdBackupJob(b.Args, roleARN)},
	} {
		object, err := kube.Create(b.Ctx, b.Name+"-"+each.suffix, each.object, b.Parent, pulumi.DependsOn(needs))
		if err != nil {
			return err
		}
		needs = append(needs, object)
	}
	b.Component.Namespace = component.After(b.Ctx.Context(), pulumi.String(etcdBackupNamespace).ToStringOutput(), needs...)
	return nil
}

// roleDefaults returns the role of the job, without its policy.
func (a *EtcdBackupArgs) roleDefaults() iam.ServiceAccountRoleArgs {
	return iam.ServiceAccountRoleArgs{
		InfraID:         a.InfraID,
		ServiceAccounts: []iam.ServiceAccount{{Namespace: etcdBackupNamespace, Name: etcdBackupAccount}},
	}
}

// etcdBackupPolicy allows uploads in parts, which the AWS CLI makes of files over 8 MiB. Encrypted parts need kms:Decrypt too (Amazon S3 user
// guide, "Uploading and copying objects using multipart upload", permissions).
func etcdBackupPolicy(in partition.Partition, bucketName, keyARN string) policy.Document {
	statements := []policy.Statement{{
		Sid: "Backups", Effect: policy.Allow,
		Action:   []string{"s3:PutObject", "s3:AbortMultipartUpload"},
		Resource: []string{in.ARN("s3", "", "", bucketName) + "/" + etcdBackupFolder + "/*"},
	}}
	if keyARN != "" {
		statements = append(statements, policy.Statement{
			Sid: "Key", Effect: policy.Allow, Action: []string{"kms:Decrypt", "kms:GenerateDataKey"}, Resource: []string{keyARN},
		})
	}
	return policy.New(statements...)
}

// Validate returns all problems of the arguments, joined; nil if there are none. NewEtcdBackup also requires a region.
func (a *EtcdBackupArgs) Validate() error {
	a, p := check.Begin(a)
	checkARNIn(&p, etcdBackupPath+".KMSKeyARN", a.KMSKeyARN, a.Region)
	checkWriter(&p, etcdBackupPath+".Role", a.Region, a.Role, a.roleDefaults())
	return p.ErrOf(a)
}
