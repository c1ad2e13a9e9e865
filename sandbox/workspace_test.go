package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// TestWorkspace runs two stacks of one program by the Automation API, in the fakes of one folder.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	needsEngine(t)
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
	for _, realAWS := range []bool{false, true} {
		s, err := open(Options{Project: "small", Dir: t.TempDir(), RealAWS: realAWS})
		require.NoError(t, err)
		assert.Equal(t, map[bool]string{false: "true"}[realAWS], s.environment()[stage.WithoutBootstrapVariable])
		t.Setenv(stage.WithoutBootstrapVariable, "")
	}
	s, err := open(Options{Project: "small", Dir: t.TempDir(), RealAWS: true, Env: map[string]string{stage.WithoutBootstrapVariable: "true"}})
	require.NoError(t, err)
	s.environment()
	assert.Equal(t, "true", os.Getenv(stage.WithoutBootstrapVariable), "a program in Go runs in this process")
}

// TestAKilledWorkspaceContinues: what a killed update of any stack of the folder created without recording it is not in the account.
func TestAKilledWorkspaceContinues(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := open(Options{Project: "small", Dir: dir})
	require.NoError(t, err)
	opened, err := s.openFakes()
	require.NoError(t, err)
	urn := func(stack, name string) string { return "urn:pulumi:" + stack + "::small::aws:iam/role:Role::" + name }
	stacks := filepath.Join(s.stateDir(), ".pulumi", "stacks", "small")
	require.NoError(t, os.MkdirAll(stacks, 0o700))
	for _, stack := range []string{"sandbox", "dev"} {
		for _, name := range []string{"recorded", "interrupted"} {
			r := fake.Resource{Token: "aws:iam/role:Role", URN: resource.URN(urn(stack, name))}
			require.NoError(t, opened.accounts[0].Put(r, stack+name, resource.PropertyMap{}))
		}
		state := fmt.Sprintf(`{"checkpoint": {"latest": {"resources": [{"urn": %q, "id": "%[3]srecorded"}],
			"pending_operations": [{"type": "creating", "resource": {"urn": %[2]q}}]}}}`, urn(stack, "recorded"), urn(stack, "interrupted"), stack)
		require.NoError(t, os.WriteFile(filepath.Join(stacks, stack+".json"), []byte(state), 0o600))
	}
	require.NoError(t, s.discardInterrupted(opened))
	assert.Equal(t, []string{urn("dev", "recorded"), urn("sandbox", "recorded")}, opened.accounts[0].Remaining())
}

// TestAWorkspaceWithoutStop: a caller that does not keep stop does not lose the lock, which would panic, to the garbage collector.
func TestAWorkspaceWithoutStop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, _, err := Workspace(t.Context(), Options{Project: "small", Dir: dir})
	require.NoError(t, err)
	for range 3 { // The finalizers of one collection run before those of the next one.
		finalized := make(chan struct{})
		runtime.SetFinalizer(new([16]byte), func(*[16]byte) { close(finalized) })
		runtime.GC()
		<-finalized
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = lock(ctx, filepath.Join(dir, "lock"), "", canceler(cancel)) // lock explains why it waits.
	assert.ErrorIs(t, err, context.Canceled, "the folder is still in use")
}

// canceler cancels a context when something is written.
type canceler context.CancelFunc

func (c canceler) Write(text []byte) (int, error) {
	c()
	return len(text), nil
}
