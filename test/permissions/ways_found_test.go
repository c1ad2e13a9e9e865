package permissions

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// each returns the parts of a list that is separated by semicolons, with the members of groups.
func each(list string) []string {
	var all []string
	for part := range strings.SplitSeq(list, "; ") {
		all = append(all, strings.Split(cmp.Or(groups[part], part), "; ")...)
	}
	return all
}

// TestWaysAreExplained fails for each path to what is not its start's that no row explains, and for each row that explains nothing.
func TestWaysAreExplained(t *testing.T) {
	t.Parallel()
	all := searchPublished(t)
	known := map[found]bool{}
	for _, e := range explained {
		require.NotEmpty(t, e.reason)
		for _, way := range each(e.ways) {
			for _, who := range each(e.who) {
				for _, what := range each(e.what) {
					f := found{who, way, what}
					assert.False(t, known[f], "explained twice: %v", f)
					known[f] = true
					assert.Contains(t, all.ways, f, "the search does not find it; remove it from the explained ways")
				}
			}
		}
	}
	for f, p := range all.ways {
		assert.True(t, known[f], "%s reaches %s, which is not its own: %s", f.actor, f.resource, strings.Join(p.steps, " -> "))
	}
}

// ofAnotherTeam is what the page says once, in the heads of its columns, and not of each resource.
const ofAnotherTeam = " of another team"

// tables returns the tables of the page: who can become what, and the ways that remain.
func tables(all result) string {
	var b strings.Builder
	b.WriteString("| who | becomes | reaches, of another team if nothing else is named |\n| --- | --- | --- |\n")
	list := func(values []string) string {
		slices.Sort(values)
		return cmp.Or(strings.Join(slices.Compact(values), "; "), "nothing")
	}
	var rows []string
	who := map[string][]string{} // who has the same row
	for _, start := range all.starts {
		var reached []string
		for _, f := range all.reached[start] {
			reached = append(reached, strings.TrimSuffix(f.resource, ofAnotherTeam))
		}
		row := list(all.becomes[start]) + " | " + list(reached)
		if who[row] == nil {
			rows = append(rows, row)
		}
		who[row] = append(who[row], start)
	}
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(who[row], "; "), row)
	}
	b.WriteString("\n| ways | who | reaches | why |\n| --- | --- | --- | --- |\n")
	var reasons []string
	for _, e := range explained {
		if !slices.Contains(reasons, e.reason) {
			reasons = append(reasons, e.reason)
		}
		what := strings.ReplaceAll(e.what, ofAnotherTeam, "")
		fmt.Fprintf(&b, "| %s | %s | %s | %d |\n", e.ways, e.who, what, slices.Index(reasons, e.reason)+1)
	}
	b.WriteString("\n")
	for i, reason := range reasons {
		fmt.Fprintf(&b, "%d. %s.\n", i+1, reason)
	}
	return b.String()
}

// TestTheTablesOfThePage compares the tables of the page with the documents and with the result of the search. UPDATE_GOLDEN=1 writes
// them.
func TestTheTablesOfThePage(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "docs", "permissions-limits.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	page := string(text)
	for _, table := range []struct{ begins, text, ends string }{
		{begins: "\n| statements | why", text: unlimitedTable(), ends: "\n## Who can become what"},
		{begins: "\n| who | becomes |", text: tables(searchPublished(t)), ends: "\n`principals` are"},
	} {
		before, rest, begins := strings.Cut(page, table.begins)
		_, after, ends := strings.Cut(rest, table.ends)
		require.True(t, begins && ends, "the page has a table from %q to %q", table.begins, table.ends)
		page = before + "\n" + table.text + table.ends + after
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
		text = []byte(page)
	}
	assert.Equal(t, page, string(text), "UPDATE_GOLDEN=1 writes the tables")
}
