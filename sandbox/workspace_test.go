package sandbox

import (
	"os"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// TestWorkspace runs two stacks of one program by the Automation API, in the fakes of one folder.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	options, stop, err := Workspace(t.Context(), Options{Project: "small", Dir: t.TempDir()})
	require.NoError(t, err)
	defer stop()
	roles := map[any]bool{}
	for _, name := range []string{"ohio", "ireland"} {
		stack, err := auto.UpsertStackInlineSource(t.Context(), name, "small", smallProgram, options...)
		require.NoError(t, err)
		require.NoError(t, stack.SetConfig(t.Context(), "aws:region", auto.ConfigValue{Value: "us-east-2"}))
		created, err := stack.Up(t.Context())
		require.NoError(t, err)
		assert.Equal(t, &map[string]int{"create": 6}, created.Summary.ResourceChanges)
		roles[created.Outputs["roleArn"].Value] = true
		destroyed, err := stack.Destroy(t.Context())
		require.NoError(t, err)
		assert.Equal(t, &map[string]int{"delete": 6}, destroyed.Summary.ResourceChanges)
	}
	assert.Len(t, roles, 2)
}

func TestWorkspaceRejectsAProgram(t *testing.T) {
	t.Parallel()
	for _, opts := range []Options{{}, {Project: "small", Program: smallProgram}} {
		_, _, err := Workspace(t.Context(), opts)
		assert.ErrorContains(t, err, "sandbox.Workspace: Project is required")
	}
}

// TestTheRealProviderNeedsABootstrapMachine: only where nothing boots a control plane needs none.
func TestTheRealProviderNeedsABootstrapMachine(t *testing.T) {
	t.Setenv(stage.WithoutBootstrapVariable, "")
	for _, real := range []bool{false, true} {
		s, err := open(Options{Project: "small", Dir: t.TempDir(), RealAWS: real})
		require.NoError(t, err)
		assert.Equal(t, map[bool]string{false: "true"}[real], s.environment()[stage.WithoutBootstrapVariable])
		require.NoError(t, os.Setenv(stage.WithoutBootstrapVariable, ""))
	}
	s, err := open(Options{Project: "small", Dir: t.TempDir(), RealAWS: true, Env: map[string]string{stage.WithoutBootstrapVariable: "true"}})
	require.NoError(t, err)
	s.environment()
	assert.Equal(t, "true", os.Getenv(stage.WithoutBootstrapVariable), "a program in Go runs in this process")
}
