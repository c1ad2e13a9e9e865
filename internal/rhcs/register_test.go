package rhcs_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

type oidcConfig struct {
	pulumi.CustomResourceState

	EndpointURL pulumi.StringOutput `pulumi:"oidcEndpointUrl"`
}

func TestRegister(t *testing.T) {
	t.Parallel()
	const token = "rhcs:index/rosaOidcConfig:RosaOidcConfig"
	rec := mocks.New(mocks.Answer(token, func(map[string]any) (map[string]any, error) {
		return map[string]any{"id": "2a3b", "oidcEndpointUrl": "oidc.example.com/2a3b"}, nil
	}))

	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		var config oidcConfig
		var unset pulumi.StringPtrInput
		err := rhcs.Register(ctx, "RosaOidcConfig", "main", rhcs.Properties{
			"managed":          false,
			"secretArn":        unset,
			"tags":             pulumi.StringMap(nil),
			"issuerUrl":        "https://x",
			"installerRoleArn": pulumi.String("arn:aws:iam::123456789012:role/x"),
		}, &config)
		ctx.Export("endpoint", config.EndpointURL)
		ctx.Export("id", config.ID())
		return err
	}))

	registered := rec.OfType(token)
	require.Len(t, registered, 1)
	assert.Equal(t, map[string]any{
		"managed": false, "issuerUrl": "https://x", "installerRoleArn": "arn:aws:iam::123456789012:role/x",
	}, registered[0].Inputs, "nil inputs are omitted")
	assert.Equal(t, map[string]any{"endpoint": "oidc.example.com/2a3b", "id": "2a3b"}, rec.Outputs())
}

func TestInvoke(t *testing.T) {
	t.Parallel()
	const token = "rhcs:index/getPolicies:getPolicies"
	program := func(ctx *pulumi.Context) error {
		result := rhcs.Invoke(ctx, "getPolicies", nil)
		ctx.Export("policies", result.MapIndex(pulumi.String("accountRolePolicies")))
		return nil
	}
	rec := mocks.New(mocks.Answer(token, func(map[string]any) (map[string]any, error) {
		return map[string]any{"accountRolePolicies": map[string]any{"x": "{}"}}, nil
	}))
	require.NoError(t, rec.Run(program))
	assert.Equal(t, map[string]any{"policies": map[string]any{"x": "{}"}}, rec.Outputs())

	rejecting := mocks.New(
		mocks.Answer(token, func(map[string]any) (map[string]any, error) { return nil, errors.New("token expired") }),
	)
	assert.ErrorContains(t, rejecting.Run(program), "token expired")
}

func TestToken(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "rhcs:index/clusterRosaHcp:ClusterRosaHcp", rhcs.Token("ClusterRosaHcp"))
	assert.Equal(t, "rhcs:index/kubeletconfig:Kubeletconfig", rhcs.Token("Kubeletconfig"))
}
