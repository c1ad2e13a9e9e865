package iam

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/secretsmanager"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
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
	where, err := region.Of(b.Ctx, b.Component, b.Args.Unmanaged.Region)
	if err != nil {
		return nil, err
	}
	var input oidcConfigInput
	inputs := rhcs.Properties{"region": where}
	if prefix := b.Args.Unmanaged.Prefix; prefix != "" {
		inputs["prefix"] = prefix
	}
	options := append(b.options("RosaOidcConfigInput"), pulumi.AdditionalSecretOutputs([]string{"privateKey"}))
	if err := rhcs.Register(b.Ctx, "RosaOidcConfigInput", b.Name+"-input", inputs, &input, options...); err != nil {
		return nil, err
	}
	documents := &issuerDocuments{
		ctx: b.Ctx, name: b.Name, bucketName: input.BucketName, discovery: input.DiscoveryDoc, jwks: input.JWKS,
		tags: b.tags(), parent: b.Parent,
	}
	bucket, published, err := documents.registerPublic()
	if err != nil {
		return nil, err
	}
	secret, version, err := b.registerPrivateKey(&input)
	if err != nil {
		return nil, err
	}
	b.Component.BucketName, b.Component.SecretARN = bucket.Bucket.ToStringPtrOutput(), secret.Arn.ToStringPtrOutput()
	return &issuer{secretARN: secret.Arn, url: input.IssuerURL, published: append(published, version)}, nil
}

// registerPrivateKey registers the secret from which OCM reads the private key. Red Hat's installer may read only secrets with the
// tag red-hat-managed.
func (b *oidcConfigBuilder) registerPrivateKey(input *oidcConfigInput) (*secretsmanager.Secret, *secretsmanager.SecretVersion, error) {
	secret, err := secretsmanager.NewSecret(b.Ctx, b.Name+"-private-key", &secretsmanager.SecretArgs{
		Name:                 input.PrivateKeySecretName,
		Description:          pulumi.String("Signs the service account tokens of ROSA clusters"),
		RecoveryWindowInDays: pulumi.Int(*b.Args.Unmanaged.RecoveryWindowDays),
		Tags:                 b.tags(),
	}, b.Parent)
	if err != nil {
		return nil, nil, err
	}
	version, err := secretsmanager.NewSecretVersion(b.Ctx, b.Name+"-private-key", &secretsmanager.SecretVersionArgs{
		SecretId:     secret.Arn,
		SecretString: input.PrivateKey,
	}, b.Parent)
	return secret, version, err
}
