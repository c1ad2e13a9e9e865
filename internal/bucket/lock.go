package bucket

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Lock keeps new versions of objects from being deleted or overwritten for some days.
type Lock struct {
	// Mode is GOVERNANCE, which some may bypass, or COMPLIANCE, which nobody may.
	Mode string
	// Days is how long.
	Days int
}

// registerLock comes after the versioning, without which S3 refuses it. It is what switches object lock on: as a property
// of the bucket it would replace a bucket that gets it later, with all that is in it.
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
	}, b.after(versioning)...)
	b.closing = append(b.closing, lock)
	return err
}
