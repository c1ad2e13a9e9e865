package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// TestKilledPulumiIsUndone: Pulumi dies after a resource was created, before it wrote its state.
func TestKilledPulumiIsUndone(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := t.TempDir()
	box, _ := newBox(t, dir, smallProgram, nil)
	must(t, box.Up)
	killed := func(ctx *pulumi.Context) error {
		if err := smallProgram(ctx); err != nil {
			return err
		}
		extra, err := register(ctx, "aws:iam/role:Role", "extra", pulumi.Map{
			"name": pulumi.String("extra"), "assumeRolePolicy": pulumi.String(trustPolicy),
		})
		if err != nil {
			return err
		}
		created := make(chan error)
		extra.ID().ApplyT(func(pulumi.ID) int { created <- killCLI(dir); return 0 })
		return <-created
	}
	box, out := newBox(t, dir, killed, nil)
	_, err := box.Up(t.Context())
	require.Error(t, err)
	assert.Contains(t, out.String(), "is undone")
	assertNothingOfTheKilledRun(t, dir)
}

// killCLI kills the CLI of the sandbox in a folder.
func killCLI(dir string) error {
	found, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return err
	}
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), "PULUMI_HOME="+dir+"/") {
			continue // of another user, or it has ended
		}
		var pid int
		if _, err := fmt.Sscanf(file, "/proc/%d/", &pid); err == nil && pid != os.Getpid() {
			return syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return fmt.Errorf("no CLI of %s runs", dir)
}

// assertNothingOfTheKilledRun asserts that the sandbox is as before the killed run, and works.
func assertNothingOfTheKilledRun(t *testing.T, dir string) {
	t.Helper()
	assert.NoDirExists(t, filepath.Join(dir, beforeFolder))
	account, err := os.ReadFile(filepath.Join(dir, awsFile))
	require.NoError(t, err)
	assert.NotContains(t, string(account), "extra")
	box, _ := newBox(t, dir, smallProgram, nil)
	up := must(t, box.Up)
	assert.Equal(t, map[string]int{"same": 6}, up.Changes)
	destroyed := must(t, box.Destroy)
	assert.Empty(t, destroyed.LeftBehind)
}

// TestKilledCommandIsUndone: the process with the fakes dies, after Pulumi had written some of its state.
func TestKilledCommandIsUndone(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	dir := filepath.Join(t.TempDir(), "app [prod]") // no pattern
	require.NoError(t, os.Mkdir(dir, 0o755))
	box, out := newBox(t, dir, smallProgram, nil)
	must(t, box.Up)
	served, err := box.serve(t.Context())
	require.NoError(t, err)
	defer served.stop()
	require.NoError(t, served.withoutCheckpoints())
	require.NoError(t, os.WriteFile(filepath.Join(dir, awsFile), []byte(`{"extra": {}}`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ocmFile), []byte(`{"extra": {}}`), 0o600))
	require.NoError(t, os.WriteFile(box.stateFile(), []byte("{"), 0o600))
	require.NoError(t, served.cli.Lock.Close(), "as the death of the process does")

	must(t, box.Preview)
	assert.Contains(t, out.String(), "is undone")
	assert.NoFileExists(t, filepath.Join(dir, ocmFile))
	assertNothingOfTheKilledRun(t, dir)
}
