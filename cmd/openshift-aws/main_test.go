package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// call is a row of a command's table: what a call prints, and its exit code.
type call struct {
	reason, in string
	args       []string
	code       int
	// out and errs are parts of what it writes.
	out, errs string
}

func (c call) check(t *testing.T) {
	t.Helper()
	var out, errs bytes.Buffer
	assert.Equal(t, c.code, run(t.Context(), c.args, strings.NewReader(c.in), &out, &errs), "%s: %s", c.reason, errs.String())
	assert.Contains(t, out.String(), c.out, c.reason)
	assert.Contains(t, errs.String(), c.errs, c.reason)
	if c.errs == "" {
		assert.Empty(t, errs.String(), c.reason)
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]call{
		"no command":      {reason: "the help has the commands", out: "\n  sandbox "},
		"version":         {reason: "of the release", args: []string{"--version"}, out: version + "\n"},
		"another command": {reason: "the message names it", args: []string{"destroy"}, code: 2, errs: `"destroy" is not a command`},
		"another flag": {
			reason: "the message says where the help is", args: []string{"draw", "--width", "9"}, code: 2,
			errs: "openshift-aws draw --help",
		},
		"completion":        {reason: "of the shell", args: []string{"completion", "bash"}, out: "__start_openshift-aws"},
		"sandbox":           {reason: "a command is required", args: []string{"sandbox"}, code: 2, out: "openshift-aws sandbox -- pulumi up"},
		"sandbox's account": {reason: "sandbox.Account explains itself", args: []string{"sandbox", "account", "sell"}, code: 1, errs: "heal "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.check(t)
		})
	}
}
