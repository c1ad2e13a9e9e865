package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

const upgradeHead = `# What an upgrade changes on a running stack

Each row is a stack that an earlier version created, and what an update with the present version changes in it, without another argument.
CI updates the states of the last three releases through the Pulumi engine, with the schemas of the real providers. The states are in
` + "`testdata/states`" + ` of the examples; v0.0.0 stands for the last commit before a release. This page is generated from these tests.

| state of | example | scenario | changes |
| --- | --- | --- | --- |
`

// TestUpgradePage: docs/upgrade.md has what TestStates of the examples compare.
func TestUpgradePage(t *testing.T) {
	t.Parallel()
	states, err := filepath.Glob(filepath.Join(root, "examples", "*", "testdata", "states", "*", "*.json.gz"))
	require.NoError(t, err)
	require.NotEmpty(t, states)
	var rows, lists strings.Builder
	slices.Sort(states)
	for _, state := range states {
		steps := strings.Split(filepath.ToSlash(state), "/")
		example, version := steps[len(steps)-5], steps[len(steps)-2]
		scenario := strings.TrimSuffix(filepath.Base(state), ".json.gz")
		says := "none"
		if changes, err := os.ReadFile(strings.TrimSuffix(state, ".json.gz") + ".changes"); err == nil {
			says = fmt.Sprintf("%d, below", strings.Count(string(changes), "\n"))
			fmt.Fprintf(&lists, "\n## %s of %s, %s\n\n```\n%s```\n", version, example, scenario, changes)
		}
		fmt.Fprintf(&rows, "| %s | [%s](../examples/%s) | %s | %s |\n", version, example, example, scenario, says)
	}
	golden.Check(t, filepath.Join(root, "docs", "upgrade.md"), []byte(upgradeHead+rows.String()+lists.String()))
}
