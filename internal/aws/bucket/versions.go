package bucket

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const enabled = "Enabled"

// registerVersions registers versioning, and the lifecycle rules that expire old versions.
func (b *builder) registerVersions() error {
	versioning, err := s3.NewBucketVersioningV2(b.ctx, b.name+"-versioning", &s3.BucketVersioningV2Args{
		Bucket:                  b.bucket.Bucket,
		VersioningConfiguration: s3.BucketVersioningV2VersioningConfigurationArgs{Status: pulumi.String(enabled)},
	}, b.opts...)
	if err != nil {
		return err
	}
	b.settings = append(b.settings, versioning)
	if err := b.registerLock(versioning); err != nil {
		return err
	}
	_, err = s3.NewBucketLifecycleConfigurationV2(b.ctx, b.name+"-lifecycle", &s3.BucketLifecycleConfigurationV2Args{
		Bucket: b.bucket.Bucket,
		Rules:  b.args.lifecycleRules(),
	}, b.dependingOn(versioning)...) // Rules for versions require versioning (aws_s3_bucket_lifecycle_configuration).
	return err
}

func (a Args) lifecycleRules() s3.BucketLifecycleConfigurationV2RuleArray {
	rules := s3.BucketLifecycleConfigurationV2RuleArray{
		s3.BucketLifecycleConfigurationV2RuleArgs{
			Id:     pulumi.String("abort-unfinished-uploads"),
			Status: pulumi.String(enabled),
			Filter: s3.BucketLifecycleConfigurationV2RuleFilterArgs{},
			AbortIncompleteMultipartUpload: s3.BucketLifecycleConfigurationV2RuleAbortIncompleteMultipartUploadArgs{
				DaysAfterInitiation: pulumi.Int(a.AbortUploadsAfterDays),
			},
		},
		s3.BucketLifecycleConfigurationV2RuleArgs{
			Id:     pulumi.String("expire-old-versions"),
			Status: pulumi.String(enabled),
			Filter: s3.BucketLifecycleConfigurationV2RuleFilterArgs{},
			NoncurrentVersionExpiration: s3.BucketLifecycleConfigurationV2RuleNoncurrentVersionExpirationArgs{
				NoncurrentDays: pulumi.Int(a.ExpireNoncurrentAfterDays),
			},
			// A delete marker without versions has no effect.
			Expiration: s3.BucketLifecycleConfigurationV2RuleExpirationArgs{ExpiredObjectDeleteMarker: pulumi.Bool(true)},
		},
	}
	if a.InfrequentAfterDays > 0 {
		rules = append(rules, s3.BucketLifecycleConfigurationV2RuleArgs{
			Id:     pulumi.String("move-to-infrequent-access"),
			Status: pulumi.String(enabled),
			Filter: s3.BucketLifecycleConfigurationV2RuleFilterArgs{},
			Transitions: s3.BucketLifecycleConfigurationV2RuleTransitionArray{s3.BucketLifecycleConfigurationV2RuleTransitionArgs{
				Days:         pulumi.Int(a.InfrequentAfterDays),
				StorageClass: pulumi.String("STANDARD_IA"),
			}},
		})
	}
	if a.ExpireAfterDays > 0 {
		rules = append(rules, s3.BucketLifecycleConfigurationV2RuleArgs{
			Id:         pulumi.String("expire"),
			Status:     pulumi.String(enabled),
			Filter:     s3.BucketLifecycleConfigurationV2RuleFilterArgs{},
			Expiration: s3.BucketLifecycleConfigurationV2RuleExpirationArgs{Days: pulumi.Int(a.ExpireAfterDays)},
		})
	}
	return rules
}
