package component

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// anyToken is a token of the package whose provider is looked up.
const anyToken = "kubernetes:core/v1:ConfigMap"

var errNoProvider = errors.New("pulumi.Provider: a Kubernetes provider is required; without one, Pulumi would change " +
	"the cluster of the kubeconfig's current context. Pass pulumi.Provider(provider) with one of cluster.NewKubernetesProvider, " +
	"or set kubernetes:kubeconfig or kubernetes:context in the stack's configuration")

// RequireKubernetes returns an error if a component with these options would use the default Kubernetes provider, unless the
// stack's configuration selects its cluster.
func RequireKubernetes(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
	_, err := KubernetesProvider(ctx, opts)
	return err
}

// KubernetesProvider returns the Kubernetes provider of a component with these options; nil for that of the stack's configuration.
func KubernetesProvider(ctx *pulumi.Context, opts []pulumi.ResourceOption) (pulumi.ProviderResource, error) {
	options, err := pulumi.NewResourceOptions(opts...)
	if err != nil {
		return nil, err
	}
	// pulumi.Provider adds to Providers as well.
	for _, provider := range options.Providers {
		if provider != nil && (IsUnregistered(provider) || typeOf(ctx, provider) == "pulumi:providers:kubernetes") {
			return provider, nil
		}
	}
	if parent, ok := options.Parent.(interface {
		GetProvider(token string) pulumi.ProviderResource
	}); ok {
		if provider := parent.GetProvider(anyToken); provider != nil {
			return provider, nil
		}
	}
	for _, key := range []string{"kubernetes:kubeconfig", "kubernetes:context"} {
		if value, ok := ctx.GetConfig(key); ok && value != "" {
			return nil, nil //nolint:nilnil // The stack's configuration has no provider in the program.
		}
	}
	return nil, errNoProvider
}

// IsUnregistered reports whether a provider belongs to a cluster that does not exist yet: a component of objects inside it registers
// nothing.
func IsUnregistered(provider pulumi.ProviderResource) bool {
	return provider != nil && provider.URN() == (pulumi.URNOutput{})
}

// typeOf returns the type of a provider. One that a component in a plugin receives has none: it is in its URN, which is known.
func typeOf(ctx *pulumi.Context, provider pulumi.ProviderResource) string {
	if known := provider.PulumiResourceType(); known != "" {
		return known
	}
	found := make(chan string, 1)
	provider.URN().ApplyT(func(urn pulumi.URN) error {
		found <- string(resource.URN(urn).Type())
		return nil
	})
	select {
	case urnType := <-found:
		return urnType
	case <-ctx.Context().Done():
		return ""
	}
}
