package storage

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// BackupBucket is an S3 bucket for backups: of etcd, or of applications by OADP (Velero). It is private (all public
// access blocked, access control lists off), encrypted, versioned, and refuses requests without TLS. By choice it is
// locked against deletion, copied to another region, and comes with a role for who writes to it.
//
// The name is generated and begins with `<infra id>-backup-<purpose>-`. The bucket is in the region of the AWS provider.
// It carries no cluster tag: `openshift-install destroy cluster` takes the cluster and leaves its backups.
type BackupBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It waits for the bucket's settings: what uses it finds the bucket closed.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It waits as Name does.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// ReplicaName is the name of the bucket in the other region; empty without Replica.
	ReplicaName pulumi.StringOutput `pulumi:"replicaName"`
	// WriterRoleARN is the ARN of the role for who writes backups, once it has its policy; empty without Writer.
	WriterRoleARN pulumi.StringOutput `pulumi:"writerRoleArn"`
}

// NewBackupBucket registers a BackupBucket. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewBackupBucket(ctx *pulumi.Context, name string, args *BackupBucketArgs, opts ...pulumi.ResourceOption) (*BackupBucket, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &BackupBucket{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:BackupBucket", name, component, opts...); err != nil {
		return nil, err
	}
	b := &backupBuilder{ctx: ctx, name: name + "-backup", args: args.withDefaults(), parent: pulumi.Parent(component)}
	for _, step := range []func() error{b.registerBucket, b.registerReplica, b.registerWriter} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("openshift-aws:storage:BackupBucket %s: %w", name, err)
		}
	}
	component.Name, component.ARN = b.bucket.Name, b.bucket.ARN
	component.ReplicaName, component.WriterRoleARN = b.replicaName, b.writerRoleARN
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"name":          component.Name,
		"arn":           component.ARN,
		"replicaName":   component.ReplicaName,
		"writerRoleArn": component.WriterRoleARN,
	})
}

// backupBuilder registers a BackupBucket's children step by step.
type backupBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   BackupBucketArgs
	parent pulumi.ResourceOption

	bucket                     *bucket.Bucket
	replicaName, writerRoleARN pulumi.StringOutput
}

func (b *backupBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-backup-" + b.args.Purpose + what})
}

func (b *backupBuilder) registerBucket() (err error) {
	b.bucket, err = bucket.New(b.ctx, b.name, b.args.plan(b.tags("")), b.parent)
	return err
}

func (a BackupBucketArgs) plan(tags pulumi.StringMap) bucket.Args {
	args := bucket.Args{
		Prefix:                    names.Cut(bucket.PrefixLimit-1, a.InfraID, "backup", a.Purpose) + "-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		InfrequentAfterDays:       a.InfrequentAfterDays,
		Logs:                      a.AccessLogs.plan(),
		ForceDestroy:              a.ForceDestroy,
		Tags:                      tags,
	}
	if a.ObjectLock != nil {
		args.Lock = &bucket.Lock{Mode: string(a.ObjectLock.Mode), Days: a.ObjectLock.Days}
	}
	return args
}

// registerReplica makes the bucket in the other region, by that region's provider, and lets S3 copy to it.
func (b *backupBuilder) registerReplica() error {
	b.replicaName = pulumi.String("").ToStringOutput()
	if b.args.Replica == nil {
		return nil
	}
	args := b.args.plan(b.tags("-replica"))
	args.KMSKeyARN, args.Logs = b.args.Replica.KMSKeyARN, nil
	replica, err := bucket.New(b.ctx, b.name+"-replica", args, b.parent, pulumi.Provider(b.args.Replica.Provider))
	if err != nil {
		return err
	}
	text := textOf(func(arns []string) policy.Document {
		return replication(arns[0], arns[1], arns[2], arns[3], b.args.ObjectLock != nil)
	}, b.bucket.ARN, replica.ARN, b.args.KMSKeyARN, b.args.Replica.KMSKeyARN)
	role, err := registerRole(b.ctx, b.name+"-replication", &iam.RoleArgs{
		// S3 has this name in all partitions.
		AssumeRolePolicy: pulumi.String(policy.AssumeRole("s3.amazonaws.com").JSON()),
		Tags:             b.tags("-replication"),
	}, text, b.parent)
	if err != nil {
		return err
	}
	_, err = s3.NewBucketReplicationConfig(b.ctx, b.name+"-replication", &s3.BucketReplicationConfigArgs{
		Bucket: b.bucket.Name,
		Role:   role,
		Rules:  s3.BucketReplicationConfigRuleArray{b.args.replicationRule(replica.ARN)},
	}, b.parent)
	b.replicaName = replica.Name
	return err
}

func (a BackupBucketArgs) replicationRule(replicaARN pulumi.StringInput) s3.BucketReplicationConfigRuleArgs {
	destination := s3.BucketReplicationConfigRuleDestinationArgs{Bucket: replicaARN}
	rule := s3.BucketReplicationConfigRuleArgs{
		Id:     pulumi.String("everything"),
		Status: pulumi.String("Enabled"),
		// An empty filter is needed for the rule to be of the kind that says what becomes of deletions.
		Filter:                  s3.BucketReplicationConfigRuleFilterArgs{},
		DeleteMarkerReplication: s3.BucketReplicationConfigRuleDeleteMarkerReplicationArgs{Status: pulumi.String("Disabled")},
	}
	if key := a.Replica.KMSKeyARN; key != nil {
		destination.EncryptionConfiguration = s3.BucketReplicationConfigRuleDestinationEncryptionConfigurationArgs{ReplicaKmsKeyId: key}
		rule.SourceSelectionCriteria = s3.BucketReplicationConfigRuleSourceSelectionCriteriaArgs{
			SseKmsEncryptedObjects: s3.BucketReplicationConfigRuleSourceSelectionCriteriaSseKmsEncryptedObjectsArgs{Status: pulumi.String("Enabled")},
		}
	}
	rule.Destination = destination
	return rule
}

// registerWriter makes the role for who writes backups.
func (b *backupBuilder) registerWriter() (err error) {
	b.writerRoleARN = pulumi.String("").ToStringOutput()
	if b.args.Writer == nil {
		return nil
	}
	text := textOf(func(arns []string) policy.Document {
		statements := bucketWriter(arns[0], arns[1], backupActions...)
		if b.args.VolumeSnapshots {
			statements = append(statements, snapshots(partition.OfRegion(b.args.Region), b.args.Region, b.args.InfraID)...)
		}
		return policy.New(statements...)
	}, b.bucket.ARN, b.args.KMSKeyARN)
	b.writerRoleARN, err = registerWriter(b.ctx, b.name+"-writer", *b.args.Writer, text, b.tags("-writer"), b.parent)
	return err
}
