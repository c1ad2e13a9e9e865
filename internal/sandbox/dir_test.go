package sandbox

import (
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
