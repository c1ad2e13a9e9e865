package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestPreviewOfUnknownSecrets(t *testing.T) {
	t.Parallel()
	const parameterType = "aws:ssm/parameter:Parameter"
	rec := mocks.New()
	program := asProgram(func(ctx *pulumi.Context) {
		secret := pulumi.ToSecret(register(ctx, vpcType, "main", nil).Arn)
		register(ctx, parameterType, "password", pulumi.Map{
			"type": pulumi.String("SecureString"), "value": secret,
			"tags": pulumi.Map{"of": secret, "known": pulumi.String("x")},
		})
	})
	require.NoError(t, rec.Preview(program))
	password, ok := rec.Find("password")
	require.True(t, ok)
	assert.Equal(t, map[string]any{
		"type": "SecureString", "value": mocks.Secret{Value: mocks.Unknown{}},
		"tags": map[string]any{"of": mocks.Secret{Value: mocks.Unknown{}}, "known": "x"},
	}, password.Inputs)
	require.NoError(t, rec.Run(program))
	password, _ = rec.Find("password")
	assert.IsType(t, "", password.Inputs["value"].(mocks.Secret).Value)
}

// TestHooksOfOneName: the engine rejects the second hook, and the resource that it belongs to is lost.
func TestHooksOfOneName(t *testing.T) {
	t.Parallel()
	registers := func(names ...string) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			for _, name := range names {
				hook, err := ctx.RegisterResourceHook(name, func(*pulumi.ResourceHookArgs) error { return nil }, nil)
				require.NoError(t, err)
				var group pulumi.ResourceState
				require.NoError(t, ctx.RegisterComponentResource("test:index:"+name, "main", &group,
					pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeUpdate: []*pulumi.ResourceHook{hook}})))
			}
			return nil
		}
	}
	assert.NoError(t, mocks.New().Run(registers("A", "B")))
	assert.ErrorContains(t, mocks.New().Run(registers("A", "A")), "resource hook A: registered twice")
}
