package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OIDCConfig is the issuer of the tokens by which a ROSA cluster's operators take their roles, registered with OCM. Red Hat hosts
// it, or the user does: then the key pair is made by the provider, once, and stays in Pulumi's state as a secret; the
// private key goes to Secrets Manager, and the two public documents to a bucket of which nothing else can be read.
//
// It can serve several clusters. OCM refuses to delete it while any uses it, and nothing of it can be changed.
type OIDCConfig struct {
	pulumi.ResourceState

	// ID is OCM's id of the configuration, for the cluster. An unmanaged one's resolves once its documents can be read.
	ID pulumi.StringOutput `pulumi:"configId"`
	// EndpointURL is the issuer's address without https://, for OIDCProvider and the cluster.
	EndpointURL pulumi.StringOutput `pulumi:"endpointUrl"`
	// Thumbprint is that of the issuer's certificate, for OIDCProvider.
	Thumbprint pulumi.StringOutput `pulumi:"thumbprint"`
	// BucketName and SecretARN are those of an unmanaged configuration; else zero outputs.
	BucketName pulumi.StringOutput `pulumi:"bucketName"`
	SecretARN  pulumi.StringOutput `pulumi:"secretArn"`
}

// oidcConfig is RHCS's resource rhcs_rosa_oidc_config.
type oidcConfig struct {
	pulumi.CustomResourceState

	EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
	Thumbprint  pulumi.StringOutput `pulumi:"thumbprint"`
}

// NewOIDCConfig registers OIDCConfig. Wrong arguments are reported together, as by Validate, before anything is registered.
func NewOIDCConfig(ctx *pulumi.Context, name string, args *OIDCConfigArgs, opts ...pulumi.ResourceOption) (*OIDCConfig, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &OIDCConfig{}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:OIDCConfig", name, component, opts...); err != nil {
		return nil, err
	}
	// Registering the component has filled its outputs; those that do not exist are to be told from empty ones.
	component.BucketName, component.SecretARN = pulumi.StringOutput{}, pulumi.StringOutput{}
	b := &oidcConfigBuilder{ctx: ctx, name: name, args: args, component: component, parent: pulumi.Parent(component)}
	if err := b.register(); err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:OIDCConfig %s: %w", name, err)
	}
	outputs := pulumi.Map{"configId": component.ID, "endpointUrl": component.EndpointURL, "thumbprint": component.Thumbprint}
	if args.Unmanaged != nil {
		outputs["bucketName"], outputs["secretArn"] = component.BucketName, component.SecretARN
	}
	return component, ctx.RegisterResourceOutputs(component, outputs)
}

type oidcConfigBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *OIDCConfigArgs
	component *OIDCConfig
	parent    pulumi.ResourceOption
}

func (b *oidcConfigBuilder) register() error {
	inputs := pulumi.Map{"managed": pulumi.Bool(b.args.Unmanaged == nil)}
	options := b.options("RosaOidcConfig")
	if b.args.Unmanaged != nil {
		issuer, err := b.host()
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

// options ask for a replacement only where it is allowed. Where not, the provider refuses the change before the identity provider and the
// roles follow to another issuer, whose tokens no running cluster has.
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
