package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// OIDCConfig is an OIDC configuration in OCM: the issuer of the tokens with which operators of ROSA clusters assume their roles. Red
// Hat hosts a managed issuer. An unmanaged issuer is in the user's account: the RHCS provider creates the key pair once, and it
// stays in Pulumi's state as a secret; the private key is stored in Secrets Manager, and the two public documents in a bucket
// whose other objects cannot be read.
//
// It can serve several clusters. OCM rejects its deletion while a cluster uses it, and cannot change it.
type OIDCConfig struct {
	pulumi.ResourceState

	// ID is OCM's ID of the configuration, for the cluster. The ID of an unmanaged one resolves when its documents can be read.
	ID pulumi.StringOutput `pulumi:"configId"`
	// EndpointURL is the URL of the issuer without https://, for OIDCProvider and the cluster.
	EndpointURL pulumi.StringOutput `pulumi:"endpointUrl"`
	// Thumbprint is the thumbprint of the issuer's certificate, for OIDCProvider.
	Thumbprint pulumi.StringOutput `pulumi:"thumbprint"`
	// BucketName is the name of an unmanaged issuer's bucket. Nil for a managed one.
	BucketName pulumi.StringPtrOutput `pulumi:"bucketName"`
	// SecretARN is the ARN of the secret with an unmanaged issuer's private key. Nil for a managed one.
	SecretARN pulumi.StringPtrOutput `pulumi:"secretArn"`
}

// oidcConfig is RHCS's resource rhcs_rosa_oidc_config.
type oidcConfig struct {
	pulumi.CustomResourceState

	EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
	Thumbprint  pulumi.StringOutput `pulumi:"thumbprint"`
}

// NewOIDCConfig registers an OIDCConfig.
func NewOIDCConfig(ctx *pulumi.Context, name string, args *OIDCConfigArgs, opts ...pulumi.ResourceOption) (*OIDCConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[OIDCConfigArgs, OIDCConfig]{
		Token:   "openshift-aws:iam:OIDCConfig",
		Lasting: true,
		Children: func(c *component.Builder[OIDCConfigArgs, OIDCConfig]) error {
			c.Component.BucketName, c.Component.SecretARN = component.NilString(), component.NilString()
			b := &oidcConfigBuilder{Builder: c}
			return b.register()
		},
	})
}

type oidcConfigBuilder struct {
	*component.Builder[OIDCConfigArgs, OIDCConfig]
}

func (b *oidcConfigBuilder) register() error {
	inputs := rhcs.Properties{"managed": b.Args.Unmanaged == nil}
	options := b.options("RosaOidcConfig")
	if b.Args.Unmanaged != nil {
		issuer, err := b.registerIssuer()
		if err != nil {
			return err
		}
		inputs["secretArn"] = issuer.secretARN
		inputs["issuerUrl"] = issuer.url
		inputs["installerRoleArn"] = b.Args.Unmanaged.InstallerRoleARN
		options = append(options, pulumi.DependsOn(issuer.published))
	}
	var config oidcConfig
	if err := rhcs.Register(b.Ctx, "RosaOidcConfig", b.Name+"-config", inputs, &config, options...); err != nil {
		return err
	}
	b.Component.ID = config.ID().ToStringOutput()
	b.Component.EndpointURL = config.EndpointURL
	b.Component.Thumbprint = config.Thumbprint
	return nil
}

// options returns options that replace a changed resource if AllowReplacement is set. Otherwise the provider rejects the change,
// before the OIDC provider and the roles switch to another issuer, for which no running cluster has tokens.
func (b *oidcConfigBuilder) options(resourceType string) []pulumi.ResourceOption {
	options := []pulumi.ResourceOption{b.Parent}
	if b.Args.AllowReplacement {
		options = append(options, pulumi.ReplaceOnChanges(rhcs.Immutable(resourceType)))
	}
	return options
}

func (b *oidcConfigBuilder) tags() pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"red-hat-managed": "true"})
}
