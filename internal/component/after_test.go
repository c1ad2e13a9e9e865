package component_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

func TestOptionalString(t *testing.T) {
	t.Parallel()
	assert.Nil(t, component.OptionalString(nil), "an unset argument must stay unset")
	assert.Nil(t, component.OptionalString(pulumi.StringOutput{}), "the output of a component that does not exist is unset")
	assert.NotNil(t, component.OptionalString(pulumi.String("x")))
}

func TestStringOrNil(t *testing.T) {
	t.Parallel()
	assert.Nil(t, resolved(t, component.StringOrNil(nil)), "an unset input resolves to nil")
	assert.Nil(t, resolved(t, component.StringOrNil(pulumi.StringOutput{})), "a zero output resolves to nil")
	assert.Equal(t, "x", *resolved(t, component.StringOrNil(pulumi.String("x"))))
	assert.Nil(t, resolved(t, component.NilString()))
}

func TestSecretPassword(t *testing.T) {
	t.Parallel()
	assert.Equal(t, pulumi.String("http://proxy:3128"), component.SecretPassword(pulumi.String("http://proxy:3128")))
	secret, err := internals.UnsafeAwaitOutput(t.Context(),
		component.SecretPassword(pulumi.String("http://user:word@proxy:3128")).ToStringOutput())
	require.NoError(t, err)
	assert.True(t, secret.Secret)
	assert.Equal(t, "http://user:word@proxy:3128", secret.Value)
}

// echo are mocks that return the inputs of each resource.
type echo struct{}

func (echo) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	return args.Name, args.Inputs, nil
}

func (echo) Call(pulumi.MockCallArgs) (resource.PropertyMap, error) { return nil, nil }

// bucket is a resource with an output.
type bucket struct {
	pulumi.CustomResourceState

	Name pulumi.StringOutput `pulumi:"name"`
}

func TestAfter(t *testing.T) {
	t.Parallel()
	require.NoError(t, pulumi.RunErr(func(ctx *pulumi.Context) error {
		var first, second bucket
		require.NoError(t, ctx.RegisterResource("test:index:Bucket", "first", pulumi.Map{"name": pulumi.String("x")}, &first))
		require.NoError(t, ctx.RegisterResource("test:index:Bucket", "second", pulumi.Map{}, &second))
		name := component.After(ctx.Context(), first.Name, &second)
		optional := component.OptionalAfter(ctx.Context(), first.Name.ToStringPtrOutput(), &second)
		none := component.OptionalAfter(ctx.Context(), component.NilString(), &second)
		result, err := internals.UnsafeAwaitOutput(ctx.Context(), name)
		require.NoError(t, err)
		assert.Equal(t, "x", result.Value)
		assert.ElementsMatch(t, []pulumi.Resource{&first, &second}, result.Dependencies, "what uses the output is created after both")
		assert.Equal(t, "x", *resolved(t, optional))
		assert.Nil(t, resolved(t, none))
		return nil
	}, pulumi.WithMocks("project", "stack", echo{})))
}

func resolved(t *testing.T, output pulumi.StringPtrOutput) *string {
	t.Helper()
	value := make(chan *string, 1)
	output.ApplyT(func(text *string) *string {
		value <- text
		return text
	})
	return <-value
}
