package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notRun are the reasons for which no test runs the commands of a block. Their sub-commands and flags are compared with the clients'.
var notRun = map[string]string{
	"account":  "changes an AWS account, or reads one",
	"cluster":  "needs a running OpenShift cluster, with operators that a Kubernetes API server alone does not have",
	"ocm":      "needs an account of OpenShift Cluster Manager",
	"cloud":    "needs an account of Pulumi Cloud",
	"release":  "downloads a release, which does not exist yet",
	"machine":  "changes settings of the reader's machine",
	"registry": "needs a container registry",
}

var (
	// blockStart are the programs with which a block of commands begins.
	blockStart = regexp.MustCompile(`^(\$ |# )?(\.ci|\[|aws|cat|ccoctl|cd|cp|curl|eval|export|for|git|go|journalctl|kubectl|LAB|make|mkdir|` +
		`node|oc|openshift-aws|openshift-install|openssl|pulumi|rm|rosa|skopeo|sudo|vpc)\b`)
	evidenceOf = regexp.MustCompile(`^([a-z0-9/.-]+):(Test\w+)$`)
)

// blocksOf returns the first lines of a page's blocks of commands.
func blocksOf(page string) (first []string) {
	inside, empty := false, true
	for line := range strings.Lines(codeBlock.ReplaceAllString(page, "\n\n")) {
		text, indented := strings.TrimSpace(line), strings.HasPrefix(line, "    ")
		switch {
		case text == "":
			empty = true
			continue
		case indented && empty && !inside:
			if blockStart.MatchString(text) {
				text, _, _ = strings.Cut(text, "  ")
				first = append(first, text)
			}
			inside = true
		case !indented:
			inside = false
		}
		empty = false
	}
	return first
}

// TestBlocksOfCommandsAreRun: testdata/blocks.txt has each block of commands of README.md and docs with the test that runs it, or that
// compares it with what the code does, or with the reason why no test does.
func TestBlocksOfCommandsAreRun(t *testing.T) {
	t.Parallel()
	var found []string
	for _, page := range append(files(t, "docs/*.md"), filepath.Join(root, "README.md")) {
		name := filepath.Base(page)
		if name == "README.md" && filepath.Base(filepath.Dir(page)) == "docs" {
			continue // the index, which has none
		}
		for _, first := range blocksOf(read(t, page)) {
			found = append(found, name+"\t"+first)
		}
	}
	var listed []string
	ran := 0
	for row := range strings.Lines(read(t, filepath.Join("testdata", "blocks.txt"))) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		require.Len(t, cells, 3, row)
		listed = append(listed, cells[0]+"\t"+cells[1])
		if notRun[cells[2]] != "" {
			continue
		}
		ran++
		if script, isScript := strings.CutPrefix(cells[2], ".ci/"); isScript {
			assert.FileExists(t, filepath.Join(root, ".ci", script))
			continue
		}
		match := evidenceOf.FindStringSubmatch(cells[2])
		if assert.NotNil(t, match, row) {
			assert.True(t, declaresTest(t, match[1], match[2]), "there is no %s", cells[2])
		}
	}
	assert.ElementsMatch(t, found, listed)
	t.Logf("%d blocks, %d of which are run or compared", len(listed), ran)
}

// declaresTest reports whether a folder has a test.
func declaresTest(t *testing.T, dir, test string) bool {
	t.Helper()
	for _, source := range files(t, dir+"/*_test.go") {
		if strings.Contains(read(t, source), "func "+test+"(") {
			return true
		}
	}
	return false
}
