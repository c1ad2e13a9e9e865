package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/newproject"
)

func TestNew(t *testing.T) {
	t.Parallel()
	full := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(full, "notes.txt"), nil, 0o600))
	for name, tt := range map[string]call{
		"defaults": {
			reason: "without a terminal nothing is asked", args: []string{"--dir", filepath.Join(t.TempDir(), "demo")},
			out: "/README.md.\n",
		},
		"another kind": {reason: "the choices are named", args: []string{"--cluster", "eks"}, code: 2, errs: `rosa-classic (got "eks")`},
		"a folder with files": {
			reason: "nothing is overwritten", args: []string{"--dir", full}, code: 1, errs: "is not empty: name another folder by --dir",
		},
	} {
		tt.args = append([]string{"new"}, tt.args...)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.check(t)
		})
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	answers := map[string]string{"cluster": "rosa-hcp", "name": "demo"}
	require.NoError(t, ask(strings.NewReader("\nshop\n"), &out, newproject.Questions[:2], answers))
	assert.Equal(t, map[string]string{"cluster": "rosa-hcp", "name": "shop"}, answers, "an empty line is the default")
	assert.Contains(t, out.String(), "(self-managed, rosa-hcp, rosa-classic) [rosa-hcp]: ")
	require.ErrorContains(t, ask(strings.NewReader(""), &out, newproject.Questions[:1], answers), "EOF")
}
