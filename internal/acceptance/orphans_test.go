package acceptance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// socketsVariable names the folder of the sockets of Terraform providers (hashicorp/go-plugin server.go, EnvUnixSocketDir).
const socketsVariable = "PLUGIN_UNIX_SOCKET_DIR"

// collectOrphans ends the Terraform providers that the tests leave running, until the function that it returns is called: the engine kills
// Pulumi's plugin, which does not end its provider then (pulumi/pulumi-terraform-bridge#3349), one for each command. Their sockets are in
// a folder of the run.
func collectOrphans() (end func(), err error) {
	sockets, err := os.MkdirTemp("", "sockets")
	if err != nil {
		return nil, err
	}
	if err := os.Setenv(socketsVariable, sockets); err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(30 * time.Second):
				endOrphans(sockets)
			}
		}
	}()
	return func() {
		close(done)
		endOrphans(sockets)
		_ = os.RemoveAll(sockets)
	}, nil
}

// endOrphans kills the processes that have the folder of the sockets in their environment and whose parent is gone.
func endOrphans(sockets string) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(environment, []byte(socketsVariable+"="+sockets+"\x00")) {
			continue
		}
		folder := filepath.Dir(path)
		command, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
		program, _, _ := strings.Cut(string(command), "\x00")
		if pid, err := strconv.Atoi(filepath.Base(folder)); err == nil && isOrphan(folder) && isTerraformProvider(program) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

func isTerraformProvider(program string) bool {
	return strings.HasPrefix(filepath.Base(program), "terraform-provider-")
}

// isOrphan reports whether the plugin that started a process has ended: a process is then the child of another one.
func isOrphan(folder string) bool {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return false
	}
	// The name of the program, in brackets, can contain spaces.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	parent, _ := os.ReadFile(filepath.Join("/proc", fields[1], "cmdline"))
	program, _, _ := strings.Cut(string(parent), "\x00")
	return !strings.HasPrefix(filepath.Base(program), "pulumi-resource-")
}

// TestEndOrphans ends a provider whose plugin was killed, and neither that of another run nor another program.
func TestEndOrphans(t *testing.T) {
	dir := t.TempDir()
	sleep, err := exec.LookPath("sleep")
	require.NoError(t, err)
	start := func(program, sockets string) *exec.Cmd {
		link := filepath.Join(t.TempDir(), program)
		require.NoError(t, os.Symlink(sleep, link))
		command := exec.Command(link, "60")
		command.Env = append(os.Environ(), socketsVariable+"="+sockets)
		require.NoError(t, command.Start())
		return command
	}
	orphan, other, kubelet := start("terraform-provider-rhcs", dir), start("terraform-provider-rhcs", dir+"-other"), start("kubelet", dir)
	endOrphans(dir)
	require.Error(t, orphan.Wait())
	for _, running := range []*exec.Cmd{other, kubelet} {
		assert.NoError(t, running.Process.Signal(syscall.Signal(0)))
		require.NoError(t, running.Process.Kill())
		_ = running.Wait()
	}
}
