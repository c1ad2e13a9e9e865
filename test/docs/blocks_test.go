package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	"address":  "needs this repository at its address",
	"values":   "the test of the block runs it with other names, files or values",
	"prepares": "prepares what the test of the block prepares by itself",
	"same":     "the test of the block does the same in Go",
	"download": "downloads Go modules for minutes",
}

var (
	// blockStart are the programs with which a block of commands begins.
	blockStart = regexp.MustCompile(`^(\$ |# )?(\.ci|\[|aws|cat|ccoctl|cd|cp|curl|eval|export|for|git|go|journalctl|kubectl|LAB|make|mkdir|` +
		`node|oc|openshift-aws|openshift-install|openssl|pulumi|rm|rosa|skopeo|sudo|vpc)\b`)
	evidenceOf = regexp.MustCompile(`^([a-z0-9/.-]+):(Test\w+)$`)
	// comment is the comment of a command.
	comment = regexp.MustCompile(`(^|\s+)# .*$`)
	// starter is what a test that calls the command in its own process leaves out.
	starter = regexp.MustCompile(`^(\$ )?(go run (\.|\./examples/\w+)|openshift-aws( sandbox --)?) `)
	// quoting is how a command is written in a program: the quotes, and the commas between its arguments.
	quoting = regexp.MustCompile("[\"',`\\\\]|\\s+")
)

// commandBlock is a block of commands of a page.
type commandBlock struct {
	first string
	// lines are the commands, without comments, prompts, and the content of files.
	lines []string
}

// add adds a line to the block.
func (b *commandBlock) add(line, end string) (ends string) {
	if end != "" { // the content of a file
		if line == end {
			return ""
		}
		return end
	}
	if _, after, isFile := strings.Cut(line, "<<"); isFile {
		end = strings.Trim(after, "'")
	}
	line = strings.TrimPrefix(comment.ReplaceAllString(line, ""), "$ ")
	if line != "" && line != "done" {
		b.lines = append(b.lines, line)
	}
	return end
}

// blocksOf returns a page's blocks of commands.
func blocksOf(page string) (all []commandBlock) {
	page = strings.ReplaceAll(codeBlock.ReplaceAllString(page, "\n\n"), "\\\n", "\\ ")
	inside, empty, isCommand, end := false, true, false, ""
	for line := range strings.Lines(page) {
		text, indented := strings.TrimSpace(line), strings.HasPrefix(line, "    ")
		switch {
		case text == "":
			empty = true
			continue
		case indented && empty && !inside:
			if isCommand = blockStart.MatchString(text); isCommand {
				first, _, _ := strings.Cut(text, "  ")
				all, end = append(all, commandBlock{first: first}), ""
			}
			inside = true
		case !indented:
			inside = false
		}
		empty = false
		if inside && isCommand {
			block := &all[len(all)-1]
			if strings.HasPrefix(block.first, "$ ") && !strings.HasPrefix(text, "$ ") {
				continue // what a command prints
			}
			end = block.add(text, end)
		}
	}
	return all
}

// unquoted is a command, or a program that has it, as it is compared.
func unquoted(text string) string {
	return strings.Join(strings.Fields(quoting.ReplaceAllString(text, " ")), " ")
}

// listedBlock is a row of testdata/blocks.txt: a page, the first command of a block or another line of it, and what runs it.
type listedBlock struct{ page, first, evidence string }

// listedBlocks returns the rows: those of blocks, and those of single lines, which begin with a plus.
func listedBlocks(t *testing.T) (all []listedBlock, lines map[string]string) {
	t.Helper()
	lines = map[string]string{}
	for row := range strings.Lines(read(t, filepath.Join("testdata", "blocks.txt"))) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		require.Len(t, cells, 3, row)
		if line, isLine := strings.CutPrefix(cells[1], "+ "); isLine {
			require.NotEmpty(t, notRun[cells[2]], row)
			lines[cells[0]+"\t"+unquoted(line)] = cells[2]
			continue
		}
		all = append(all, listedBlock{page: cells[0], first: cells[1], evidence: cells[2]})
	}
	return all, lines
}

// TestBlocksOfCommandsAreRun: testdata/blocks.txt has each block of commands of README.md and docs with the test that runs it, or that
// compares it with what the code does, or with the reason why no test does. A test reads the page, or has each command of the block.
func TestBlocksOfCommandsAreRun(t *testing.T) {
	t.Parallel()
	found, blocks := []string{}, map[string][]commandBlock{}
	for _, page := range append(files(t, "docs/*.md"), filepath.Join(root, "README.md")) {
		name := filepath.Base(page)
		if name == "README.md" && filepath.Base(filepath.Dir(page)) == "docs" {
			continue // the index, which has none
		}
		for _, each := range blocksOf(read(t, page)) {
			key := name + "\t" + each.first
			found = append(found, key)
			blocks[key] = append(blocks[key], each)
		}
	}
	rows, left := listedBlocks(t)
	evidence := evidences{}
	var listed []string
	ran, used := 0, map[string]bool{}
	for _, row := range rows {
		key := row.page + "\t" + row.first
		listed = append(listed, key)
		if notRun[row.evidence] != "" {
			continue
		}
		ran++
		text, readsPage := evidence.of(t, row)
		for _, line := range slices.Concat(linesOf(blocks[key])...) {
			reason := row.page + "\t" + unquoted(line)
			if left[reason] != "" {
				used[reason] = true
				continue
			}
			short := unquoted(starter.ReplaceAllString(line, ""))
			inProcess := strings.Contains(short, " ") && strings.Contains(text, short)
			assert.True(t, readsPage || inProcess || strings.Contains(text, unquoted(line)),
				"%s: %s does not run `%s`; let it, or list the line with the reason", row.page, row.evidence, line)
		}
	}
	assert.ElementsMatch(t, found, listed)
	for line := range left {
		assert.True(t, used[line], "%s is not a line of a block that a test runs", line)
	}
	t.Logf("%d blocks, %d of which are run or compared; %d of their lines are not", len(listed), ran, len(left))
}

func linesOf(blocks []commandBlock) (all [][]string) {
	for _, each := range blocks {
		all = append(all, each.lines)
	}
	return all
}

// evidences are what runs blocks, by its name: the program, and its text with its test data as it is compared. Files are read once.
type evidences map[string]struct{ program, text string }

// of returns the text of what runs a block, and whether it reads the page of the row.
func (e evidences) of(t *testing.T, row listedBlock) (text string, readsPage bool) {
	t.Helper()
	found, known := e[row.evidence]
	if !known {
		found.program, found.text = evidenceText(t, row.evidence)
		e[row.evidence] = found
	}
	return found.text, strings.Contains(found.program, `"`+row.page+`"`)
}

// evidenceText returns the program of a script or a test, and its text with the test's data and the pages that it names.
func evidenceText(t *testing.T, evidence string) (program, text string) {
	t.Helper()
	if strings.HasPrefix(evidence, ".ci/") {
		program = read(t, filepath.Join(root, evidence))
		return program, unquoted(program)
	}
	match := evidenceOf.FindStringSubmatch(evidence)
	if !assert.NotNil(t, match, evidence) {
		return "", ""
	}
	for _, source := range files(t, match[1]+"/*_test.go") {
		program = read(t, source)
		if !strings.Contains(program, "func "+match[2]+"(") {
			continue
		}
		texts := []string{program}
		for _, data := range files(t, match[1]+"/testdata/*", match[1]+"/testdata/*/*") {
			if content, err := os.ReadFile(data); err == nil && len(content) < 1<<16 {
				texts = append(texts, string(content))
			}
		}
		for _, page := range files(t, "docs/*.md") { // It runs the commands of the pages that it names.
			if strings.Contains(program, `"`+filepath.Base(page)+`"`) {
				texts = append(texts, read(t, page))
			}
		}
		return program, unquoted(strings.Join(texts, "\n"))
	}
	assert.Fail(t, "there is no "+evidence)
	return "", ""
}
