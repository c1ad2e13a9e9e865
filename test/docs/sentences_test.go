package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	codeBlock = regexp.MustCompile("(?s)\\A---\n.*?\n---\n|```.*?```|<!--.*?-->")
	// noProse is a line without sentences: a heading, a row of a table or a source.
	noProse    = regexp.MustCompile(`^(#|\[\^|\s*\|)`)
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
	word       = regexp.MustCompile(`\w[\w'./-]*`)
	// join is a colon or a semicolon after which the paragraph continues.
	join = regexp.MustCompile(`[:;][ \t]*\n?[ \t]*\S`)
)

// prose returns the sentences of a page, in which a code span is one word.
func prose(page string) string {
	var all strings.Builder
	commands, empty := false, true // a block of commands begins after an empty line
	for line := range strings.Lines(codeBlock.ReplaceAllString(page, "\n\n")) {
		commands = strings.HasPrefix(line, "    ") && (commands || empty)
		empty = strings.TrimSpace(line) == ""
		if commands || noProse.MatchString(line) {
			line = "\n"
		}
		all.WriteString(line)
	}
	return codeSpan.ReplaceAllString(linkTarget.ReplaceAllString(all.String(), "]"), "Code")
}

// TestPagesAreNotDense: a page is hard to read when its colons and semicolons join a rule and its exception into one sentence. Vale checks
// single sentences (.vale.ini).
func TestPagesAreNotDense(t *testing.T) {
	t.Parallel()
	const most = 1.5 // in 100 words
	for _, page := range append(files(t, "docs/*.md"), filepath.Join(root, "README.md")) {
		text := prose(read(t, page))
		words, joins := len(word.FindAllString(text, -1)), len(join.FindAllString(text, -1))
		assert.LessOrEqual(t, 100*float64(joins), most*float64(max(words, 100)), "%s: %d colons and semicolons in %d words", page, joins, words)
	}
}

// numberOfResources is a number that another release of the library changes.
var numberOfResources = regexp.MustCompile(`(?i)\b\d{3,} (resources|created|to create)\b`)

// TestNumbersOfResources: what a page says of the number of resources would differ from what a command prints. `install` and `status` count
// as Pulumi does (TestStackInAnotherWorkspace), and .ci/readme compares the output that README.md shows.
func TestNumbersOfResources(t *testing.T) {
	t.Parallel()
	for _, page := range append(files(t, "docs/*.md", "examples/*/README.md"), filepath.Join(root, "README.md")) {
		assert.Empty(t, numberOfResources.FindAllString(prose(read(t, page)), -1), page)
	}
	assert.Regexp(t, numberOfResources, "The stage creates 214 resources.")
}

func TestProse(t *testing.T) {
	t.Parallel()
	text := prose("# A: b\n\nOne `a; b` fact: two[^1]. [Three](x.md):\n\n    oc get: nodes\n\n- four; five\n\n| a | b; c |\n[^1]: a; b\n")
	assert.Equal(t, []string{": t", "; f"}, join.FindAllString(text, -1))
}
