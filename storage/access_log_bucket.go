package storage

import (
	"cmp"
	"fmt"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/bucket"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// AccessLogBucket is the S3 bucket that takes the access logs of a cluster's other buckets, and of its classic load
// balancers. It is private (all public access blocked, access control lists off), encrypted by S3's own keys, because S3
// delivers no logs otherwise, versioned, and refuses requests without TLS.
//
// The name is generated and begins with `<infra id>-access-`. The bucket is in the region of the AWS provider. It carries
// no cluster tag: logs are of most use when the cluster is gone.
type AccessLogBucket struct {
	pulumi.ResourceState

	// Name is the bucket's name, for AccessLogs.Bucket. It waits for the bucket's policy, without which AWS takes no
	// bucket for logs.
	Name pulumi.StringOutput `pulumi:"name"`
	// ARN is the bucket's ARN. It waits as Name does.
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// AccessLogBucketArgs are the arguments of AccessLogBucket.
type AccessLogBucketArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string
	// LoadBalancerAccountARN is the ARN of the account by which Elastic Load Balancing delivers logs in the region, such
	// as arn:aws:iam::033677994240:root in us-east-2, which elb.GetServiceAccount of the AWS provider tells; nil for no
	// logs of load balancers. A change is made in place.
	LoadBalancerAccountARN pulumi.StringInput
	// ExpireAfterDays is after how many days logs are deleted, 365 by default. A change is made in place.
	ExpireAfterDays int
	// ForceDestroy lets pulumi destroy delete the bucket with all logs in it. False by default: then the destruction of
	// a bucket that holds logs fails. Set it, and update, before the destruction. A change is made in place.
	ForceDestroy bool
	// Tags are set on the bucket. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

const (
	defaultAccessLogExpireAfterDays = 365
	// accessLogNoncurrentDays is short: logs are written once.
	accessLogNoncurrentDays = 7
)

var accountARN = regexp.MustCompile(`^arn:aws[a-z-]*:iam::\d{12}:root$`)

// NewAccessLogBucket registers an AccessLogBucket. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewAccessLogBucket(ctx *pulumi.Context, name string, args *AccessLogBucketArgs, opts ...pulumi.ResourceOption) (*AccessLogBucket, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &AccessLogBucket{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:AccessLogBucket", name, component, opts...); err != nil {
		return nil, err
	}
	made, err := bucket.New(ctx, name+"-access-logs", args.withDefaults().plan(), pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:storage:AccessLogBucket %s: %w", name, err)
	}
	component.Name, component.ARN = made.Name, made.ARN
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name, "arn": component.ARN})
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *AccessLogBucketArgs) Validate() error {
	const path = "storage.AccessLogBucketArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	if arn, known := args.LoadBalancerAccountARN.(pulumi.String); known && !accountARN.MatchString(string(arn)) {
		p.Addf(path+"LoadBalancerAccountARN", "%q is no account's ARN; one looks like arn:aws:iam::033677994240:root", string(arn))
	}
	checkDays(&p, path+"ExpireAfterDays", args.ExpireAfterDays)
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *AccessLogBucketArgs) withDefaults() AccessLogBucketArgs {
	args := AccessLogBucketArgs{}
	if a != nil {
		args = *a
	}
	args.ExpireAfterDays = cmp.Or(args.ExpireAfterDays, defaultAccessLogExpireAfterDays)
	return args
}

func (a AccessLogBucketArgs) plan() bucket.Args {
	return bucket.Args{
		Prefix:                    a.InfraID + "-access-",
		LogTarget:                 &bucket.LogTarget{LoadBalancers: a.LoadBalancerAccountARN},
		AbortUploadsAfterDays:     defaultAbortUploadsAfterDays,
		ExpireNoncurrentAfterDays: accessLogNoncurrentDays,
		ExpireAfterDays:           a.ExpireAfterDays,
		ForceDestroy:              a.ForceDestroy,
		Tags:                      tags.Merge(a.Tags, map[string]string{"Name": a.InfraID + "-access-logs"}),
	}
}
