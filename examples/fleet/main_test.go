package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/fleet"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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
	mockstest.NeedsEngine(t)
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
	assert.Regexp(t, `\nbroken:\nblueprint.ROSAHCPArgs.Zones: must be in one region \(got .*\)\n`, report)
	assert.Contains(t, report, "1 of 3 clusters failed: broken")

	code, report = command(t, "preview", "--file", file, "--dir", dir, "--only", "ohio")
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ohio +1 +us-east-2 +succeeded +4.18.5 +4.18.5 +\d+ same +0 +\S+s`, report)
	assert.NotContains(t, report, "broken")

	code, report = command(t, "destroy", "--file", file, "--dir", dir)
	assert.Equal(t, 0, code, report)
	assert.Regexp(t, `(?m)^ireland +2 +eu-west-1 +succeeded +.* \d+ delete +0 +\S+s`, report)
}

// TestDrift: what somebody changed beside Pulumi is in the JSON report, by the names of properties without their values, and in the exit
// code; the next update corrects it.
func TestDrift(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "fleet.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
defaults: {blueprint: rosa-hcp, version: 4.18.5}
clusters: [{name: ohio, region: us-east-2, zones: [us-east-2a]}]
`), 0o600))
	code, out := command(t, "up", "--file", file, "--dir", dir)
	require.Equal(t, 0, code, out)
	code, out = command(t, "refresh", "--file", file, "--dir", dir)
	require.Equal(t, 0, code, out)
	changeVpc(t, filepath.Join(dir, "ohio", "aws.json"))

	for _, args := range [][]string{{"preview", "--refresh"}, {"refresh"}} {
		var report fleet.Report
		var document, progress bytes.Buffer
		args = append(args, "--output", "json", "--file", file, "--dir", dir)
		code := fleet.Run(t.Context(), options, args, strings.NewReader(""), &document, &progress)
		assert.Equal(t, 3, code, progress.String())
		require.NoError(t, json.Unmarshal(document.Bytes(), &report), document.String())
		require.Len(t, report.Clusters, 1)
		assert.Equal(t, []fleet.Drift{{
			Type: "aws:ec2/vpc:Vpc", Name: "ohio-vpc", Properties: []string{"enableDnsHostnames"},
		}}, report.Clusters[0].Drift, args[0])
		assert.Equal(t, "4.18.5", report.Clusters[0].RunningVersion)
		assert.Contains(t, progress.String(), "1 of 1 clusters drifted: ohio\n")
	}
	code, out = command(t, "up", "--file", file, "--dir", dir)
	assert.Equal(t, 0, code, out)
	assert.Regexp(t, `(?m)^ohio .* 1 update +0 `, out)
}

// changeVpc switches off the DNS host names of the VPC in a sandbox's account.
func changeVpc(t *testing.T, account string) {
	t.Helper()
	text, err := os.ReadFile(account)
	require.NoError(t, err)
	var records map[string]map[string]any
	require.NoError(t, json.Unmarshal(text, &records))
	for _, record := range records {
		if outputs, ok := record["outputs"].(map[string]any); ok && record["token"] == "aws:ec2/vpc:Vpc" {
			outputs["enableDnsHostnames"] = false
		}
	}
	text, err = json.Marshal(records)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(account, text, 0o600))
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
