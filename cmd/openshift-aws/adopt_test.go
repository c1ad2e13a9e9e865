package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAdopt(t *testing.T) {
	t.Setenv("PULUMI_STACK", "")
	invalid := filepath.Join(t.TempDir(), "invalid.json")
	require.NoError(t, os.WriteFile(invalid, []byte("[]"), 0o600))
	for name, tt := range map[string]call{
		"no stack": {reason: "a stack is required", code: 2, errs: "--stack is required\n"},
		"an argument": {
			reason: "there are no arguments besides flags", args: []string{"--stack", "demo", "up"}, code: 2,
			errs: `unexpected argument "up"`,
		},
		"no file": {
			reason: "the message names the file", args: []string{"--stack", "demo", "--ids", "absent.json"}, code: 1, errs: "absent.json",
		},
		"an invalid file": {
			reason: "a file of another format", args: []string{"--stack", "demo", "--rosa", invalid}, code: 1,
			errs: invalid + ": not a valid description of a cluster",
		},
		"no CLI": {
			reason: "no Pulumi CLI", args: []string{"--stack", "demo", "--pulumi", filepath.Join(t.TempDir(), "pulumi")}, code: 1,
			errs: "no such file",
		},
		"help": {reason: "names what a flag accepts", args: []string{"--help"}, out: "--rosa FILE "},
	} {
		tt.args = append([]string{"adopt"}, tt.args...)
		t.Run(name, tt.check)
	}
}
