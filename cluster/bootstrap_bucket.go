package cluster

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

const bootstrapKey = "bootstrap.ign"

// newBootstrapIgnition puts the bootstrap ignition, which holds private keys and is too long for user data, into a bucket
// of its own and returns its s3 location.
func (b *builder) newBootstrapIgnition() (pulumi.StringOutput, error) {
	physical := names.BootstrapBucket(b.Install.InfraID)
	bucket, err := s3.NewBucketV2(b.ctx, b.child("bootstrap"), &s3.BucketV2Args{
		Bucket:       pulumi.String(physical),
		ForceDestroy: pulumi.Bool(true),
		Tags:         b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	closed, err := b.closeBucket(bucket, physical)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	object, err := s3.NewBucketObjectv2(b.ctx, b.child("bootstrap", "ignition"), &s3.BucketObjectv2Args{
		Bucket:               bucket.ID(),
		Key:                  pulumi.String(bootstrapKey),
		Content:              b.Install.BootstrapIgnition,
		ContentType:          pulumi.String("application/json"),
		ServerSideEncryption: pulumi.String("AES256"),
	}, b.options(pulumi.DependsOn(closed))...) // The bucket is closed before there is anything in it.
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	// By the object's key rather than the constant: the machine starts when the object is there.
	return pulumi.Sprintf("s3://%s/%s", physical, object.Key), nil
}

// closeBucket makes a bucket private, encrypted and TLS-only.
func (b *builder) closeBucket(bucket *s3.BucketV2, physical string) ([]pulumi.Resource, error) {
	block, err := s3.NewBucketPublicAccessBlock(b.ctx, b.child("bootstrap"), &s3.BucketPublicAccessBlockArgs{
		Bucket:                bucket.ID(),
		BlockPublicAcls:       pulumi.Bool(true),
		BlockPublicPolicy:     pulumi.Bool(true),
		IgnorePublicAcls:      pulumi.Bool(true),
		RestrictPublicBuckets: pulumi.Bool(true),
	}, b.options()...)
	if err != nil {
		return nil, err
	}
	ownership, err := s3.NewBucketOwnershipControls(b.ctx, b.child("bootstrap"), &s3.BucketOwnershipControlsArgs{
		Bucket: bucket.ID(),
		Rule:   s3.BucketOwnershipControlsRuleArgs{ObjectOwnership: pulumi.String("BucketOwnerEnforced")},
	}, b.options()...)
	if err != nil {
		return nil, err
	}
	encryption, err := s3.NewBucketServerSideEncryptionConfigurationV2(b.ctx, b.child("bootstrap"), &s3.BucketServerSideEncryptionConfigurationV2Args{
		Bucket: bucket.ID(),
		Rules: s3.BucketServerSideEncryptionConfigurationV2RuleArray{s3.BucketServerSideEncryptionConfigurationV2RuleArgs{
			ApplyServerSideEncryptionByDefault: s3.BucketServerSideEncryptionConfigurationV2RuleApplyServerSideEncryptionByDefaultArgs{
				SseAlgorithm: pulumi.String("AES256"),
			},
		}},
	}, b.options()...)
	if err != nil {
		return nil, err
	}
	tls, err := s3.NewBucketPolicy(b.ctx, b.child("bootstrap"), &s3.BucketPolicyArgs{
		Bucket: bucket.ID(),
		Policy: pulumi.String(tlsOnly(partition.OfRegion(b.Install.Region), physical).JSON()),
	}, b.options(pulumi.DependsOn([]pulumi.Resource{block}))...) // S3 answers two changes of a bucket's access at a time with a conflict.
	return []pulumi.Resource{block, ownership, encryption, tls}, err
}

// tlsOnly is a bucket policy that refuses whoever comes without TLS.
func tlsOnly(p partition.Partition, bucket string) policy.Document {
	return policy.New(policy.Statement{
		Sid:       "TLSOnly",
		Effect:    policy.Deny,
		Principal: map[string][]string{"AWS": {"*"}},
		Action:    []string{"s3:*"},
		Resource:  []string{p.ARN("s3", "", "", bucket), p.ARN("s3", "", "", bucket+"/*")},
		Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
	})
}
