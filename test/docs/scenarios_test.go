package docs

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// TestPicturesAreOfScenarios: each picture is that of a scenario, whose test draws it again.
func TestPicturesAreOfScenarios(t *testing.T) {
	t.Parallel()
	drawn := map[string]bool{}
	for _, path := range files(t, "examples/*/testdata/*.golden") {
		example, scenario := filepath.Base(filepath.Dir(filepath.Dir(path))), strings.TrimSuffix(filepath.Base(path), ".golden")
		drawn[example], drawn[example+"-"+scenario] = true, true
	}
	pictures := files(t, "docs/pictures/*.svg")
	require.NotEmpty(t, pictures)
	for _, path := range pictures {
		assert.True(t, drawn[strings.TrimSuffix(filepath.Base(path), ".svg")], "%s is of no scenario", path)
	}
}
