package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// taskRow is a row of docs/README.md: what the user wants, the pages for self-managed clusters and for ROSA, and the programs.
	taskRow    = regexp.MustCompile(`(?m)^\| [a-zA-Z][^|]* \| ([^|]+ \| [^|]+) \|([^|]*)\|$`)
	programCut = regexp.MustCompile("```(?:go|yaml)\n|func Example")
)

// TestTasksHaveAProgram: each task of the index leads to a section, and to a program: an example, a template, the examples of a package, or
// a section with a program, which other tests compile.
func TestTasksHaveAProgram(t *testing.T) {
	t.Parallel()
	index := filepath.Join(root, "docs", "README.md")
	rows := 0
	for _, row := range taskRow.FindAllStringSubmatch(read(t, index), -1) {
		if strings.HasPrefix(row[1], "self-managed |") {
			continue
		}
		rows++
		assert.Regexp(t, link, row[1])
		for _, found := range link.FindAllStringSubmatch(row[2], -1) {
			file, anchor, _ := strings.Cut(found[1], "#")
			path := filepath.Join(root, "docs", file)
			info, err := os.Stat(path)
			require.NoError(t, err)
			if info.IsDir() {
				_, err := os.Stat(filepath.Join(path, "Pulumi.yaml"))
				assert.True(t, err == nil || strings.HasSuffix(file, "examples/classic"), "%s has no program", file)
				continue
			}
			assert.Regexp(t, programCut, sectionOf(read(t, path), anchor), "%s has no program", found[1])
		}
	}
	assert.Greater(t, rows, 40)
}

// TestOpenShift311 is that readers of the document about elastic workers of OpenShift 3.11 find them.
func TestOpenShift311(t *testing.T) {
	t.Parallel()
	assert.Regexp(t, `OpenShift\s3\.11\]\(examples/elastic-workers\)`, read(t, filepath.Join(root, "README.md")))
	row := regexp.MustCompile(`(?m)^\| .*OpenShift 3\.11.* \| .*elastic-workers/README\.md#(\S+)\)`)
	found := row.FindStringSubmatch(read(t, filepath.Join(root, "docs", "README.md")))
	require.NotNil(t, found)
	assert.Contains(t, sectionOf(read(t, filepath.Join(root, "examples", "elastic-workers", "README.md")), found[1]), "nodes.CloudInit311")
}

// sectionOf returns the section of a page with an anchor, or the whole page without one.
func sectionOf(page, anchor string) string {
	if anchor == "" {
		return page
	}
	for _, section := range regexp.MustCompile(`(?m)^## `).Split(page, -1) {
		title, _, _ := strings.Cut(section, "\n")
		if anchors("## " + title)[0] == anchor {
			return section
		}
	}
	return ""
}

// TestTasksAreInTheIndex: the index leads to each guide, and to each section of the pages of tasks.
func TestTasksAreInTheIndex(t *testing.T) {
	t.Parallel()
	index := read(t, filepath.Join(root, "docs", "README.md"))
	for _, page := range files(t, "docs/tasks*.md") {
		for _, found := range regexp.MustCompile(`(?m)^## .+$`).FindAllString(read(t, page), -1) {
			if found != "## Delete a cluster" { // docs/destroy.md is in the index.
				assert.Contains(t, index, "("+filepath.Base(page)+"#"+anchors(found)[0]+")")
			}
		}
	}
	for _, page := range guides(t) {
		linked := strings.Contains(index, "("+filepath.Base(page)+")") || strings.Contains(index, "("+filepath.Base(page)+"#")
		assert.True(t, linked, "no row of the index leads to %s", page)
	}
}
