package install

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCommandsExcludeEachOther: a second command on a directory fails, and continues when the first one has ended.
func TestCommandsExcludeEachOther(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	unlock, err := lock(t.Context(), i.Config.Dir)
	require.NoError(t, err)
	_, err = i.Install(t.Context())
	require.ErrorContains(t, err, "another command is running on "+i.Config.Dir)
	_, err = Prepare(t.Context(), i.Config, io.Discard)
	require.ErrorContains(t, err, "another command is running on "+i.Config.Dir)
	assert.NoDirExists(t, i.Config.Dir)
	unlock()
	completeInstall(t, i)

	unlock, err = lock(t.Context(), i.Config.Dir+"/")
	require.NoError(t, err)
	stack.calls = nil
	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	require.ErrorContains(t, i.Uninstall(t.Context()), "another command is running on "+i.Config.Dir)
	assert.Empty(t, stack.calls)
	unlock()
	require.NoError(t, i.Uninstall(t.Context()))
	left, err := filepath.Glob(i.Config.Dir + "*")
	require.NoError(t, err)
	assert.Empty(t, left)
}
