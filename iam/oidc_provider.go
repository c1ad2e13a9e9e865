package iam

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// OIDCProvider is an IAM OIDC provider, by which IAM trusts the tokens of an OIDCConfig. An AWS account can have one for each
// issuer.
type OIDCProvider struct {
	pulumi.ResourceState

	// ARN is the ARN of the provider, for OperatorRoles.
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// OIDCProviderArgs are the arguments of OIDCProvider. Unless a field says otherwise, changes are applied in place.
type OIDCProviderArgs struct {
	// EndpointURL is the URL of the issuer, with or without https://: OIDCConfig.EndpointURL. Required. A change replaces the
	// provider.
	EndpointURL pulumi.StringInput `check:"required,format=issuer-url"`
	// Thumbprint is the SHA-1 thumbprint of the last certificate in the chain of the issuer's host, 40 hexadecimal digits:
	// OIDCConfig.Thumbprint. Required.
	Thumbprint pulumi.StringInput `check:"required,format=thumbprint"`
	// ClusterID is OCM's ID of the cluster, if the provider is for a single cluster. It becomes a tag. Defaults to none.
	ClusterID pulumi.StringInput
	// Tags are the tags of the provider. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *OIDCProviderArgs) Validate() error { return check.Valid(a) }

// NewOIDCProvider registers an OIDCProvider.
func NewOIDCProvider(ctx *pulumi.Context, name string, args *OIDCProviderArgs, opts ...pulumi.ResourceOption) (*OIDCProvider, error) {
	return component.Register(ctx, name, args, opts, component.Type[OIDCProviderArgs, OIDCProvider]{
		Token:   "openshift-aws:iam:OIDCProvider",
		Lasting: true,
		Keep: func(args *OIDCProviderArgs) []keep.Rule {
			return []keep.Rule{keep.Fixed("endpointUrl", "iam.OIDCProviderArgs.EndpointURL", args.EndpointURL, "the operators' roles trust the "+
				"provider of this issuer, and a cluster cannot move to another one. Set it back")}
		},
		Children: registerOIDCProvider,
	})
}

func registerOIDCProvider(b *component.Builder[OIDCProviderArgs, OIDCProvider]) error {
	owned := tags.Merge(b.Args.Tags, map[string]string{"red-hat-managed": "true"})
	if b.Args.ClusterID != nil {
		owned["rosa_cluster_id"] = b.Args.ClusterID
	}
	provider, err := iam.NewOpenIdConnectProvider(b.Ctx, b.Name+"-provider", &iam.OpenIdConnectProviderArgs{
		Url: b.Args.EndpointURL.ToStringOutput().ApplyT(func(url string) string {
			return "https://" + strings.TrimPrefix(url, "https://")
		}).(pulumi.StringOutput),
		ClientIdLists:   pulumi.ToStringArray([]string{policy.AudienceOpenShift, policy.AudienceSTS}),
		ThumbprintLists: pulumi.StringArray{b.Args.Thumbprint},
		Tags:            owned,
	}, b.Parent)
	if err != nil {
		return err
	}
	b.Component.ARN = provider.Arn
	return nil
}
