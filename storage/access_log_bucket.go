package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// AccessLogBucket is the S3 bucket for access logs of a cluster's other buckets and of its Classic Load Balancers. It is
// private (all public access blocked, access control lists disabled), versioned, rejects requests without TLS, and is
// encrypted with S3 managed keys, because S3 delivers no logs to buckets with a KMS key.
//
// The name is generated and begins with `<infra id>-access-`. The bucket is in the region of the AWS provider. It has no
// cluster tag, so `openshift-install destroy cluster` keeps the logs.
type AccessLogBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name, for AccessLogsArgs.Bucket. It depends on the bucket's policy, without which AWS rejects the
	// bucket as a target for logs.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It depends on the same resources as [Name].
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// AccessLogBucketArgs are the arguments of AccessLogBucket. Unless a field says otherwise, changes are applied in place.
type AccessLogBucketArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string `check:"required,infra-id"`
	// LoadBalancers allows load balancers to write logs. Defaults to false.
	LoadBalancers bool
	// AccountID is the ID of the AWS account of the buckets and load balancers, 12 digits: those of other accounts, which would have
	// to know the bucket's name, cannot write logs. The VPC's owner or aws:getCallerIdentity has it. Defaults to none: buckets
	// and, with LoadBalancers, load balancers of all accounts can write.
	AccountID pulumi.StringInput `check:"format=account-id"`
	// ExpireAfterDays is the number of days after which logs are deleted. Defaults to 365.
	ExpireAfterDays int `check:"1.." default:"365"`
	// ForceDestroy allows pulumi destroy to delete the bucket with all logs; otherwise it fails if the bucket is not empty.
	// Set it and run pulumi up before pulumi destroy. Defaults to false.
	ForceDestroy bool
	// Tags are set on the bucket. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// accessLogNoncurrentDays is short, because logs are written once.
const accessLogNoncurrentDays = 7

// NewAccessLogBucket registers an AccessLogBucket.
func NewAccessLogBucket(
	ctx *pulumi.Context, name string, args *AccessLogBucketArgs, opts ...pulumi.ResourceOption,
) (*AccessLogBucket, error) {
	return component.Register(ctx, name, args, opts, component.Type[AccessLogBucketArgs, AccessLogBucket]{
		Token: "openshift-aws:storage:AccessLogBucket",
		Keep: func(args *AccessLogBucketArgs) []keep.Rule {
			return []keep.Rule{keptName("storage.AccessLogBucketArgs.InfraID", args.desiredBucket().Prefix)}
		},
		Children: func(b *component.Builder[AccessLogBucketArgs, AccessLogBucket]) error {
			created, err := bucket.New(b.Ctx, b.Name+"-access-logs", b.Args.desiredBucket(), b.Parent)
			if err != nil {
				return err
			}
			b.Component.Name, b.Component.ARN = created.Name, created.ARN
			return nil
		},
	})
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *AccessLogBucketArgs) Validate() error { return check.Valid(a) }

func (a *AccessLogBucketArgs) desiredBucket() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-access-",
		LogTarget:                 &bucket.LogTarget{LoadBalancers: a.LoadBalancers, AccountID: a.AccountID},
		AbortUploadsAfterDays:     1,
		ExpireNoncurrentAfterDays: accessLogNoncurrentDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		ForceDestroy:              a.ForceDestroy,
		Tags:                      tags.Merge(a.Tags, map[string]string{"Name": a.InfraID + "-access-logs"}),
	}
}

// AccessLogsArgs are the access logs of a bucket, which S3 writes to another bucket.
type AccessLogsArgs struct {
	// Bucket is the name of the target bucket, such as AccessLogBucket.Name: in the same region and account, and with a
	// policy that allows S3 to write logs. Required.
	Bucket pulumi.StringInput `check:"required,format=bucket-name"`
	// Prefix is the key prefix of the logs, such as registry/. Defaults to none.
	Prefix string
}
