package newproject

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// released is the release that the templates name.
const released = "0.1.0"

// TestTemplates: the templates of `pulumi new` are what `openshift-aws new` writes, with the names that `pulumi new` replaces.
// UPDATE_GOLDEN=1 writes them.
func TestTemplates(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]map[string]string{
		"openshift-aws-go":              {"language": "go"},
		"openshift-aws-typescript":      {"language": "typescript"},
		"openshift-aws-yaml":            {"language": "yaml"},
		"openshift-aws-self-managed-go": {"language": "go", "cluster": "self-managed", "release": "4.19.3"},
	} {
		o, err := FromAnswers(answered(answers))
		require.NoError(t, err)
		o.Name, o.Version, o.Template = "${PROJECT}", released, true
		want, err := o.Files()
		require.NoError(t, err)
		folder := filepath.Join("..", "..", "..", "templates", name)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			require.NoError(t, os.RemoveAll(folder))
			_, err := o.Write(folder)
			require.NoError(t, err)
		}
		root := os.DirFS(folder)
		require.NoError(t, fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(root, path)
			assert.Equal(t, string(want[path]), string(text), "%s/%s", name, path)
			delete(want, path)
			return err
		}))
		assert.Empty(t, want, "%s lacks files", name)
	}
	entries, err := os.ReadDir(filepath.Join("..", "..", "..", "templates"))
	require.NoError(t, err)
	assert.Len(t, entries, 5, "four templates and the package")
}
