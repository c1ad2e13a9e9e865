package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// readNetwork exports what it reads of another stack.
func readNetwork(ctx *pulumi.Context) error {
	other, err := pulumi.NewStackReference(ctx, "organization/network/production", nil)
	if err != nil {
		return err
	}
	details, err := other.GetOutputDetails("zones")
	if err != nil {
		return err
	}
	ctx.Export("zones", pulumi.ToOutput(details.Value))
	ctx.Export("token", other.GetOutput(pulumi.String("token")))
	return nil
}

func TestStackOutputs(t *testing.T) {
	t.Parallel()
	outputs := mocks.StackOutputs("organization/network/production", map[string]any{
		"zones": []any{"us-east-2a", "us-east-2b"}, "token": mocks.Secret{Value: "s3cret"},
	})
	for name, run := range map[string]func(*mocks.Recorder) error{
		"update":  func(r *mocks.Recorder) error { return r.Run(readNetwork) },
		"preview": func(r *mocks.Recorder) error { return r.Preview(readNetwork) },
	} {
		rec := mocks.New(outputs)
		require.NoError(t, run(rec), name)
		assert.Equal(t, []any{"us-east-2a", "us-east-2b"}, rec.Outputs()["zones"], name)
		assert.Equal(t, mocks.Secret{Value: "s3cret"}, rec.Outputs()["token"], name)
	}
}

func TestReferenceToAnUnknownStackIsRejected(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.StackOutputs("organization/network/test", nil))
	assert.ErrorContains(t, rec.Run(readNetwork), "mocks has no stack organization/network/production")
}
