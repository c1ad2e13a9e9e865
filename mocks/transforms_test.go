package mocks_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// queue registers a queue below a component of the same name.
func queue(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) error {
	var component, child pulumi.CustomResourceState
	if err := ctx.RegisterResource("shop:index:Team", name, pulumi.Map{}, &component, opts...); err != nil {
		return err
	}
	properties := pulumi.Map{"name": pulumi.String(name)}
	return ctx.RegisterResource("aws:sqs/queue:Queue", name+"-queue", properties, &child, pulumi.Parent(&component))
}

// tagged adds what the transforms have seen to the tags of queues.
func tagged(by string) pulumi.ResourceTransform {
	return func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		if args.Type != "aws:sqs/queue:Queue" {
			return nil
		}
		tags, _ := args.Props["tags"].(pulumi.Map)
		args.Props["tags"] = pulumi.Map{"order": pulumi.Sprintf("%v%s", orNone(tags["order"]), by)}
		args.Opts.Protect = true
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	}
}

func orNone(order pulumi.Input) pulumi.Input {
	if order == nil {
		return pulumi.String("")
	}
	return order
}

// TestTransforms: a resource's own transforms come first, then its parents', then the stack's.
func TestTransforms(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		if err := ctx.RegisterResourceTransform(tagged("stack")); err != nil {
			return err
		}
		return errors.Join(queue(ctx, "other"), queue(ctx, "own", pulumi.Transforms([]pulumi.ResourceTransform{tagged("parent ")})))
	}
	for name, run := range map[string]func(*mocks.Recorder) error{
		"run":     func(r *mocks.Recorder) error { return r.Run(program) },
		"preview": func(r *mocks.Recorder) error { return r.Preview(program) },
	} {
		rec := mocks.New()
		require.NoError(t, run(rec), name)
		for queue, want := range map[string]any{
			"other-queue": map[string]any{"order": "stack"}, "own-queue": map[string]any{"order": "parent stack"},
		} {
			found, ok := rec.Find(queue)
			require.True(t, ok, queue)
			assert.Equal(t, want, found.Inputs["tags"], "%s %s", name, queue)
			assert.True(t, found.Options.Protect, "%s %s", name, queue)
		}
	}
}

func TestTransformsOfFunctions(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		return ctx.RegisterInvokeTransform(func(context.Context, *pulumi.InvokeTransformArgs) *pulumi.InvokeTransformResult { return nil })
	})
	require.ErrorContains(t, err, "use mocks.Answer, or run the program in a sandbox")
}
