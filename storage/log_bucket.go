package storage

import (
	"cmp"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// LogBucket is the S3 bucket that the cluster's logs are kept in, by Loki. It is private (all public access blocked,
// access control lists off), encrypted, versioned, and refuses requests without TLS. LogStore uses it.
//
// The name is generated and begins with `<infra id>-logs-`. The bucket is in the region of the AWS provider. It carries
// the cluster's tag with the value owned, so `openshift-install destroy cluster` deletes it.
type LogBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name. It waits for the bucket's settings: what uses it finds the bucket closed.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It waits as Name does.
	ARN pulumi.StringOutput `pulumi:"arn"`
	// WriterRoleARN is the ARN of Loki's role, once it has its policy; empty without Writer.
	WriterRoleARN pulumi.StringOutput `pulumi:"writerRoleArn"`
}

// LogBucketArgs are the arguments of LogBucket.
type LogBucketArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string
	// KMSKeyARN is the ARN of the KMS key that objects are encrypted with, not of an alias; nil for S3's own keys
	// (AES256). A change is made in place and counts for new objects.
	KMSKeyARN pulumi.StringInput
	// ExpireAfterDays is after how many days logs are deleted whatever Loki does, or 0 for never, which is the default.
	// It must be longer than LogStoreArgs.RetentionDays: Loki looks for what its index names. A change is made in place.
	ExpireAfterDays int
	// AbortUploadsAfterDays is after how many days multipart uploads that were not finished are deleted, 1 by default.
	// A change is made in place.
	AbortUploadsAfterDays int
	// ExpireNoncurrentAfterDays is how many days versions are kept that were overwritten or deleted, 7 by default.
	// A change is made in place.
	ExpireNoncurrentAfterDays int
	// AccessLogs are logs of the requests to the bucket; nil for none. A change is made in place.
	AccessLogs *AccessLogsArgs
	// Writer makes a role for Loki; nil for none, when Loki comes with an access key. By default it is for the service
	// accounts logging-loki and logging-loki-ruler in the namespace openshift-logging, those of LogStore.
	Writer *WriterArgs
	// ForceDestroy lets pulumi destroy delete the bucket with all logs in it. False by default: then the destruction of
	// a bucket that holds logs fails. Set it, and update, before the destruction. A change is made in place.
	ForceDestroy bool
	// Tags are set on the bucket and the role. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

const defaultLogExpireNoncurrentAfterDays = 7

// lokiAccounts are the service accounts of a LokiStack that is called as LogStore calls it
// (grafana/loki operator/internal/manifests/serviceaccount.go).
var lokiAccounts = []ServiceAccount{
	{Namespace: loggingNamespace, Name: lokiName},
	{Namespace: loggingNamespace, Name: lokiName + "-ruler"},
}

// lokiActions are what Loki does with objects (Red Hat OpenShift Logging documentation, "Loki object storage").
var lokiActions = []string{"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"}

// NewLogBucket registers a LogBucket. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewLogBucket(ctx *pulumi.Context, name string, args *LogBucketArgs, opts ...pulumi.ResourceOption) (*LogBucket, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &LogBucket{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:LogBucket", name, component, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(component)
	made, err := bucket.New(ctx, name+"-logs", filled.plan(), parent)
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:storage:LogBucket %s: %w", name, err)
	}
	component.Name, component.ARN = made.Name, made.ARN
	component.WriterRoleARN = pulumi.String("").ToStringOutput()
	if filled.Writer != nil {
		text := textOf(func(arns []string) policy.Document {
			return policy.New(bucketWriter(arns[0], arns[1], lokiActions...)...)
		}, made.ARN, filled.KMSKeyARN)
		if component.WriterRoleARN, err = registerWriter(ctx, name+"-logs-writer", *filled.Writer, text, filled.tags("-writer"), parent); err != nil {
			return nil, fmt.Errorf("openshift-aws:storage:LogBucket %s: %w", name, err)
		}
	}
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"name": component.Name, "arn": component.ARN, "writerRoleArn": component.WriterRoleARN,
	})
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *LogBucketArgs) Validate() error {
	const path = "storage.LogBucketArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkKey(&p, path+"KMSKeyARN", args.KMSKeyARN)
	if args.ExpireAfterDays < 0 {
		p.Addf(path+"ExpireAfterDays", "%d is no number of days that S3 takes; it is 1 or more, or 0 for never", args.ExpireAfterDays)
	}
	checkDays(&p, path+"AbortUploadsAfterDays", args.AbortUploadsAfterDays)
	checkDays(&p, path+"ExpireNoncurrentAfterDays", args.ExpireNoncurrentAfterDays)
	args.AccessLogs.check(&p, path+"AccessLogs")
	args.Writer.check(&p, path+"Writer")
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *LogBucketArgs) withDefaults() LogBucketArgs {
	args := LogBucketArgs{}
	if a != nil {
		args = *a
	}
	args.AbortUploadsAfterDays = cmp.Or(args.AbortUploadsAfterDays, defaultAbortUploadsAfterDays)
	args.ExpireNoncurrentAfterDays = cmp.Or(args.ExpireNoncurrentAfterDays, defaultLogExpireNoncurrentAfterDays)
	args.Writer = args.Writer.withDefaults(lokiAccounts...)
	return args
}

func (a LogBucketArgs) tags(what string) pulumi.StringMap {
	return tags.Merge(a.Tags, map[string]string{
		"Name":                  a.InfraID + "-logs" + what,
		tags.Cluster(a.InfraID): tags.Owned,
	})
}

func (a LogBucketArgs) plan() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-logs-",
		KMSKeyARN:                 a.KMSKeyARN,
		AbortUploadsAfterDays:     a.AbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: a.ExpireNoncurrentAfterDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		Logs:                      a.AccessLogs.plan(),
		ForceDestroy:              a.ForceDestroy,
		Tags:                      a.tags(""),
	}
}
