package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	t.Parallel()
	const export = `{"version": 3, "deployment": {"resources": []}}`
	tests := map[string]struct {
		reason, in, begins, fails string
		args                      []string
	}{
		"svg":     {reason: "the default is a picture", in: export, begins: "<svg "},
		"mermaid": {reason: "a flowchart", args: []string{"--format", "mermaid"}, in: export, begins: "flowchart LR\n"},
		"other": {
			reason: "there are two formats", args: []string{"--format", "png"}, in: export,
			fails: `--format: must be svg or mermaid (got "png")`,
		},
		"a flag that is not one": {reason: "the message names it", args: []string{"--width", "9"}, fails: "not defined: -width"},
		"help":                   {reason: "is no failure for main", args: []string{"-h"}, fails: "flag: help requested"},
		"no export":              {reason: "the input is an export", in: "{}", fails: "has no deployment"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := run(tt.args, strings.NewReader(tt.in), &out)
			if tt.fails != "" {
				require.ErrorContains(t, err, tt.fails, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(out.String(), tt.begins), tt.reason)
		})
	}
}
