package iam

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// OIDCProvider makes IAM trust the tokens of an OIDCConfig. An account can have one for an issuer.
type OIDCProvider struct {
	pulumi.ResourceState

	// ARN is the provider's ARN, for OperatorRoles.
	ARN pulumi.StringOutput `pulumi:"arn"`
}

// OIDCProviderArgs are the arguments of OIDCProvider.
type OIDCProviderArgs struct {
	// EndpointURL is the issuer's address, without https:// or with it: OIDCConfig.EndpointURL. Required. A change replaces the
	// provider.
	EndpointURL pulumi.StringInput
	// Thumbprint is the SHA-1 digest of the last certificate that the issuer's host shows, 40 hexadecimal digits:
	// OIDCConfig.Thumbprint. Required. A change is made in place.
	Thumbprint pulumi.StringInput
	// ClusterID is OCM's id of the cluster, when the provider is one cluster's own. Optional; a tag. A change is made in place.
	ClusterID pulumi.StringInput
	// Tags are set on the provider. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

var thumbprint = regexp.MustCompile(`^[0-9A-Fa-f]{40}$`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *OIDCProviderArgs) Validate() error {
	if a == nil {
		a = &OIDCProviderArgs{}
	}
	var p check.Problems
	const at = "iam.OIDCProviderArgs."
	if url, known := a.EndpointURL.(pulumi.String); p.Required(at+"EndpointURL", a.EndpointURL) && known {
		if strings.HasPrefix(string(url), "http://") || strings.ContainsAny(strings.TrimPrefix(string(url), "https://"), ":?# ") {
			p.Addf(at+"EndpointURL", "%q must be an address of https alone, without a port or a query, such as oidc.op1.openshiftapps.com/2a3b", string(url))
		}
	}
	if digest, known := a.Thumbprint.(pulumi.String); p.Required(at+"Thumbprint", a.Thumbprint) && known && !thumbprint.MatchString(string(digest)) {
		p.Addf(at+"Thumbprint", "%q is no SHA-1 digest; write 40 hexadecimal digits", string(digest))
	}
	tags.Check(&p, at+"Tags", a.Tags)
	return p.Err()
}

// The audiences of a cluster's tokens (openshift/rosa pkg/aws/idps.go).
var oidcClients = []string{"openshift", "sts.amazonaws.com"}

// NewOIDCProvider registers OIDCProvider. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewOIDCProvider(ctx *pulumi.Context, name string, args *OIDCProviderArgs, opts ...pulumi.ResourceOption) (*OIDCProvider, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &OIDCProvider{}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:OIDCProvider", name, component, opts...); err != nil {
		return nil, err
	}
	owned := tags.Merge(args.Tags, map[string]string{"red-hat-managed": "true"})
	if args.ClusterID != nil {
		owned["rosa_cluster_id"] = args.ClusterID
	}
	provider, err := iam.NewOpenIdConnectProvider(ctx, name+"-provider", &iam.OpenIdConnectProviderArgs{
		Url: args.EndpointURL.ToStringOutput().ApplyT(func(url string) string {
			return "https://" + strings.TrimPrefix(url, "https://")
		}).(pulumi.StringOutput),
		ClientIdLists:   pulumi.ToStringArray(oidcClients),
		ThumbprintLists: pulumi.StringArray{args.Thumbprint},
		Tags:            owned,
	}, pulumi.Parent(component))
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:OIDCProvider %s: %w", name, err)
	}
	component.ARN = provider.Arn
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"arn": component.ARN})
}
