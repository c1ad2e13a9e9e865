package storage

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// An upload that takes longer than a day has failed; the registry's operator allows as much
// (openshift/cluster-image-registry-operator pkg/storage/s3/s3.go).
const (
	defaultAbortUploadsAfterDays     = 1
	defaultExpireNoncurrentAfterDays = 30
)

// RegistryBucketArgs are the arguments of RegistryBucket.
type RegistryBucketArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the bucket.
	InfraID string
	// KMSKeyARN is the ARN of the KMS key that objects are encrypted with; nil for S3's own keys (AES256). The registry's
	// user needs kms:Decrypt and kms:GenerateDataKey on it. Give ImageRegistry the same key: the registry names one
	// with every upload. A change is made in place and counts for new objects.
	KMSKeyARN pulumi.StringInput
	// AbortUploadsAfterDays is after how many days multipart uploads that were not finished are deleted, 1 by default.
	// A change is made in place.
	AbortUploadsAfterDays int
	// ExpireNoncurrentAfterDays is how many days versions are kept that were overwritten or deleted, 30 by default.
	// A change is made in place.
	ExpireNoncurrentAfterDays int
	// AccessLogs are logs of the requests to the bucket; nil for none. A change is made in place.
	AccessLogs *AccessLogsArgs
	// ForceDestroy lets pulumi destroy delete the bucket with all images in it. False by default: then the destruction of
	// a bucket that holds images fails. Set it, and update, before the destruction. A change is made in place.
	ForceDestroy bool
	// Tags are set on the bucket. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RegistryBucketArgs) Validate() error {
	const path = "storage.RegistryBucketArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	if args.KMSKeyARN != nil {
		checkKMSKeyARN(&p, path+"KMSKeyARN", args.KMSKeyARN)
	}
	checkDays(&p, path+"AbortUploadsAfterDays", args.AbortUploadsAfterDays)
	checkDays(&p, path+"ExpireNoncurrentAfterDays", args.ExpireNoncurrentAfterDays)
	args.AccessLogs.check(&p, path+"AccessLogs")
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *RegistryBucketArgs) withDefaults() RegistryBucketArgs {
	args := RegistryBucketArgs{}
	if a != nil {
		args = *a
	}
	args.AbortUploadsAfterDays = cmp.Or(args.AbortUploadsAfterDays, defaultAbortUploadsAfterDays)
	args.ExpireNoncurrentAfterDays = cmp.Or(args.ExpireNoncurrentAfterDays, defaultExpireNoncurrentAfterDays)
	return args
}

func checkDays(p *check.Problems, path string, days int) {
	if days < 1 {
		p.Addf(path, "%d is no number of days that S3 takes; it is 1 or more", days)
	}
}
