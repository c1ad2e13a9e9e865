package component_test

import (
	"context"
	"net"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	construct "github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

type provider struct{ pulumi.ProviderResourceState }

type group struct{ pulumi.ResourceState }

// providerOf registers a provider of a package.
func providerOf(t *testing.T, ctx *pulumi.Context, name string) pulumi.ProviderResource {
	t.Helper()
	var registered provider
	require.NoError(t, ctx.RegisterResource("pulumi:providers:"+name, name, pulumi.Map{}, &registered))
	return &registered
}

// parent registers a component and returns the option to be its child.
func parent(t *testing.T, ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) pulumi.ResourceOption {
	t.Helper()
	var registered group
	require.NoError(t, ctx.RegisterComponentResource("test:index:Component", name, &registered, opts...))
	return pulumi.Parent(&registered)
}

func TestRequireKubernetes(t *testing.T) {
	t.Parallel()
	none := func(*testing.T, *pulumi.Context) []pulumi.ResourceOption { return nil }
	tests := map[string]struct {
		reason   string
		config   map[string]string
		options  func(*testing.T, *pulumi.Context) []pulumi.ResourceOption
		rejected bool
	}{
		"nothing": {
			reason: "the default provider uses the kubeconfig's current context", options: none, rejected: true,
		},
		"AWS provider": {
			reason: "it is not used for objects of a cluster",
			options: func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
				return []pulumi.ResourceOption{pulumi.Provider(providerOf(t, ctx, "aws"))}
			},
			rejected: true,
		},
		"parent without provider": {
			reason: "it uses the default provider as well",
			options: func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
				return []pulumi.ResourceOption{parent(t, ctx, "parent")}
			},
			rejected: true,
		},
		"empty configuration": {
			reason: "an empty context is the current one", config: map[string]string{"kubernetes:context": ""},
			options: none, rejected: true,
		},
		"other configuration": {
			reason: "a namespace does not select a cluster", config: map[string]string{"kubernetes:namespace": "x"},
			options: none, rejected: true,
		},
		"provider": {
			reason: "children of the component use it",
			options: func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
				return []pulumi.ResourceOption{pulumi.Provider(providerOf(t, ctx, "kubernetes"))}
			},
		},
		"one of several providers": {
			reason: "children use the provider of their package",
			options: func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
				return []pulumi.ResourceOption{
					pulumi.Providers(providerOf(t, ctx, "aws"), providerOf(t, ctx, "kubernetes")),
				}
			},
		},
		"grandparent's provider": {
			reason: "components inherit their parents' providers",
			options: func(t *testing.T, ctx *pulumi.Context) []pulumi.ResourceOption {
				outer := parent(t, ctx, "outer", pulumi.Provider(providerOf(t, ctx, "kubernetes")))
				return []pulumi.ResourceOption{parent(t, ctx, "inner", outer)}
			},
		},
		"configured context": {
			reason: "the stack selects the cluster", config: map[string]string{"kubernetes:context": "demo"},
			options: none,
		},
		"configured kubeconfig": {
			reason: "the stack selects the cluster", config: map[string]string{"kubernetes:kubeconfig": "auth/kubeconfig"},
			options: none,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, mocks.New(mocks.Config(tt.config)).Run(func(ctx *pulumi.Context) error {
				err := component.RequireKubernetes(ctx, tt.options(t, ctx)...)
				if tt.rejected {
					assert.ErrorContains(t, err, "a Kubernetes provider is required", tt.reason)
				} else {
					assert.NoError(t, err, tt.reason)
				}
				return nil
			}))
		})
	}
}

// monitor is an engine that supports nothing.
type monitor struct {
	pulumirpc.UnimplementedResourceMonitorServer
}

func (monitor) SupportsFeature(context.Context, *pulumirpc.SupportsFeatureRequest) (*pulumirpc.SupportsFeatureResponse, error) {
	return &pulumirpc.SupportsFeatureResponse{}, nil
}

// TestRequireKubernetesInAPlugin asserts that a component that runs in a plugin sees the providers of the program.
func TestRequireKubernetesInAPlugin(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	pulumirpc.RegisterResourceMonitorServer(server, monitor{})
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	for name, accepted := range map[string]bool{"kubernetes": true, "aws": false} {
		var found error
		_, err := construct.Construct(t.Context(), &pulumirpc.ConstructRequest{
			Type: "test:index:Component", Name: "a", MonitorEndpoint: listener.Addr().String(), Parallel: 1,
			Providers: map[string]string{name: "urn:pulumi:a::a::pulumi:providers:" + name + "::a::id"},
		}, nil, func(
			ctx *pulumi.Context, _, _ string, _ construct.ConstructInputs, options pulumi.ResourceOption,
		) (*construct.ConstructResult, error) {
			found = component.RequireKubernetes(ctx, options)
			return &construct.ConstructResult{URN: pulumi.URN("urn:pulumi:a::a::test:index:Component::a"), State: pulumi.Map{}}, nil
		})
		require.NoError(t, err)
		assert.Equal(t, accepted, found == nil, "%s: %v", name, found)
	}
}
