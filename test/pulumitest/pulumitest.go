// Package pulumitest has a fake of the Pulumi CLI.
package pulumitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// CLI puts a fake of the Pulumi CLI, of release 3.250.0, in front of PATH. It answers commands, such as "stack export", with a text, and
// fails for others.
func CLI(t testing.TB, answers map[string]string) {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	script.WriteString("#!/bin/sh\n[ \"$1\" = version ] && echo v3.250.0 && exit\nshift # --non-interactive\ncase \"$*\" in\n")
	for command, answer := range answers {
		file := filepath.Join(dir, strings.NewReplacer(" ", "-", "/", "-").Replace(command))
		require.NoError(t, os.WriteFile(file, []byte(answer), 0o600))
		script.WriteString("\"" + command + "\") cat " + file + " ;;\n")
	}
	script.WriteString("*) echo \"no answer to $*\" >&2; exit 1 ;;\nesac\n")
	path := filepath.Join(dir, "pulumi")
	require.NoError(t, os.WriteFile(path, []byte(script.String()), 0o700)) //nolint:gosec // a program
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}
