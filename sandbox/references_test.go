package sandbox

import (
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stackReference is pulumi.StackReference without its methods, for which all types of outputs are compiled again: 8 seconds of CPU.
type stackReference struct {
	pulumi.CustomResourceState

	Outputs           pulumi.MapOutput         `pulumi:"outputs"`
	SecretOutputNames pulumi.StringArrayOutput `pulumi:"secretOutputNames"`
}

// TestReferences reads the outputs of another sandbox's stack, secrets included, until it is destroyed.
func TestReferences(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	home := t.TempDir()
	first, _ := newBox(t, filepath.Join(home, "small"), smallProgram, nil)
	must(t, first.Up)

	second, err := New(Options{
		Project:    "second",
		Dir:        filepath.Join(home, "second"),
		References: []string{filepath.Join(home, "small"), filepath.Join(home, "absent")},
		Config:     map[string]string{},
		Program: func(ctx *pulumi.Context) error {
			const name = "organization/small/sandbox"
			other := &stackReference{}
			if err := ctx.ReadResource(
				"pulumi:pulumi:StackReference", name, pulumi.ID(name), pulumi.Map{"name": pulumi.String(name)}, other,
			); err != nil {
				return err
			}
			ctx.Export("outputs", other.Outputs)
			ctx.Export("secrets", other.SecretOutputNames)
			return nil
		},
	})
	require.NoError(t, err)
	must(t, second.Up)
	outputs, err := second.Outputs(t.Context(), false)
	require.NoError(t, err)
	assert.Equal(t, "[secret]", outputs["outputs"], "all outputs together, because one is secret")
	assert.Equal(t, []any{"password"}, outputs["secrets"])
	outputs, err = second.Outputs(t.Context(), true)
	require.NoError(t, err)
	read, _ := outputs["outputs"].(map[string]any)
	assert.Regexp(t, "^arn:aws:iam::123456789012:role/app-", read["roleArn"])
	assert.Equal(t, "hush-output", read["password"])

	must(t, first.Destroy)
	_, err = second.Up(t.Context())
	assert.ErrorContains(t, err, "organization/small/sandbox")
}

func TestOtherFolders(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	others, err := otherFolders(filepath.Join(home, "absent", "project"))
	require.NoError(t, err)
	assert.Empty(t, others, "the first sandbox has no folder beside it")
	for _, name := range []string{"classic", "infra-nodes"} {
		box, err := New(Options{Project: name, Program: smallProgram, Dir: filepath.Join(home, name)})
		require.NoError(t, err)
		assert.Empty(t, box.opts.References, "a sandbox in a folder of its own reads no other")
		served, err := box.serve(t.Context())
		require.NoError(t, err)
		served.stop()
	}
	others, err = otherFolders(filepath.Join(home, "infra-nodes"))
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(home, "classic")}, others)
}
