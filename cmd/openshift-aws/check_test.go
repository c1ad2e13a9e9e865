package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/preflight"
)

func TestCheck(t *testing.T) {
	t.Setenv("PULUMI_STACK", "")
	for name, tt := range map[string]call{
		"no project": {reason: "it runs in the folder of a project", args: []string{"check"}, code: 1, errs: "Pulumi.yaml"},
		"an argument": {
			reason: "there are no arguments besides flags", args: []string{"check", "quotas"}, code: 2, errs: `unexpected argument "quotas"`,
		},
		"help": {reason: "has the exit codes", args: []string{"check", "-h"}, out: "3 if none failed and something could not be read"},
	} {
		t.Run(name, tt.check)
	}
}

func TestPrintLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	printLine(&out, preflight.Line{Name: "session", State: preflight.OK, Text: "the credentials do not end"})
	printLine(&out, preflight.Line{
		Name: "state", State: preflight.Failed, Text: "there is no backend", Command: "pulumi login s3://your-state-bucket",
	})
	assert.Equal(t, "ok       session                  the credentials do not end\n"+
		"failed   state                    there is no backend\n"+
		"                                  -> pulumi login s3://your-state-bucket\n", out.String())
}
