package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// command runs a command line in sandboxes and returns its exit code and output.
func command(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := run(t.Context(), args, &out, &out)
	return code, out.String()
}

// TestFleet creates two clusters by the Automation API and another fails: the report and the exit code say so, and the
// next command continues.
func TestFleet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := written(t, `
parallel: 3
defaults: {version: 4.18.5}
clusters:
- {name: ohio, region: us-east-2, zones: [us-east-2a], vpcCidr: 10.0.0.0/16}
- {name: broken, region: us-east-2, zones: [eu-west-1a, us-east-2b], vpcCidr: 10.1.0.0/16}
- {name: ireland, region: eu-west-1, zones: [eu-west-1a], vpcCidr: 10.2.0.0/16}
`)
	code, report := command(t, "up", "--file", file, "--dir", dir)
	assert.Equal(t, 1, code, report)
	assert.Regexp(t, `(?m)^ohio +us-east-2 +succeeded +\d+ create, 1 import +\S+s +https://console`, report)
	assert.Regexp(t, `(?m)^ireland +eu-west-1 +succeeded +\d+ create, 1 import +\S+s +https://console`, report)
	assert.Regexp(t, `(?m)^broken +us-east-2 +failed `, report)
	assert.Regexp(t, `\nbroken:\n(.*\n)+.*\* blueprint.ROSAHCPArgs.Vpc.Zones: must be in one region \(got .*\)\n`, report)
	assert.Contains(t, report, "1 of 3 clusters failed: broken")

	code, report = command(t, "preview", "--file", file, "--dir", dir, "--only", "ohio")
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ohio +us-east-2 +succeeded +\d+ same +\S+s`, report)
	assert.NotContains(t, report, "broken")

	code, report = command(t, "destroy", "--file", file, "--dir", dir)
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ireland +eu-west-1 +succeeded +\d+ delete +\S+s`, report)
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{args: []string{"help"}, want: "Usage: "},
		{args: []string{"up", "--help"}, want: "Usage: "},
		{args: []string{"upp"}, code: 2, want: `"upp" is not a command`},
		{args: []string{"up", "ohio"}, code: 2, want: `unexpected argument "ohio"`},
		{args: []string{"up", "--only", "paris"}, code: 2, want: "there is no cluster paris"},
		{args: []string{"up", "--file", "absent.yaml"}, code: 2, want: "absent.yaml"},
	} {
		code, out := command(t, test.args...)
		assert.Equal(t, test.code, code, test.args)
		assert.Contains(t, out, test.want)
	}
}
