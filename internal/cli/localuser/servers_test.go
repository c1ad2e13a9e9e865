package localuser

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listens finds what begins to listen by itself.
var listens = regexp.MustCompile(`\b(net\.Listen|httptest\.NewServer|httptest\.NewTLSServer|http\.ListenAndServe\w*)\(`)

// TestServersAreOfOneUser: what this module runs on a user's machine listens by Listen. Tests and the lab (test) and the maintainers'
// tools are not run there.
func TestServersAreOfOneUser(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	read := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		switch {
		case entry.IsDir() && (name == "test" || name == "tools" || name == ".git" || name == filepath.Join("internal", "cli", "localuser")):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		read++
		assert.Empty(t, listens.FindString(string(text)), "%s must listen by localuser.Listen, or other users of the machine reach it", name)
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, read, 500, "the files of the module")
}
