package iam

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/secretsmanager"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// Keys of the two public documents (OpenID Connect Discovery 1.0, section 4).
const (
	discoveryKey = ".well-known/openid-configuration"
	jwksKey      = "keys.json"
)

// oidcConfigInput is RHCS's resource rhcs_rosa_oidc_config_input. It generates the key pair and the documents once, when it is
// created, without network access, and keeps them in its state.
type oidcConfigInput struct {
	pulumi.CustomResourceState

	BucketName           pulumi.StringOutput `pulumi:"bucketName"`
	DiscoveryDoc         pulumi.StringOutput `pulumi:"discoveryDoc"`
	IssuerURL            pulumi.StringOutput `pulumi:"issuerUrl"`
	JWKS                 pulumi.StringOutput `pulumi:"jwks"`
	PrivateKey           pulumi.StringOutput `pulumi:"privateKey"`
	PrivateKeySecretName pulumi.StringOutput `pulumi:"privateKeySecretName"`
}

// issuer is an issuer in the user's account.
type issuer struct {
	secretARN, url pulumi.StringOutput
	// published are the resources that must exist before tokens can be verified.
	published []pulumi.Resource
}

func (b *oidcConfigBuilder) registerIssuer() (*issuer, error) {
	where, err := region.Of(b.ctx, b.component, b.args.Unmanaged.Region)
	if err != nil {
		return nil, err
	}
	var input oidcConfigInput
	inputs := pulumi.Map{"region": where}
	if prefix := b.args.Unmanaged.Prefix; prefix != "" {
		inputs["prefix"] = pulumi.String(prefix)
	}
	options := append(b.options("RosaOidcConfigInput"), pulumi.AdditionalSecretOutputs([]string{"privateKey"}))
	if err := rhcs.Register(b.ctx, "RosaOidcConfigInput", b.name+"-input", inputs, &input, options...); err != nil {
		return nil, err
	}
	bucket, published, err := b.registerBucket(&input)
	if err != nil {
		return nil, err
	}
	secret, version, err := b.registerPrivateKey(&input)
	if err != nil {
		return nil, err
	}
	b.component.BucketName, b.component.SecretARN = bucket.Bucket.ToStringPtrOutput(), secret.Arn.ToStringPtrOutput()
	return &issuer{secretARN: secret.Arn, url: input.IssuerURL, published: append(published, version)}, nil
}

// registerPrivateKey registers the secret from which OCM reads the private key. Red Hat's installer may read only secrets with the
// tag red-hat-managed.
func (b *oidcConfigBuilder) registerPrivateKey(input *oidcConfigInput) (*secretsmanager.Secret, *secretsmanager.SecretVersion, error) {
	secret, err := secretsmanager.NewSecret(b.ctx, b.name+"-private-key", &secretsmanager.SecretArgs{
		Name:                 input.PrivateKeySecretName,
		Description:          pulumi.String("Signs the service account tokens of ROSA clusters"),
		RecoveryWindowInDays: pulumi.Int(valueOr(b.args.Unmanaged.RecoveryWindowDays, defaultRecoveryWindow)),
		Tags:                 b.tags(),
	}, b.parent)
	if err != nil {
		return nil, nil, err
	}
	version, err := secretsmanager.NewSecretVersion(b.ctx, b.name+"-private-key", &secretsmanager.SecretVersionArgs{
		SecretId:     secret.Arn,
		SecretString: input.PrivateKey,
	}, b.parent)
	return secret, version, err
}

// registerBucket registers the bucket with the public documents. S3 accepts its public policy only after Block Public Access,
// which is on in new buckets, allows it.
func (b *oidcConfigBuilder) registerBucket(input *oidcConfigInput) (*s3.BucketV2, []pulumi.Resource, error) {
	bucket, err := s3.NewBucketV2(b.ctx, b.name+"-bucket", &s3.BucketV2Args{Bucket: input.BucketName, Tags: b.tags()}, b.parent)
	if err != nil {
		return nil, nil, err
	}
	access, err := s3.NewBucketPublicAccessBlock(b.ctx, b.name+"-bucket-access", &s3.BucketPublicAccessBlockArgs{
		Bucket:                bucket.Bucket,
		BlockPublicAcls:       pulumi.Bool(true),
		IgnorePublicAcls:      pulumi.Bool(true),
		BlockPublicPolicy:     pulumi.Bool(false),
		RestrictPublicBuckets: pulumi.Bool(false),
	}, b.parent)
	if err != nil {
		return nil, nil, err
	}
	bucketPolicy, err := s3.NewBucketPolicy(b.ctx, b.name+"-bucket-policy", &s3.BucketPolicyArgs{
		Bucket: bucket.Bucket,
		Policy: bucket.Arn.ApplyT(issuerBucketPolicy).(pulumi.StringOutput),
	}, b.parent, pulumi.DependsOn([]pulumi.Resource{access}))
	if err != nil {
		return nil, nil, err
	}
	published := []pulumi.Resource{bucketPolicy}
	for _, object := range []struct {
		key     string
		name    string
		content pulumi.StringOutput
	}{{discoveryKey, "discovery", input.DiscoveryDoc}, {jwksKey, "jwks", input.JWKS}} {
		document, err := s3.NewBucketObjectv2(b.ctx, b.name+"-"+object.name, &s3.BucketObjectv2Args{
			Bucket:      bucket.Bucket,
			Key:         pulumi.String(object.key),
			Content:     object.content,
			ContentType: pulumi.String("application/json"),
			Tags:        b.tags(),
		}, b.parent)
		if err != nil {
			return nil, nil, err
		}
		published = append(published, document)
	}
	return bucket, published, nil
}

// issuerBucketPolicy makes the two documents public, and requires TLS. Red Hat's own policy makes every object of the bucket
// public (terraform-redhat/terraform-rhcs-rosa-hcp modules/oidc-config-and-provider).
func issuerBucketPolicy(bucketARN string) string {
	anyone := map[string][]string{"AWS": {"*"}}
	return policy.New(
		policy.Statement{
			Sid:       "AllowReadPublicAccess",
			Effect:    policy.Allow,
			Principal: anyone,
			Action:    []string{"s3:GetObject"},
			Resource:  []string{bucketARN + "/" + discoveryKey, bucketARN + "/" + jwksKey},
		},
		policy.Statement{
			Sid:       "DenyWithoutTLS",
			Effect:    policy.Deny,
			Principal: anyone,
			Action:    []string{"s3:*"},
			Resource:  []string{bucketARN, bucketARN + "/*"},
			Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
		},
	).JSON()
}
