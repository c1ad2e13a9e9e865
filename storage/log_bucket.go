package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// LogBucket is the S3 bucket in which Loki stores the cluster's logs. It is private (all public access blocked, access control
// lists disabled), encrypted and versioned, and rejects requests without TLS. LogStore uses it.
//
// The name is generated and begins with `<infra id>-logs-`. The bucket is in the region of the AWS provider. It has the
// cluster tag with the value owned, so `openshift-install destroy cluster` deletes it.
type LogBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It depends on the bucket's settings, so what uses it is created after the bucket is private.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It depends on the same resources as [Name].
	ARN pulumi.StringOutput `pulumi:"arn"`
	// WriterRoleARN is the ARN of Loki's role; nil without [Writer], and with its ControlPlaneRoleName. It depends on the
	// role's policy.
	WriterRoleARN pulumi.StringPtrOutput `pulumi:"writerRoleArn"`
}

// LogBucketArgs are the arguments of LogBucket. Unless a field says otherwise, changes are applied in place.
type LogBucketArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string `check:"required,infra-id"`
	// KMSKeyARN is the ARN of the KMS key that encrypts objects. It must not be an alias, because IAM policies refer to keys.
	// Defaults to S3 managed keys (AES256). A change affects new objects.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn"`
	// ExpireAfterDays is the number of days after which logs are deleted, independent of Loki; 0 never. It must be greater
	// than LogStoreArgs.RetentionDays, because Loki reads what its index refers to. Defaults to 0.
	ExpireAfterDays int `check:"0.."`
	// AbortUploadsAfterDays is the number of days after which incomplete multipart uploads are deleted. Defaults to 1.
	AbortUploadsAfterDays int `check:"1.." default:"1"`
	// ExpireNoncurrentAfterDays is the number of days after which overwritten and deleted versions are removed. Defaults to 7.
	ExpireNoncurrentAfterDays int `check:"1.." default:"7"`
	// AccessLogs are the access logs of the bucket. Defaults to none.
	AccessLogs *AccessLogsArgs
	// Writer is a role for Loki; its OIDCProviderARN is enough. Unless its fields say otherwise, it may use the bucket, has the service
	// accounts of LogStore, logging-loki and logging-loki-ruler in the namespace openshift-logging, and has the infrastructure ID and the
	// tags of the bucket. Defaults to none: Loki uses an access key.
	Writer *iam.ServiceAccountRoleArgs `check:"part"`
	// ForceDestroy allows pulumi destroy to delete the bucket with all logs; otherwise it fails if the bucket is not empty.
	// Set it and run pulumi up before pulumi destroy. Defaults to false.
	ForceDestroy bool
	// Tags are set on the bucket and the role. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// writerDefaults returns the role of a LokiStack with the name that LogStore uses (grafana/loki
// operator/internal/manifests/serviceaccount.go; the default audience is awsDefaultAudience in
// operator/internal/manifests/storage/var.go).
func (a *LogBucketArgs) writerDefaults() iam.ServiceAccountRoleArgs {
	return iam.ServiceAccountRoleArgs{
		InfraID: a.InfraID,
		ServiceAccounts: []iam.ServiceAccount{
			{Namespace: loggingNamespace, Name: lokiName},
			{Namespace: loggingNamespace, Name: lokiName + "-ruler"},
		},
		Tags: a.Tags,
	}
}

// lokiActions are the actions of Loki on objects (Red Hat OpenShift Logging 6.6, "Prepare object storage for LokiStack") and the one that
// ends an upload that failed.
var lokiActions = []string{"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"}

// NewLogBucket registers a LogBucket.
func NewLogBucket(ctx *pulumi.Context, name string, args *LogBucketArgs, opts ...pulumi.ResourceOption) (*LogBucket, error) {
	return component.Register(ctx, name, args, opts, component.Type[LogBucketArgs, LogBucket]{
		Token:   "openshift-aws:storage:LogBucket",
		Lasting: true,
		Check:   func(args *LogBucketArgs) error { return args.checkName(name) },
		Keep: func(args *LogBucketArgs) []keep.Rule {
			return []keep.Rule{keptName(logBucketPath+".InfraID", args.desiredBucket().Prefix)}
		},
		Children: func(b *component.Builder[LogBucketArgs, LogBucket]) error {
			args := b.Args
			created, err := bucket.New(b.Ctx, b.Name+"-logs", args.desiredBucket(), b.Parent)
			if err != nil {
				return err
			}
			b.Component.Name, b.Component.ARN = created.Name, created.ARN
			return b.Component.registerWriter(b.Base, args)
		},
	})
}

// checkName returns the problems of the component's name, which is in that of Loki's role.
func (a *LogBucketArgs) checkName(name string) error {
	if a.Writer == nil {
		return nil
	}
	return names.CheckRole("storage.NewLogBucket", name, "-logs-writer-role")
}

const logBucketPath = "storage.LogBucketArgs"

// registerWriter registers Loki's role.
func (l *LogBucket) registerWriter(b *component.Base, args *LogBucketArgs) error {
	l.WriterRoleARN = component.NilString()
	if args.Writer == nil {
		return nil
	}
	permissions := documentOf(func(arns []string) policy.Document {
		return policy.New(bucketStatements(arns[0], arns[1], lokiActions...)...)
	}, l.ARN, args.KMSKeyARN)
	defaults := args.writerDefaults()
	defaults.Policy = permissions
	var err error
	l.WriterRoleARN, err = registerWriter(b, logBucketPath+".Writer", b.Name+"-logs-writer", args.Writer, defaults)
	return err
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *LogBucketArgs) Validate() error {
	args, p := check.Begin(a)
	checkWriter(&p, logBucketPath+".Writer", "", args.Writer, args.writerDefaults())
	return p.ErrOf(a)
}

func (a *LogBucketArgs) desiredBucket() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-logs-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		Logs:                      (*bucket.Logs)(a.AccessLogs),
		ForceDestroy:              a.ForceDestroy,
		Tags: tags.Merge(a.Tags, map[string]string{
			"Name":                  a.InfraID + "-logs",
			tags.Cluster(a.InfraID): tags.Owned,
		}),
	}
}
