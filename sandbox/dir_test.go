package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestModuleRoot(t *testing.T) {
	t.Parallel()
	root, err := moduleRoot()
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(root, "tools", "go.mod"))
	dir, err := sandboxDir("", "classic")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(root, ".sandbox", "classic"), dir)
}

func TestProgramRoot(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inner := filepath.Join(folder, "clusters", "demo")
	require.NoError(t, os.MkdirAll(inner, 0o700))
	assert.Equal(t, inner, programRoot(inner), "a folder outside of a module")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module example.com/shop\n"), 0o600))
	assert.Equal(t, folder, programRoot(inner), "the module above")
}
