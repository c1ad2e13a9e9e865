package orphans

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKill kills a provider whose plugin was killed, and neither that of another run nor another program.
func TestKill(t *testing.T) {
	t.Parallel()
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
	kill(dir)
	require.Error(t, orphan.Wait())
	for _, running := range []*exec.Cmd{other, kubelet} {
		assert.NoError(t, running.Process.Signal(syscall.Signal(0)))
		require.NoError(t, running.Process.Kill())
		_ = running.Wait()
	}
}
