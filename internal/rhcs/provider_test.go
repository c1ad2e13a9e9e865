package rhcs_test

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestProviderIsUsed registers a resource below a component: the provider's reference and release reach the request.
func TestProviderIsUsed(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		local := rhcs.Release{Path: "/opt/terraform-provider-rhcs"}
		provider, err := rhcs.NewProvider(ctx, "ocm", local, rhcs.Properties{"url": "http://127.0.0.1"})
		require.NoError(t, err)
		var component struct{ pulumi.ResourceState }
		err = ctx.RegisterComponentResource("test:index:Component", "component", &component, pulumi.Provider(provider))
		require.NoError(t, err)
		assert.Equal(t, local, rhcs.ReleaseOf(&component), "a child uses the provider of its parent")
		assert.Equal(t, local, rhcs.ReleaseOf(nil, provider), "a resource uses the provider of its options")
		var config pulumi.CustomResourceState
		inputs := rhcs.Properties{"managed": true}
		return rhcs.Register(ctx, "RosaOidcConfig", "main", inputs, &config, pulumi.Parent(&component))
	}))
	providers := rec.OfType("pulumi:providers:rhcs")
	require.Len(t, providers, 1)
	assert.Equal(t, "http://127.0.0.1", providers[0].Inputs["url"])
	configs := rec.OfType(rhcs.Token("RosaOidcConfig"))
	require.Len(t, configs, 1)
	assert.Equal(t, providers[0].URN, configs[0].Provider)
}

func TestDefaultRelease(t *testing.T) {
	t.Parallel()
	ctx, err := pulumi.NewContext(context.Background(), pulumi.RunInfo{Mocks: mocks.New()})
	require.NoError(t, err)
	assert.Equal(t, rhcs.Release{}, rhcs.ReleaseOf(nil), "a resource without a provider uses the default release")
	ref, err := rhcs.Ref(rhcs.ReleaseOf(nil), ctx)
	require.NoError(t, err)
	assert.NotEmpty(t, ref)
}
