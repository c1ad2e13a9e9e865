package main

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// asBlueprint is the program with a blueprint.
func asBlueprint(ctx *pulumi.Context) error {
	c, err := blueprint.NewSelfManaged(ctx, "demo", loadSettings(ctx))
	if err != nil {
		return err
	}
	c.Export(ctx)
	return nil
}

// TestBlueprintRegistersTheSame: the blueprint has the resources of the program by hand, in chains of the same length, and changes none
// of them.
func TestBlueprintRegistersTheSame(t *testing.T) {
	t.Parallel()
	for name, changes := range scenarios {
		byHand, whole := example.Run(t, changes), example.Recorder(changes)
		require.NoError(t, whole.Run(asBlueprint))
		assert.Empty(t, whole.Changes(byHand), name)
		assert.Len(t, whole.Resources(), len(byHand.Resources())+1, "%s: the blueprint and its parts", name)
		assert.Len(t, whole.Graph().LongestChain(), len(byHand.Graph().LongestChain()), name)
		assert.Equal(t, keys(byHand.Outputs()), keys(whole.Outputs()), name)
	}
}

func keys(outputs map[string]any) (all map[string]bool) {
	all = map[string]bool{}
	for key := range outputs {
		all[key] = true
	}
	return all
}

// TestStackMovesToTheBlueprint: the engine changes nothing in the stack of the program by hand, and nothing when it moves back.
func TestStackMovesToTheBlueprint(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	run := func(program pulumi.RunFunc) map[string]int {
		moving := example
		moving.Program = program
		return mockstest.Must(t, moving.Sandbox(t, dir, nil).Up).Changes
	}
	created := run(program)
	assert.Equal(t, []string{"create"}, mockstest.Kinds(created))
	moved := run(asBlueprint)
	assert.Equal(t, map[string]int{"create": 1, "same": created["create"]}, moved, "the blueprint itself is created")
	assert.Equal(t, []string{"same"}, mockstest.Kinds(run(asBlueprint)))
}
