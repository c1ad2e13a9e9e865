package storage

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// BackupBucket is an S3 bucket for backups of etcd, or of applications by OADP (Velero). It is private (all public access
// blocked, access control lists disabled), encrypted and versioned, and rejects requests without TLS. Optionally, objects are
// locked and replicated to another region, and a role for the backup software is created.
//
// The name is generated and begins with `<infra id>-backup-<purpose>-`. The bucket is in the region of the AWS provider. It
// has no cluster tag, so `openshift-install destroy cluster` keeps the backups.
type BackupBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It depends on the bucket's settings, so what uses it is created after the bucket is private.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It depends on the same resources as [Name].
	ARN pulumi.StringOutput `pulumi:"arn"`
	// ReplicaName is the name of the replica bucket; nil without [Replica].
	ReplicaName pulumi.StringPtrOutput `pulumi:"replicaName"`
	// WriterRoleARN is the ARN of the backup software's role; nil without [Writer], and with its ControlPlaneRoleName. It
	// depends on the role's policy.
	WriterRoleARN pulumi.StringPtrOutput `pulumi:"writerRoleArn"`
}

// NewBackupBucket registers a BackupBucket.
func NewBackupBucket(ctx *pulumi.Context, name string, args *BackupBucketArgs, opts ...pulumi.ResourceOption) (*BackupBucket, error) {
	return component.Register(ctx, name, args, opts, component.Type[BackupBucketArgs, BackupBucket]{
		Token:   "openshift-aws:storage:BackupBucket",
		Lasting: true,
		Fill:    func(args *BackupBucketArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Check:   func(args *BackupBucketArgs) error { return args.checkName(name) },
		Keep: func(args *BackupBucketArgs) []keep.Rule {
			return []keep.Rule{keptName(backupPath+".Purpose", args.desiredBucket(nil).Prefix)}
		},
		Children: func(c *component.Builder[BackupBucketArgs, BackupBucket]) error {
			b := &backupBucketBuilder{Base: c.Base, component: c.Component, name: name + "-backup", args: c.Args}
			return component.Run(b.registerBucket, b.registerReplica, b.registerWriter)
		},
	})
}

// checkName returns the problems of the component's name, which is in those of its roles.
func (a *BackupBucketArgs) checkName(name string) error {
	switch {
	case a.Replica != nil:
		return names.CheckRole("storage.NewBackupBucket", name, "-backup-replication")
	case a.Writer != nil:
		return names.CheckRole("storage.NewBackupBucket", name, "-backup-writer-role")
	}
	return nil
}

// backupBucketBuilder registers the children of a BackupBucket and sets its outputs. Each step uses the outputs of the steps
// before it.
type backupBucketBuilder struct {
	*component.Base

	component *BackupBucket
	name      string
	args      *BackupBucketArgs
}

func (b *backupBucketBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-backup-" + b.args.Purpose + what})
}

func (b *backupBucketBuilder) registerBucket() error {
	created, err := bucket.New(b.Ctx, b.name, b.args.desiredBucket(b.tags("")), b.Parent)
	if err != nil {
		return err
	}
	b.component.Name, b.component.ARN = created.Name, created.ARN
	return nil
}

func (a *BackupBucketArgs) desiredBucket(tags pulumi.StringMap) bucket.Args {
	args := bucket.Args{
		Prefix:                    names.Cut(bucket.PrefixLimit-1, a.InfraID, "backup", a.Purpose) + "-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		InfrequentAfterDays:       a.InfrequentAfterDays,
		Logs:                      (*bucket.Logs)(a.AccessLogs),
		ForceDestroy:              a.ForceDestroy,
		Tags:                      tags,
	}
	if a.ObjectLock != nil {
		args.Lock = &bucket.Lock{Mode: string(a.ObjectLock.Mode), Days: a.ObjectLock.Days}
	}
	return args
}

// registerReplica registers the replica bucket with the other region's provider, and the replication to it.
func (b *backupBucketBuilder) registerReplica() error {
	b.component.ReplicaName = component.NilString()
	if b.args.Replica == nil {
		return nil
	}
	replicaTags := b.tags("-replica")
	replicaTags["Name"] = b.args.Replica.inItsRegion(b.Move, replicaTags["Name"])
	args := b.args.desiredBucket(replicaTags)
	args.KMSKeyARN, args.Logs = b.args.Replica.KMSKeyARN, nil
	replica, err := bucket.New(b.Ctx, b.name+"-replica", args, b.Parent, pulumi.Provider(b.args.Replica.Provider))
	if err != nil {
		return err
	}
	permissions := documentOf(func(arns []string) policy.Document {
		return replicationPolicy(arns[0], arns[1], arns[2], arns[3], b.args.ObjectLock != nil)
	}, b.component.ARN, replica.ARN, b.args.KMSKeyARN, b.args.Replica.KMSKeyARN)
	role, err := iam.NewRole(b.Ctx, b.name+"-replication", &iam.RoleArgs{
		// The service principal of S3 is the same in all partitions. A condition on the account is not needed: roles cannot be passed to
		// the buckets of another account (IAM user guide, "Grant a user permissions to pass a role to an AWS service").
		AssumeRolePolicy: pulumi.String(policy.AssumeRole("s3.amazonaws.com").JSON()),
		Tags:             b.tags("-replication"),
	}, b.Parent)
	if err != nil {
		return err
	}
	attached, err := iam.NewRolePolicy(b.Ctx, b.name+"-replication", &iam.RolePolicyArgs{Role: role.Name, Policy: permissions}, b.Parent)
	if err != nil {
		return err
	}
	_, err = s3.NewBucketReplicationConfig(b.Ctx, b.name+"-replication", &s3.BucketReplicationConfigArgs{
		Bucket: b.component.Name,
		Role:   component.After(b.Ctx.Context(), role.Arn, attached),
		Rules:  s3.BucketReplicationConfigRuleArray{b.args.replicationRule(replica.ARN)},
	}, b.Parent)
	b.component.ReplicaName = replica.Name.ToStringPtrOutput()
	return err
}

// inItsRegion returns a property of the replica that fails unless the provider's region, which is known when the replica is
// registered, is Region. Providers of other types cannot be read.
func (r BackupReplicaArgs) inItsRegion(move check.Move, property pulumi.StringInput) pulumi.StringInput {
	provider, isAWS := r.Provider.(*aws.Provider)
	if !isAWS {
		return property
	}
	return check.Apply(move, pulumi.All(property, provider.Region), func(values []any) (string, error) {
		if region, _ := values[1].(*string); region != nil && *region != r.Region {
			return "", check.Problemf(backupPath+".Replica.Region", "must be the region of Provider, %s (got %s)", *region, r.Region)
		}
		return values[0].(string), nil
	}).(pulumi.StringOutput)
}

func (a *BackupBucketArgs) replicationRule(replicaARN pulumi.StringInput) s3.BucketReplicationConfigRuleArgs {
	destination := s3.BucketReplicationConfigRuleDestinationArgs{Bucket: replicaARN}
	rule := s3.BucketReplicationConfigRuleArgs{
		Id:     pulumi.String("everything"),
		Status: pulumi.String("Enabled"),
		// Only rules with a filter, even an empty one, support DeleteMarkerReplication.
		Filter:                  s3.BucketReplicationConfigRuleFilterArgs{},
		DeleteMarkerReplication: s3.BucketReplicationConfigRuleDeleteMarkerReplicationArgs{Status: pulumi.String("Disabled")},
	}
	if key := a.Replica.KMSKeyARN; key != nil {
		destination.EncryptionConfiguration = s3.BucketReplicationConfigRuleDestinationEncryptionConfigurationArgs{ReplicaKmsKeyId: key}
		rule.SourceSelectionCriteria = s3.BucketReplicationConfigRuleSourceSelectionCriteriaArgs{
			SseKmsEncryptedObjects: s3.BucketReplicationConfigRuleSourceSelectionCriteriaSseKmsEncryptedObjectsArgs{
				Status: pulumi.String("Enabled"),
			},
		}
	}
	rule.Destination = destination
	return rule
}

// registerWriter registers the role of the backup software.
func (b *backupBucketBuilder) registerWriter() error {
	b.component.WriterRoleARN = component.NilString()
	if b.args.Writer == nil {
		return nil
	}
	regionName, err := region.Of(b.Ctx, b.component, b.args.Region)
	if err != nil {
		return err
	}
	permissions := documentOf(func(values []string) policy.Document {
		statements := bucketStatements(values[0], values[1], backupActions...)
		if b.args.VolumeSnapshots {
			statements = append(statements, snapshotStatements(partition.OfRegion(values[2]), values[2], b.args.InfraID)...)
		}
		return policy.New(statements...)
	}, b.component.ARN, b.args.KMSKeyARN, regionName)
	defaults := b.args.writerDefaults()
	defaults.Policy = permissions
	b.component.WriterRoleARN, err = registerWriter(b.Base, backupPath+".Writer", b.name+"-writer", b.args.Writer, defaults)
	return err
}
