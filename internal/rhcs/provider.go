// Package rhcs registers resources of Red Hat's Terraform provider for OpenShift Cluster Manager, RHCS
// (terraform-redhat/terraform-provider-rhcs), without a generated SDK.
//
// The engine runs the provider under Pulumi's plugin for Terraform providers. A program names the provider and its version in a
// package parameterization, and passes the package reference that it gets back with each resource. The type tokens come from
// Pulumi's bridge: rhcs_cluster_rosa_hcp is rhcs:index/clusterRosaHcp:ClusterRosaHcp.
//
//	var config struct {
//		pulumi.CustomResourceState
//		EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
//	}
//	err := rhcs.Register(ctx, "RosaOidcConfig", name, rhcs.Properties{"managed": true}, &config, pulumi.Parent(component))
package rhcs

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Provider is an explicit RHCS provider. Resources that use it are registered with its release.
type Provider struct {
	pulumi.ProviderResourceState

	release Release
}

// NewProvider registers an explicit RHCS provider with a configuration that is keyed by the provider's property names.
func NewProvider(ctx *pulumi.Context, name string, release Release, config Properties, opts ...pulumi.ResourceOption) (*Provider, error) {
	ref, err := release.ref(ctx)
	if err != nil {
		return nil, err
	}
	provider := &Provider{release: release}
	// Without a version of its own the engine would use the plugin's version from the second update on (pulumi/pulumi v3.250.0
	// pkg/resource/deploy/source_eval.go, defaultProviderInfo).
	opts = append(opts, pulumi.Version(release.withDefaults().Version))
	if err := ctx.RegisterPackageResource("pulumi:providers:"+packageName, name, nonNil(config), provider, ref, opts...); err != nil {
		return nil, err
	}
	return provider, nil
}

// releaseOf returns the release of the provider that a resource or function with these options uses: the default release unless it is
// a Provider.
func releaseOf(parent pulumi.Resource, providers ...pulumi.ProviderResource) Release {
	if parent, ok := parent.(interface {
		GetProvider(token string) pulumi.ProviderResource
	}); ok {
		providers = append(providers, parent.GetProvider(Token("Provider")))
	}
	for _, provider := range providers {
		if rhcs, ok := provider.(*Provider); ok {
			return rhcs.release
		}
	}
	return Release{}
}
