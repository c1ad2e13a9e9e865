//go:build !windows

package automation

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newCommand returns a CLI that runs a script. Its release is 3.250.0.
func newCommand(t *testing.T, script string) *Command {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pulumi")
	text := "#!/bin/sh\n[ \"$1\" = version ] && echo v3.250.0 && exit\n" + script
	// A process that another test starts meanwhile would have the script open for writing: it could not be run.
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, []byte(text), 0o700)
	syscall.ForkLock.RUnlock()
	require.NoError(t, err)
	cli, err := NewCommand(t.Context(), path)
	require.NoError(t, err)
	assert.Equal(t, "3.250.0", cli.Version().String())
	return cli
}

func TestCommand(t *testing.T) {
	t.Setenv("PULUMI_STACK", "other")
	cli := newCommand(t, `echo "$* in $PWD: $PULUMI_STACK $A"; echo problem >&2; exit 3`)
	dir := t.TempDir()
	var both bytes.Buffer
	run := func(args ...string) (string, string, int, error) {
		return cli.Run(t.Context(), dir, nil, []io.Writer{&both}, []io.Writer{&both}, []string{"A=b"}, args...)
	}
	stdout, stderr, code, err := run("up", "--yes")
	require.Error(t, err)
	assert.Equal(t, 3, code)
	assert.Equal(t, "--non-interactive up --yes in "+dir+": other b\n", stdout)
	assert.Equal(t, "problem\n", stderr)
	assert.Len(t, both.String(), len(stdout)+len(stderr))

	cli.Isolated, cli.OperationsOnly = true, true
	stdout, _, _, _ = run("up")
	assert.Contains(t, stdout, ":  b\n", "Pulumi's variables are for other stacks")
	for _, query := range []string{"select", "output", "history", "rm"} {
		_, _, code, err = run("stack", query, "--stack", "a")
		require.NoError(t, err)
		assert.Zero(t, code, query)
	}
	_, _, code, _ = run("stack", "init")
	assert.Equal(t, 3, code)
	stdout, _, _, _ = run("destroy", "--yes")
	assert.Contains(t, stdout, "destroy --yes --remove in ", "it removes the stack, too")

	cli.LanguageHost = "127.0.0.1:1"
	stdout, _, _, _ = run("up", "--client=127.0.0.1:2", "--yes")
	assert.Contains(t, stdout, "up --client=127.0.0.1:1 --yes in ", "another language host runs the program")
}

// TestCommandFinishesWhenInterrupted interrupts a CLI that ends later than the Automation API's own command would wait.
func TestCommandFinishesWhenInterrupted(t *testing.T) {
	t.Parallel()
	cli := newCommand(t, "trap 'sleep 11; echo finished; exit 1' INT\necho begun\nwhile true; do sleep 0.1; done")
	ctx, interrupt := context.WithCancel(t.Context())
	begun := writerFunc(interrupt)
	stdout, _, _, err := cli.Run(ctx, t.TempDir(), nil, []io.Writer{begun}, nil, nil, "up")
	require.ErrorIs(t, err, context.Canceled)
	assert.Contains(t, stdout, "finished")
	_, _, _, err = cli.Run(ctx, t.TempDir(), nil, nil, nil, nil, "up")
	require.ErrorIs(t, err, context.Canceled, "nothing is started when the context is done")
}

// writerFunc is called when something is written.
type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

func TestNewCommandRejectsOtherPrograms(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pulumi")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\necho hello\n"), 0o700))
	_, err := NewCommand(t.Context(), path)
	assert.ErrorContains(t, err, "is not a Pulumi CLI")
}
