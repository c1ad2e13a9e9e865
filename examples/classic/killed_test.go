//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// commandVariable makes the test's program the example.
const commandVariable = "TEST_CLASSIC_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(commandVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestKilledCommandsContinue: after SIGKILL and Ctrl-C anywhere the same command finishes what it began. A line is that
// of the command's output after which it is killed: while it creates the network, the machines or the objects in the
// cluster, or deletes them.
func TestKilledCommandsContinue(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	for _, end := range []struct {
		command string
		signal  syscall.Signal
		line    int
	}{
		{command: "install", signal: syscall.SIGKILL, line: 3},
		{command: "install", signal: syscall.SIGKILL, line: 90},
		{command: "install", signal: syscall.SIGINT, line: 150},
		{command: "install", signal: syscall.SIGKILL, line: 250},
		{command: "install"},
		{command: "uninstall", signal: syscall.SIGKILL, line: 60},
		{command: "uninstall", signal: syscall.SIGINT, line: 60},
		{command: "uninstall"},
	} {
		output, err := runCommand(t, dir, end.command, end.signal, end.line)
		if end.line == 0 {
			require.NoError(t, err, output)
			continue
		}
		require.Error(t, err, "%s ended before line %d:\n%s", end.command, end.line, output)
		if end.signal == syscall.SIGINT {
			assert.Contains(t, output, "run the same command again to continue")
		}
	}
	assert.NoDirExists(t, dir+"/demo")
	left, err := os.ReadFile(dir + "/aws.json")
	require.NoError(t, err)
	assert.Equal(t, "{}", string(left), "nothing is left in the account")
}

// runCommand runs a command in a sandbox, and sends it a signal after a line of its output; never after line 0.
func runCommand(t *testing.T, dir, command string, signal syscall.Signal, line int) (string, error) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	process := exec.CommandContext(t.Context(), self, command, "--sandbox", "--verbose", "--dir", dir)
	if command == "uninstall" {
		process.Args = append(process.Args, "--yes")
	}
	process.Env = append(os.Environ(), commandVariable+"=true")
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	process.Stdout, process.Stderr = writer, writer
	require.NoError(t, process.Start())
	require.NoError(t, writer.Close())
	var output bytes.Buffer
	lines := bufio.NewScanner(reader)
	for count := 1; lines.Scan(); count++ {
		output.WriteString(lines.Text() + "\n")
		if count == line {
			require.NoError(t, process.Process.Signal(signal))
		}
	}
	return output.String(), process.Wait()
}

// TestInstallAfterAnotherStage: a stage in the configuration of an empty stack is no control plane.
func TestInstallAfterAnotherStage(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	for _, args := range [][]string{{"preview", "-c", "stage=cluster"}, {"install", "--sandbox"}, {"status", "--sandbox"}, {"destroy"}} {
		process := exec.CommandContext(t.Context(), self, append(args, "--dir", dir)...)
		process.Dir, process.Env = "../..", append(os.Environ(), commandVariable+"=true")
		output, err := process.CombinedOutput()
		require.NoError(t, err, string(output))
		switch args[0] {
		case "install":
			assert.Contains(t, string(output), "[2/5] Create network, load balancers, bootstrap machine and control plane (estimate")
			assert.Contains(t, string(output), "This is a sandbox in "+dir+": nothing is created in AWS.")
		case "status":
			assert.Contains(t, string(output), "9 of 9 nodes are ready")
		}
	}
	output, err := runCommand(t, dir, "status", 0, 0)
	require.NoError(t, err)
	assert.NotContains(t, output, "installed ", "the cluster is gone")
	assert.Contains(t, output, "install continues")
}
