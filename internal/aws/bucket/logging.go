package bucket

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Logs is the destination of a bucket's access logs.
type Logs struct {
	// Bucket is the name of the log bucket.
	Bucket pulumi.StringInput
	// Prefix is the prefix of the logs' keys.
	Prefix string
}

func (b *builder) registerLogs() error {
	if b.args.Logs == nil {
		return nil
	}
	_, err := s3.NewBucketLoggingV2(b.ctx, b.name+"-logs", &s3.BucketLoggingV2Args{
		Bucket:       b.bucket.Bucket,
		TargetBucket: b.args.Logs.Bucket,
		TargetPrefix: pulumi.String(b.args.Logs.Prefix),
	}, b.opts...)
	return err
}
