// Package bucket registers S3 buckets that are private, encrypted and versioned, and that require TLS.
package bucket

import (
	"cmp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// PrefixLimit is the limit of the prefix of a generated bucket name: the provider appends 26 characters, and the limit of a name is 63
// (hashicorp/terraform-provider-aws, aws_s3_bucket, bucket_prefix).
const PrefixLimit = 37

// Args are the arguments of a bucket.
type Args struct {
	// Prefix is the prefix of the bucket's generated name: at most PrefixLimit lower-case letters, digits and hyphens.
	Prefix string
	// KMSKeyARN is the ARN of the key that encrypts objects; nil for S3's own keys (AES256).
	KMSKeyARN pulumi.StringInput
	// AbortUploadsAfterDays is the age at which incomplete multipart uploads are aborted; AWS charges for their invisible parts.
	AbortUploadsAfterDays int
	// ExpireNoncurrentAfterDays is the number of days after which overwritten and deleted versions expire.
	ExpireNoncurrentAfterDays int
	// ExpireAfterDays is the age at which objects expire; 0 for never.
	ExpireAfterDays int
	// InfrequentAfterDays is the age at which objects move to the storage class STANDARD_IA; 0 for never.
	InfrequentAfterDays int
	// Logs are the bucket's access logs; nil for none.
	Logs *Logs
	// LogTarget allows services to deliver access logs to the bucket; nil for none.
	LogTarget *LogTarget
	// Readers are the ARNs of the only principals that may read objects; nil for all with a permission.
	Readers pulumi.StringArrayInput
	// Lock is the default retention of objects; nil for none.
	Lock *Lock
	// ForceDestroy deletes the objects when the bucket is deleted.
	ForceDestroy bool
	// Tags are the bucket's tags, merged with those of the component.
	Tags pulumi.StringMap
}

// Bucket is a registered bucket.
type Bucket struct {
	// Name is the bucket's name. It waits for the settings that secure the bucket, so that no object is written before them.
	Name pulumi.StringOutput
	// ARN is the bucket's ARN. It waits as Name does.
	ARN pulumi.StringOutput
}

// New registers a bucket with name, and its settings with `<name>-<setting>`. The options, such as the parent, apply to all of them.
func New(ctx *pulumi.Context, name string, args Args, opts ...pulumi.ResourceOption) (*Bucket, error) {
	bucket, err := s3.NewBucketV2(ctx, name, &s3.BucketV2Args{
		BucketPrefix: pulumi.String(args.Prefix),
		ForceDestroy: pulumi.Bool(args.ForceDestroy),
		Tags:         args.Tags,
	}, opts...)
	if err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, name: name, args: args, opts: opts, bucket: bucket, arn: bucket.Arn}
	for _, register := range []func() error{
		b.registerAccess, b.registerOwnership, b.registerEncryption, b.registerVersions, b.registerLogs,
	} {
		if err := register(); err != nil {
			return nil, err
		}
	}
	return &Bucket{Name: b.secured(bucket.Bucket), ARN: b.secured(bucket.Arn)}, nil
}

// Close registers the settings that make a bucket private, encrypt it with S3's own keys and require TLS. All of them have the same name
// and differ in their type. Objects must depend on the returned settings. The ARN is a parameter because it may be known in advance.
// Readers are as in Args.
func Close(
	ctx *pulumi.Context, name string, bucket *s3.BucketV2, arn pulumi.StringInput, readers pulumi.StringArrayInput, opts ...pulumi.ResourceOption,
) ([]pulumi.Resource, error) {
	b := &builder{ctx: ctx, name: name, args: Args{Readers: readers}, opts: opts, bucket: bucket, arn: arn, sameName: true}
	for _, register := range []func() error{b.registerAccess, b.registerOwnership, b.registerEncryption} {
		if err := register(); err != nil {
			return nil, err
		}
	}
	return b.settings, nil
}

type builder struct {
	ctx    *pulumi.Context
	name   string
	args   Args
	opts   []pulumi.ResourceOption
	bucket *s3.BucketV2
	arn    pulumi.StringInput
	// sameName reports whether settings have the bucket's name.
	sameName bool
	// settings are the resources for which Name and ARN wait.
	settings []pulumi.Resource
}

// child returns the name of a setting.
func (b *builder) child(setting string) string {
	if b.sameName {
		return b.name
	}
	return b.name + "-" + setting
}

func (b *builder) secured(output pulumi.StringOutput) pulumi.StringOutput {
	return component.After(b.ctx.Context(), output, b.settings...)
}

// dependingOn returns the options of a setting that also depends on another one.
func (b *builder) dependingOn(resource pulumi.Resource) []pulumi.ResourceOption {
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
	target := b.args.LogTarget
	readers := cmp.Or[pulumi.StringArrayInput](b.args.Readers, pulumi.StringArray{})
	text := pulumi.All(b.arn, target.account(), readers).ApplyT(func(known []any) string {
		arn, readers := known[0].(string), known[2].([]string)
		statements := append([]policy.Statement{policy.TLSOnly("s3", arn, arn+"/*")}, target.statements(arn, known[1].(string))...)
		return policy.New(append(statements, readersOnly(arn, readers)...)...).JSON()
	}).(pulumi.StringOutput)
	attached, err := s3.NewBucketPolicy(b.ctx, b.child("policy"), &s3.BucketPolicyArgs{
		Bucket: b.bucket.Bucket,
		Policy: text,
	}, b.dependingOn(block)...) // S3 rejects concurrent changes of a bucket's access.
	b.settings = append(b.settings, block, attached)
	return err
}

// readersOnly denies others to read objects, also those whose own policies allow it. aws:PrincipalArn is the role of an assumed role
// (IAM user guide, "AWS global condition context keys").
func readersOnly(arn string, readers []string) []policy.Statement {
	if len(readers) == 0 {
		return nil
	}
	return []policy.Statement{{
		Sid:       "ReadersOnly",
		Effect:    policy.Deny,
		Principal: map[string][]string{"AWS": {"*"}},
		Action:    []string{"s3:GetObject", "s3:GetObjectVersion"},
		Resource:  []string{arn + "/*"},
		Condition: map[string]map[string][]string{"ArnNotEquals": {"aws:PrincipalArn": readers}},
	}}
}

func (b *builder) registerOwnership() error {
	ownership, err := s3.NewBucketOwnershipControls(b.ctx, b.child("ownership"), &s3.BucketOwnershipControlsArgs{
		Bucket: b.bucket.Bucket,
		Rule:   s3.BucketOwnershipControlsRuleArgs{ObjectOwnership: pulumi.String("BucketOwnerEnforced")},
	}, b.opts...)
	b.settings = append(b.settings, ownership)
	return err
}

func (b *builder) registerEncryption() error {
	encryption, err := s3.NewBucketServerSideEncryptionConfigurationV2(b.ctx, b.child("encryption"), &s3.BucketServerSideEncryptionConfigurationV2Args{
		Bucket: b.bucket.Bucket,
		Rules:  s3.BucketServerSideEncryptionConfigurationV2RuleArray{b.args.encryptionRule()},
	}, b.opts...)
	b.settings = append(b.settings, encryption)
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
		// A bucket key needs one KMS request for many objects; without it, AWS charges a request for each layer of each pull.
		BucketKeyEnabled: pulumi.Bool(true),
	}
}
