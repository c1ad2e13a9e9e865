package bucket

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Lock is the default retention of new object versions.
type Lock struct {
	// Mode is GOVERNANCE, which users with a permission can bypass, or COMPLIANCE, which no user can.
	Mode string
	// Days is the retention period.
	Days int
}

// registerLock enables object lock, for which S3 requires versioning. Enabling it later by the bucket's own property would replace the
// bucket and delete its objects.
func (b *builder) registerLock(versioning pulumi.Resource) error {
	if b.args.Lock == nil {
		return nil
	}
	lock, err := s3.NewBucketObjectLockConfigurationV2(b.ctx, b.name+"-lock", &s3.BucketObjectLockConfigurationV2Args{
		Bucket: b.bucket.Bucket,
		Rule: s3.BucketObjectLockConfigurationV2RuleArgs{
			DefaultRetention: s3.BucketObjectLockConfigurationV2RuleDefaultRetentionArgs{
				Mode: pulumi.String(b.args.Lock.Mode),
				Days: pulumi.Int(b.args.Lock.Days),
			},
		},
	}, b.dependingOn(versioning)...)
	b.settings = append(b.settings, lock)
	return err
}
