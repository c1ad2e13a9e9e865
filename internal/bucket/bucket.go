// Package bucket registers S3 buckets that are private, encrypted, versioned and open to TLS alone.
package bucket

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// PrefixLimit is the longest prefix of a generated bucket name: the provider adds 26 characters, and 63 fit
// (hashicorp/terraform-provider-aws, aws_s3_bucket, bucket_prefix).
const PrefixLimit = 37

// Args describe a bucket.
type Args struct {
	// Prefix begins the bucket's generated name: at most PrefixLimit lower-case letters, digits and hyphens.
	Prefix string
	// KMSKeyARN is the key that objects are encrypted with; nil for S3's own keys (AES256).
	KMSKeyARN pulumi.StringInput
	// AbortUploadsAfterDays ends multipart uploads that were not finished, whose parts are invisible and paid for.
	AbortUploadsAfterDays int
	// ExpireNoncurrentAfterDays deletes versions that were overwritten or deleted so many days ago.
	ExpireNoncurrentAfterDays int
	// ExpireAfterDays deletes objects that were written so many days ago; 0 for never.
	ExpireAfterDays int
	// InfrequentAfterDays moves objects to the storage class STANDARD_IA so many days after they were written; 0 for never.
	InfrequentAfterDays int
	// Logs are the bucket's access logs; nil for none.
	Logs *Logs
	// LogTarget lets the bucket take access logs; nil for not.
	LogTarget *LogTarget
	// Lock is the default retention of objects; nil for none.
	Lock *Lock
	// ForceDestroy deletes the bucket with all that is in it.
	ForceDestroy bool
	// Tags are the bucket's, merged with what owns it.
	Tags pulumi.StringMap
}

// Bucket is a registered bucket.
type Bucket struct {
	// Name waits until the bucket is closed: what uses it finds no moment in which it is open or unencrypted.
	Name pulumi.StringOutput
	// ARN waits as Name does.
	ARN pulumi.StringOutput
}

// New registers a bucket under name and its settings under `<name>-<setting>`. The options, the parent above all, go on
// each of them.
func New(ctx *pulumi.Context, name string, args Args, opts ...pulumi.ResourceOption) (*Bucket, error) {
	made, err := s3.NewBucketV2(ctx, name, &s3.BucketV2Args{
		BucketPrefix: pulumi.String(args.Prefix),
		ForceDestroy: pulumi.Bool(args.ForceDestroy),
		Tags:         args.Tags,
	}, opts...)
	if err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, name: name, args: args, opts: opts, bucket: made, arn: made.Arn}
	for _, setting := range []func() error{b.registerAccess, b.registerOwnership, b.registerEncryption, b.registerVersions, b.registerLogs} {
		if err := setting(); err != nil {
			return nil, err
		}
	}
	return &Bucket{Name: b.closed(made.Bucket), ARN: b.closed(made.Arn)}, nil
}

// Close registers the settings that make a bucket private, encrypted with S3's own keys and open to TLS alone, each under name
// itself: their types tell them apart. What is put into the bucket comes after all of them. The bucket's ARN is given, so that it may
// be known beforehand.
func Close(ctx *pulumi.Context, name string, bucket *s3.BucketV2, arn pulumi.StringInput, opts ...pulumi.ResourceOption) ([]pulumi.Resource, error) {
	b := &builder{ctx: ctx, name: name, opts: opts, bucket: bucket, arn: arn, oneName: true}
	for _, setting := range []func() error{b.registerAccess, b.registerOwnership, b.registerEncryption} {
		if err := setting(); err != nil {
			return nil, err
		}
	}
	return b.closing, nil
}

type builder struct {
	ctx    *pulumi.Context
	name   string
	args   Args
	opts   []pulumi.ResourceOption
	bucket *s3.BucketV2
	arn    pulumi.StringInput
	// oneName tells that settings bear the bucket's name.
	oneName bool
	// closing are the settings that Name and ARN wait for.
	closing []pulumi.Resource
}

// child names a setting.
func (b *builder) child(setting string) string {
	if b.oneName {
		return b.name
	}
	return b.name + "-" + setting
}

func (b *builder) closed(output pulumi.StringOutput) pulumi.StringOutput {
	return pulumi.OutputWithDependencies(b.ctx.Context(), output, b.closing...).(pulumi.StringOutput)
}

func (b *builder) after(resource pulumi.Resource) []pulumi.ResourceOption {
	return append([]pulumi.ResourceOption{pulumi.DependsOn([]pulumi.Resource{resource})}, b.opts...)
}

func (b *builder) registerAccess() error {
	block, err := s3.NewBucketPublicAccessBlock(b.ctx, b.child("public-access"), &s3.BucketPublicAccessBlockArgs{
		Bucket:                b.bucket.Bucket,
		BlockPublicAcls:       pulumi.Bool(true),
		BlockPublicPolicy:     pulumi.Bool(true),
		IgnorePublicAcls:      pulumi.Bool(true),
		RestrictPublicBuckets: pulumi.Bool(true),
	}, b.opts...)
	if err != nil {
		return err
	}
	known := pulumi.StringArray{b.arn, b.args.LogTarget.principal()}.ToStringArrayOutput()
	text := known.ApplyT(func(known []string) string {
		return policy.New(append([]policy.Statement{tlsOnly(known[0])}, b.args.LogTarget.statements(known[0], known[1])...)...).JSON()
	}).(pulumi.StringOutput)
	attached, err := s3.NewBucketPolicy(b.ctx, b.child("policy"), &s3.BucketPolicyArgs{
		Bucket: b.bucket.Bucket,
		Policy: text,
	}, b.after(block)...) // S3 answers two changes of a bucket's access at a time with a conflict.
	b.closing = append(b.closing, block, attached)
	return err
}

// tlsOnly refuses whoever comes without TLS.
func tlsOnly(arn string) policy.Statement {
	return policy.Statement{
		Sid:       "TLSOnly",
		Effect:    policy.Deny,
		Principal: map[string][]string{"AWS": {"*"}},
		Action:    []string{"s3:*"},
		Resource:  []string{arn, arn + "/*"},
		Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
	}
}

func (b *builder) registerOwnership() error {
	ownership, err := s3.NewBucketOwnershipControls(b.ctx, b.child("ownership"), &s3.BucketOwnershipControlsArgs{
		Bucket: b.bucket.Bucket,
		Rule:   s3.BucketOwnershipControlsRuleArgs{ObjectOwnership: pulumi.String("BucketOwnerEnforced")},
	}, b.opts...)
	b.closing = append(b.closing, ownership)
	return err
}

func (b *builder) registerEncryption() error {
	encryption, err := s3.NewBucketServerSideEncryptionConfigurationV2(b.ctx, b.child("encryption"), &s3.BucketServerSideEncryptionConfigurationV2Args{
		Bucket: b.bucket.Bucket,
		Rules:  s3.BucketServerSideEncryptionConfigurationV2RuleArray{b.args.encryptionRule()},
	}, b.opts...)
	b.closing = append(b.closing, encryption)
	return err
}

func (a Args) encryptionRule() s3.BucketServerSideEncryptionConfigurationV2RuleArgs {
	if a.KMSKeyARN == nil {
		return s3.BucketServerSideEncryptionConfigurationV2RuleArgs{
			ApplyServerSideEncryptionByDefault: s3.BucketServerSideEncryptionConfigurationV2RuleApplyServerSideEncryptionByDefaultArgs{
				SseAlgorithm: pulumi.String("AES256"),
			},
		}
	}
	return s3.BucketServerSideEncryptionConfigurationV2RuleArgs{
		ApplyServerSideEncryptionByDefault: s3.BucketServerSideEncryptionConfigurationV2RuleApplyServerSideEncryptionByDefaultArgs{
			SseAlgorithm:   pulumi.String("aws:kms"),
			KmsMasterKeyId: a.KMSKeyARN.ToStringOutput().ToStringPtrOutput(),
		},
		// One request to KMS for many objects: without it each layer of each pull is paid for.
		BucketKeyEnabled: pulumi.Bool(true),
	}
}
