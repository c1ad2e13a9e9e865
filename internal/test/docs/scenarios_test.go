package docs

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScenariosOfTheExamplesAreListed: docs/maintainers/scenarios.md says in a sentence what each golden file of an example is.
func TestScenariosOfTheExamplesAreListed(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(root, "docs", "maintainers", "scenarios.md"))
	for _, file := range files(t, "examples/*/testdata/*.golden") {
		relative, err := filepath.Rel(root, file)
		assert.NoError(t, err)
		assert.Contains(t, page, "](../../"+filepath.ToSlash(relative)+")")
	}
	assert.GreaterOrEqual(t, strings.Count(page, ".golden)"), 30)
}
