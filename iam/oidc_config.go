package iam

import (
	"cmp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
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

// NewOIDCConfig registers an OIDCConfig. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewOIDCConfig(ctx *pulumi.Context, name string, args *OIDCConfigArgs, opts ...pulumi.ResourceOption) (*OIDCConfig, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &OIDCConfig{}
	component.BucketName, component.SecretARN = outputs.NilString(), outputs.NilString()
	b := &oidcConfigBuilder{
		ctx: ctx, name: name, args: *cmp.Or(args, &OIDCConfigArgs{}), component: component, parent: pulumi.Parent(component),
	}
	if err := composite.Register(ctx, "openshift-aws:iam:OIDCConfig", name, component, opts, b.register); err != nil {
		return nil, err
	}
	return component, composite.RegisterOutputs(ctx, component)
}

type oidcConfigBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      OIDCConfigArgs
	component *OIDCConfig
	parent    pulumi.ResourceOption
}

func (b *oidcConfigBuilder) register() error {
	inputs := rhcs.Properties{"managed": b.args.Unmanaged == nil}
	options := b.options("RosaOidcConfig")
	if b.args.Unmanaged != nil {
		issuer, err := b.registerIssuer()
		if err != nil {
			return err
		}
		inputs["secretArn"] = issuer.secretARN
		inputs["issuerUrl"] = issuer.url
		inputs["installerRoleArn"] = b.args.Unmanaged.InstallerRoleARN
		options = append(options, pulumi.DependsOn(issuer.published))
	}
	var config oidcConfig
	if err := rhcs.Register(b.ctx, "RosaOidcConfig", b.name+"-config", inputs, &config, options...); err != nil {
		return err
	}
	b.component.ID = config.ID().ToStringOutput()
	b.component.EndpointURL = config.EndpointURL
	b.component.Thumbprint = config.Thumbprint
	return nil
}

// options returns options that replace a changed resource if AllowReplacement is set. Otherwise the provider rejects the change,
// before the OIDC provider and the roles switch to another issuer, for which no running cluster has tokens.
func (b *oidcConfigBuilder) options(resourceType string) []pulumi.ResourceOption {
	options := []pulumi.ResourceOption{b.parent}
	if b.args.AllowReplacement {
		options = append(options, pulumi.ReplaceOnChanges(rhcs.Immutable(resourceType)))
	}
	return options
}

func (b *oidcConfigBuilder) tags() pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"red-hat-managed": "true"})
}
