package mocks_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// guarded registers a component that rejects another size.
func guarded(size string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		hook, err := ctx.RegisterResourceHook("keep", func(args *pulumi.ResourceHookArgs) error {
			return errors.New(args.OldInputs["size"].StringValue() + " cannot become " + args.NewInputs["size"].StringValue())
		}, nil)
		if err != nil {
			return err
		}
		return ctx.RegisterComponentResourceV2("shop:index:Queue", "demo", pulumi.Map{"size": pulumi.String(size)}, &pulumi.ResourceState{},
			pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeUpdate: []*pulumi.ResourceHook{hook}}))
	}
}

// TestUpdating: the hook of a component is called for a change of its inputs, and for nothing else.
func TestUpdating(t *testing.T) {
	t.Parallel()
	before := mocks.New()
	require.NoError(t, before.Run(guarded("small")), "a new stack changes nothing")
	require.NoError(t, mocks.New(mocks.Updating(before)).Run(guarded("small")))
	err := mocks.New(mocks.Updating(before)).Run(guarded("large"))
	require.ErrorContains(t, err, "shop:index:Queue demo: small cannot become large")
	_, found := before.Find("demo")
	assert.True(t, found, "the recording stays")
}
