package iam

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/secretsmanager"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// The two documents that everybody may read, where the standard has them (OpenID Connect Discovery 1.0, section 4).
const (
	discoveryKey = ".well-known/openid-configuration"
	jwksKey      = "keys.json"
)

// oidcConfigInput is RHCS's resource rhcs_rosa_oidc_config_input. It makes the key pair and what is derived from it when it
// is created, without the network, and keeps all of it in the state: the key stays the same from run to run.
type oidcConfigInput struct {
	pulumi.CustomResourceState

	BucketName           pulumi.StringOutput `pulumi:"bucketName"`
	DiscoveryDoc         pulumi.StringOutput `pulumi:"discoveryDoc"`
	IssuerURL            pulumi.StringOutput `pulumi:"issuerUrl"`
	JWKS                 pulumi.StringOutput `pulumi:"jwks"`
	PrivateKey           pulumi.StringOutput `pulumi:"privateKey"`
	PrivateKeySecretName pulumi.StringOutput `pulumi:"privateKeySecretName"`
}

// hostedIssuer is what OCM is told of an issuer that the user hosts.
type hostedIssuer struct {
	secretARN, url pulumi.StringOutput
	// published are the resources without which nobody can check a token.
	published []pulumi.Resource
}

func (b *oidcConfigBuilder) host() (*hostedIssuer, error) {
	var input oidcConfigInput
	inputs := pulumi.Map{"region": pulumi.String(b.args.Unmanaged.Region)}
	if prefix := b.args.Unmanaged.Prefix; prefix != "" {
		inputs["prefix"] = pulumi.String(prefix)
	}
	options := append(b.options("RosaOidcConfigInput"), pulumi.AdditionalSecretOutputs([]string{"privateKey"}))
	if err := rhcs.Register(b.ctx, "RosaOidcConfigInput", b.name+"-input", inputs, &input, options...); err != nil {
		return nil, err
	}
	bucket, published, err := b.publish(&input)
	if err != nil {
		return nil, err
	}
	secret, version, err := b.keepKey(&input)
	if err != nil {
		return nil, err
	}
	b.component.BucketName, b.component.SecretARN = bucket.Bucket, secret.Arn
	return &hostedIssuer{secretARN: secret.Arn, url: input.IssuerURL, published: append(published, version)}, nil
}

// keepKey puts the private key where OCM fetches it. Red Hat's installer may read only secrets with the tag.
func (b *oidcConfigBuilder) keepKey(input *oidcConfigInput) (*secretsmanager.Secret, *secretsmanager.SecretVersion, error) {
	secret, err := secretsmanager.NewSecret(b.ctx, b.name+"-private-key", &secretsmanager.SecretArgs{
		Name:                 input.PrivateKeySecretName,
		Description:          pulumi.String("Signs the service account tokens of ROSA clusters"),
		RecoveryWindowInDays: pulumi.Int(max(b.args.Unmanaged.RecoveryWindowDays, 0)),
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

// publish makes the bucket. A policy that lets everybody read is taken only once the block of public policies is off, which
// a new bucket has on.
func (b *oidcConfigBuilder) publish(input *oidcConfigInput) (*s3.BucketV2, []pulumi.Resource, error) {
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

// issuerBucketPolicy lets everybody read the two documents, and nothing without TLS. Red Hat's own layout opens every object
// of the bucket (terraform-redhat/terraform-rhcs-rosa-hcp modules/oidc-config-and-provider).
func issuerBucketPolicy(bucketARN string) string {
	everybody := map[string][]string{"AWS": {"*"}}
	return policy.New(
		policy.Statement{
			Sid:       "AllowReadPublicAccess",
			Effect:    policy.Allow,
			Principal: everybody,
			Action:    []string{"s3:GetObject"},
			Resource:  []string{bucketARN + "/" + discoveryKey, bucketARN + "/" + jwksKey},
		},
		policy.Statement{
			Sid:       "DenyWithoutTLS",
			Effect:    policy.Deny,
			Principal: everybody,
			Action:    []string{"s3:*"},
			Resource:  []string{bucketARN, bucketARN + "/*"},
			Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
		},
	).JSON()
}
