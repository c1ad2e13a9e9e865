package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// CheckDifference is Check with a file that has only what differs from the text of another golden file, the base, which
// Check compares in full. See Difference for its format.
func CheckDifference(t testing.TB, path, base string, baseText, got []byte) {
	t.Helper()
	head := fmt.Sprintf("differences from %s:\n\n", base)
	Check(t, path, append([]byte(head), Difference(baseText, got)...))
}

// CheckLike is CheckDifference with a base that another package compares, whose path is relative to the file. What the fakes generate from
// URNs is masked in both, because another program has other URNs.
func CheckLike(t testing.TB, path, base string, got []byte) {
	t.Helper()
	baseText, err := os.ReadFile(filepath.Join(filepath.Dir(path), base))
	require.NoError(t, err)
	CheckDifference(t, path, base, masked(baseText), masked(got))
}

// generated are UUIDs, IDs and hashes, addresses of instances and of name servers, and the project in the tag of the stack.
var generated = regexp.MustCompile(`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{7,}\b|"[0-9]+(\.[0-9]+){3}"|` +
	`\bip-[0-9-]+|"Z[0-9A-Z]{17}"|ns-[0-9]+\.awsdns-[0-9]+|"[a-z-]+/stack"`)

func masked(text []byte) []byte {
	return joined(generated.ReplaceAll(text, []byte("*")))
}

// joined returns a text with the tags of a resource in one line: the length of the project decides whether they are.
func joined(text []byte) []byte {
	var all []string
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		head, inner := lines[i], []string{}
		indent := len(head) - len(strings.TrimLeft(head, " "))
		for strings.TrimSpace(head) == "tags:" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], strings.Repeat(" ", indent+1)) {
			i++
			inner = append(inner, strings.TrimSpace(lines[i]))
		}
		if len(inner) > 0 {
			head += " {" + strings.Join(inner, ", ") + "}"
		}
		all = append(all, head)
	}
	return []byte(strings.Join(all, "\n"))
}

// Difference returns the lines of an indented text that differ from a base. Lines with - are only in the base, lines with
// + only in the text; the others are the lines above them, so that each is shown with its resource and its property. What is
// only in the base is its first line, without those below it. A list that differs is shown in full, because its order
// matters. Two texts with the same difference from a base are the same.
func Difference(base, got []byte) []byte {
	var text strings.Builder
	for _, pair := range align(parse(base), parse(got)) {
		if block := pair.difference(); len(block) > 0 {
			text.WriteString(strings.Join(block, "\n") + "\n\n")
		}
	}
	return []byte(strings.TrimRight(text.String(), "\n") + "\n")
}

// node is a line of an indented text, with the lines below it.
type node struct {
	line     string
	children []*node
}

func parse(text []byte) []*node {
	open := []*node{{}}
	for _, line := range lines(text) {
		if line == "" {
			continue
		}
		depth := min((len(line)-len(strings.TrimLeft(line, " ")))/2, len(open)-1)
		n := &node{line: line}
		open[depth].children = append(open[depth].children, n)
		open = append(open[:depth+1], n)
	}
	return open[0].children
}

// isElement reports whether the line is an element of a list.
func (n *node) isElement() bool {
	return strings.HasPrefix(strings.TrimLeft(n.line, " "), "-")
}

// all returns a line and those below it, with a mark.
func (n *node) all(mark string) []string {
	marked := []string{mark + n.line}
	for _, child := range n.children {
		marked = append(marked, child.all(mark)...)
	}
	return marked
}

func equal(a, b *node) bool {
	return a.line == b.line && slices.EqualFunc(a.children, b.children, equal)
}

// pair is a line of the base and the same line of the text; one of them is nil if the other has none.
type pair struct{ base, got *node }

// difference returns what differs below a line, with the line, or nothing.
func (p pair) difference() []string {
	switch {
	case p.got == nil:
		return []string{"- " + p.base.line}
	case p.base == nil:
		return p.got.all("+ ")
	case equal(p.base, p.got):
		return nil
	}
	marked := []string{"  " + p.got.line}
	if slices.ContainsFunc(slices.Concat(p.base.children, p.got.children), (*node).isElement) {
		return append(marked, list(p.base.children, p.got.children)...)
	}
	for _, child := range align(p.base.children, p.got.children) {
		marked = append(marked, child.difference()...)
	}
	return marked
}

// list returns all elements of two lists. Elements that both begin and end with are not marked.
func list(base, got []*node) []string {
	var marked []string
	first := 0
	for first < min(len(base), len(got)) && equal(base[first], got[first]) {
		marked = append(marked, got[first].all("  ")...)
		first++
	}
	last := 0
	for last < min(len(base), len(got))-first && equal(base[len(base)-1-last], got[len(got)-1-last]) {
		last++
	}
	for _, n := range base[first : len(base)-last] {
		marked = append(marked, n.all("- ")...)
	}
	for _, n := range got[first : len(got)-last] {
		marked = append(marked, n.all("+ ")...)
	}
	for _, n := range got[len(got)-last:] {
		marked = append(marked, n.all("  ")...)
	}
	return marked
}

// align pairs the lines of two texts: the most that can be paired in their order.
func align(base, got []*node) []pair {
	longest := make([][]int, len(base)+1)
	for i := range longest {
		longest[i] = make([]int, len(got)+1)
	}
	for i := len(base) - 1; i >= 0; i-- {
		for j := len(got) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if base[i].line == got[j].line {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	var pairs []pair
	i, j := 0, 0
	for i < len(base) || j < len(got) {
		switch {
		case i < len(base) && j < len(got) && base[i].line == got[j].line:
			pairs = append(pairs, pair{base[i], got[j]})
			i, j = i+1, j+1
		case j == len(got) || i < len(base) && longest[i+1][j] >= longest[i][j+1]:
			pairs = append(pairs, pair{base: base[i]})
			i++
		default:
			pairs = append(pairs, pair{got: got[j]})
			j++
		}
	}
	return pairs
}
