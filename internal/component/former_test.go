package component_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestFormerTokens: a component that moved to another package keeps its resources, also those below it.
func TestFormerTokens(t *testing.T) {
	t.Parallel()
	program := func(token string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			_, err := component.Register(ctx, "demo", &QueueArgs{Key: pulumi.String("x")}, nil, component.Type[QueueArgs, Queue]{
				Token: token,
				Children: func(b *component.Builder[QueueArgs, Queue]) error {
					var child pulumi.CustomResourceState
					b.Component.URL = pulumi.String("x").ToStringOutput()
					return ctx.RegisterResource("aws:sns/topic:Topic", "demo", pulumi.Map{}, &child, b.Parent)
				},
			})
			return err
		}
	}
	for _, token := range []string{"openshift-aws:test:Topics", "openshift-aws:test:OldTopics"} {
		before, after := mocks.New(), mocks.New()
		require.NoError(t, before.Run(program(token)))
		require.NoError(t, after.Run(program("openshift-aws:moved:Topics")))
		assert.Empty(t, after.Changes(before), token)
	}
	before, after := mocks.New(), mocks.New()
	require.NoError(t, before.Run(program("openshift-aws:other:Topics")))
	require.NoError(t, after.Run(program("openshift-aws:moved:Topics")))
	assert.Len(t, after.Changes(before), 2, "another token is another component")
}
