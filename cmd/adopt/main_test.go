package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	t.Setenv("PULUMI_STACK", "")
	invalid := filepath.Join(t.TempDir(), "invalid.json")
	require.NoError(t, os.WriteFile(invalid, []byte("[]"), 0o600))
	for _, test := range []struct {
		reason, want string
		args         []string
		code         int
	}{
		{reason: "a stack is required", code: 2, want: "--stack is required\n\nImports"},
		{reason: "there are no arguments besides flags", args: []string{"--stack", "demo", "up"}, code: 2, want: `unexpected argument "up"`},
		{reason: "a file that does not exist", args: []string{"--stack", "demo", "--ids", "absent.json"}, code: 1, want: "absent.json"},
		{
			reason: "a file of another format", args: []string{"--stack", "demo", "--rosa", invalid}, code: 1,
			want: invalid + ": not a valid description of a cluster",
		},
		{
			reason: "no Pulumi CLI", args: []string{"--stack", "demo", "--pulumi", filepath.Join(t.TempDir(), "pulumi")}, code: 1,
			want: "no such file",
		},
	} {
		var out, errs bytes.Buffer
		assert.Equal(t, test.code, run(t.Context(), test.args, &out, &errs), test.reason)
		assert.Contains(t, errs.String(), test.want, test.reason)
	}
}

func TestHelp(t *testing.T) {
	for _, argument := range []string{"-h", "--help"} {
		var out, errs bytes.Buffer
		assert.Equal(t, 0, run(t.Context(), []string{argument}, &out, &errs))
		assert.Empty(t, errs.String())
		assert.Contains(t, out.String(), "Usage: go tool adopt --stack NAME [flags]")
		assert.Contains(t, out.String(), "  --rosa FILE         a FILE that 'rosa describe cluster -o json' wrote\n")
	}
}
