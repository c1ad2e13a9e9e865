package docs

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// references are pages in which a reader looks something up. All others are guides.
var references = []string{
	"README.md", "_index.md", "components.md", "concepts.md", "costs.md", "csr-approver.md", "effects.md", "installation-configuration.md",
	"performance.md", "permissions-limits.md", "programs.md", "questions.md", "resource-options.md", "rhcs.md", "troubleshooting.md",
	"troubleshooting-pulumi.md", "upgrade.md",
}

// guides returns the pages that lead a reader to something.
func guides(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(files(t, "docs/*.md"), func(page string) bool { return slices.Contains(references, filepath.Base(page)) })
}

// TestGuidesBeginWithTheirResult: the first lines of a guide say what the reader has at the end, how long it takes and what it needs.
func TestGuidesBeginWithTheirResult(t *testing.T) {
	t.Parallel()
	for _, page := range guides(t) {
		first, _, _ := strings.Cut(read(t, page), "\n## ")
		first = strings.Join(strings.Fields(first), " ")
		for _, says := range []string{"At the end", "take", "You need"} {
			assert.Contains(t, first, says, page)
		}
	}
}

// TestPagesAreShort: a reader stops reading a long page. References are searched, and the threat model is an analysis.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	const most = 1500
	long := []string{"csr-approver.md", "effects.md", "permissions-limits.md"}
	for _, page := range files(t, "docs/*.md") {
		if !slices.Contains(long, filepath.Base(page)) {
			assert.LessOrEqual(t, len(strings.Fields(read(t, page))), most, page)
		}
	}
}
