package outputs_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

func TestOptionalString(t *testing.T) {
	t.Parallel()
	assert.Nil(t, outputs.OptionalString(nil), "an unset argument must stay unset")
	assert.Nil(t, outputs.OptionalString(pulumi.StringOutput{}), "the output of a component that does not exist is unset")
	assert.NotNil(t, outputs.OptionalString(pulumi.String("x")))
}

func TestStringOrNil(t *testing.T) {
	t.Parallel()
	assert.Nil(t, resolved(t, outputs.StringOrNil(nil)), "an unset input resolves to nil")
	assert.Nil(t, resolved(t, outputs.StringOrNil(pulumi.StringOutput{})), "a zero output resolves to nil")
	assert.Equal(t, "x", *resolved(t, outputs.StringOrNil(pulumi.String("x"))))
	assert.Nil(t, resolved(t, outputs.NilString()))
}

func TestSecretPassword(t *testing.T) {
	t.Parallel()
	assert.Equal(t, pulumi.String("http://proxy:3128"), outputs.SecretPassword(pulumi.String("http://proxy:3128")))
	secret, err := internals.UnsafeAwaitOutput(t.Context(),
		outputs.SecretPassword(pulumi.String("http://user:word@proxy:3128")).ToStringOutput())
	require.NoError(t, err)
	assert.True(t, secret.Secret)
	assert.Equal(t, "http://user:word@proxy:3128", secret.Value)
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
