package sandbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestInterruptedRunCanContinue(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := filepath.Join(t.TempDir(), "app [prod]") // no pattern
	require.NoError(t, os.Mkdir(dir, 0o755))
	ctx, interrupt := context.WithCancel(context.Background())
	blocked := func(ctx *pulumi.Context) error {
		role, err := register(ctx, "aws:iam/role:Role", "app",
			pulumi.Map{"assumeRolePolicy": pulumi.String(trustPolicy)})
		if err != nil {
			return err
		}
		if !ctx.DryRun() {
			created := make(chan struct{})
			role.ID().ApplyT(func(pulumi.ID) int { close(created); return 0 })
			<-created
			interrupt()
			<-ctx.Context().Done()
		}
		return nil
	}
	box, out := newBox(t, dir, blocked, nil)
	_, err := box.Up(ctx)
	var failure *Failure
	require.ErrorAs(t, err, &failure, out)
	assert.True(t, failure.Interrupted)

	box, _ = newBox(t, dir, smallProgram, nil)
	up := must(t, box.Up)
	assert.Equal(t, "create", up.Op("store"))
	assert.NotEqual(t, "create", up.Op("app"), "what was created before the interruption is in the state")
	must(t, box.Destroy)
	assert.Empty(t, processesIn(t, dir), "no process is left")
}

// processesIn returns the command lines of processes that contain the folder.
func processesIn(t *testing.T, dir string) []string {
	t.Helper()
	text, err := exec.Command("ps", "-eo", "pid,args").Output()
	require.NoError(t, err)
	var found []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.Contains(line, dir) {
			found = append(found, line)
		}
	}
	return found
}

func TestStaleLockIsRemoved(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := t.TempDir()
	box, _ := newBox(t, dir, smallProgram, nil)
	must(t, box.Up)
	locks := dir + "/state/.pulumi/locks/organization/small/" + stackName
	require.NoError(t, os.MkdirAll(locks, 0o700))
	require.NoError(t, os.WriteFile(locks+"/0c9dbb9c.json", []byte(`{"pid":1,"username":"x","hostname":"y"}`), 0o600))
	_, err := box.Up(context.Background())
	require.NoError(t, err, "the lock of a killed run is removed")
}

func TestTwoSandboxesAtTheSameTime(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	var group sync.WaitGroup
	for range 2 {
		dir := t.TempDir()
		group.Go(func() {
			box, out := newBox(t, dir, smallProgram, map[string]string{"replicas": "4"})
			up, err := box.Up(context.Background())
			if assert.NoError(t, err, out) {
				assert.Equal(t, map[string]int{"create": 7}, up.Changes)
			}
		})
	}
	group.Wait()
}

func TestTwoRunsInOneFolder(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := t.TempDir()
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			box, out := newBox(t, dir, smallProgram, nil)
			_, err := box.Up(context.Background())
			assert.NoError(t, err, out)
		})
	}
	group.Wait()
}
