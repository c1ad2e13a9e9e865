package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	copied  = regexp.MustCompile(`cp \S*/(examples/\w+)/\{([\w,]+)\}\.go \.`)
	newFile = regexp.MustCompile(`(?s)cat > main\.go <<'END'\n(.*?)\n    END`)
)

// TestCopiedProgramCompiles checks the program that a page makes from the files of an example, as a package of its own.
func TestCopiedProgramCompiles(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(root, "docs", "your-program.md"))
	files, main := copied.FindStringSubmatch(page), newFile.FindStringSubmatch(page)
	require.NotNil(t, files)
	require.NotNil(t, main)
	module, err := filepath.Abs(root)
	require.NoError(t, err)
	dir := t.TempDir()
	mainFile, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(mainFile, []byte(main[1]), 0o600))

	shop := map[string]string{filepath.Join(module, "shop", "main.go"): mainFile}
	for name := range strings.SplitSeq(files[2], ",") {
		shop[filepath.Join(module, "shop", name+".go")] = filepath.Join(module, files[1], name+".go")
	}
	text, err := json.Marshal(map[string]any{"Replace": shop})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, text, 0o600))
	compile := exec.Command("go", "list", "-export", "-overlay", overlay, "./shop")
	compile.Dir = module
	output, err := compile.CombinedOutput()
	assert.NoError(t, err, string(output))
}
