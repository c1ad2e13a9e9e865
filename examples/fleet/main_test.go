package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/fleet"
)

// command runs a command line in sandboxes and returns its exit code and output.
func command(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := fleet.Run(t.Context(), options, args, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// TestFleet creates two clusters by the Automation API and another fails: the report and the exit code say so, and the
// next command continues.
func TestFleet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "fleet.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
parallel: 3
defaults: {blueprint: rosa-hcp, version: 4.18.5}
clusters:
- {name: ohio, region: us-east-2, zones: [us-east-2a], vpcCidr: 10.0.0.0/16}
- {name: broken, region: us-east-2, zones: [eu-west-1a, us-east-2b], vpcCidr: 10.1.0.0/16}
- {name: ireland, region: eu-west-1, zones: [eu-west-1a], vpcCidr: 10.2.0.0/16, wave: 2}
`), 0o600))
	code, report := command(t, "up", "--file", file, "--dir", dir)
	assert.Equal(t, 1, code, report)
	assert.Regexp(t, `(?m)^ohio +1 +us-east-2 +succeeded +4.18.5 +4.18.5 +\d+ create, 1 import +0 +\S+s +https://console`, report)
	assert.Regexp(t, `(?m)^ireland +2 +eu-west-1 +succeeded +4.18.5 +4.18.5 +\d+ create, 1 import +0 +\S+s +https://console`, report)
	assert.Regexp(t, `(?m)^broken +1 +us-east-2 +failed +4.18.5 +- +`, report)
	assert.Regexp(t, `\nbroken:\nblueprint.ROSAHCPArgs.Vpc.Zones: must be in one region \(got .*\)\n`, report)
	assert.Contains(t, report, "1 of 3 clusters failed: broken")

	code, report = command(t, "preview", "--file", file, "--dir", dir, "--only", "ohio")
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ohio +1 +us-east-2 +succeeded +4.18.5 +4.18.5 +\d+ same +0 +\S+s`, report)
	assert.NotContains(t, report, "broken")

	code, report = command(t, "destroy", "--file", file, "--dir", dir)
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ireland +2 +eu-west-1 +succeeded +.* \d+ delete +0 +\S+s`, report)
}

// TestExampleList: the list of the example can be run in all three ways.
func TestExampleList(t *testing.T) {
	t.Parallel()
	code, out := command(t, "check")
	assert.Equal(t, 0, code, out)
	assert.Equal(t, "3 clusters in 3 waves\n", out)
	code, out = command(t, "manifests")
	assert.Equal(t, 0, code, out)
	assert.Equal(t, 3, strings.Count(out, "\nkind: Stack\n"), out)
	code, out = command(t, "matrix")
	assert.Equal(t, 0, code, out)
	assert.Contains(t, out, `"stack": "tokyo"`)
}
