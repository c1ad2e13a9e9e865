package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// blueprintProgram is a compiled example of a blueprint.
var blueprintProgram = regexp.MustCompile(`(?m)^func ExampleNew(\w+)\(\) \{\n((?:\t.*\n)*)\}`)

// TestProgramsOfBlueprints: the README and the guide have the compiled example of each blueprint, which are whole programs of at most 15
// lines, and no other program of a blueprint.
func TestProgramsOfBlueprints(t *testing.T) {
	t.Parallel()
	shown := read(t, filepath.Join(root, "README.md")) + read(t, filepath.Join(root, "docs", "your-program.md"))
	found := blueprintProgram.FindAllStringSubmatch(read(t, filepath.Join(root, "blueprint", "example_test.go")), -1)
	require.Len(t, found, 3)
	for _, example := range found {
		program := strings.ReplaceAll("\n"+example[2], "\n\t", "\n")
		assert.LessOrEqual(t, strings.Count(program, "\n")-1, 15, example[1])
		assert.Contains(t, shown, "```go"+program+"```", example[1])
	}
	assert.Equal(t, len(found), strings.Count(shown, "blueprint.New")-strings.Count(shown, "`blueprint.New"), "programs")
}
