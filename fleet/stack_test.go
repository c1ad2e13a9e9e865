package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

type stash struct{ pulumi.CustomResourceState }

// stashes is a program of one resource that the engine itself creates. It fails for a cluster with the setting broken.
func stashes(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	if cfg.Get("workers") == "-1" {
		return errors.New("workers: must not be negative (got -1)")
	}
	ctx.Export("version", pulumi.String(cfg.Require("version")))
	return ctx.RegisterResource("pulumi:index:Stash", "data", pulumi.Map{"input": pulumi.String(cfg.Require("version"))}, &stash{})
}

var stashOptions = Options{
	Project: []byte(testProject), Blueprints: map[string]Blueprint{"stash": stashes}, Protect: []string{"pulumi:index:Stash"},
}

// realFleet is the folder of a program with a backend of its own, in which command lines with --real run.
type realFleet struct{ t *testing.T }

func newRealFleet(t *testing.T) realFleet {
	t.Helper()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	options, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: "shop", Dir: filepath.Join(dir, "sandbox")})
	require.NoError(t, err)
	workspace, err := auto.NewLocalWorkspace(t.Context(), options...)
	stop()
	require.NoError(t, err)
	cli, ok := workspace.PulumiCommand().(*automation.Command)
	require.True(t, ok)
	t.Setenv("PATH", filepath.Dir(cli.Path)+":"+os.Getenv("PATH"))
	t.Setenv("PULUMI_BACKEND_URL", "file://"+dir)
	t.Setenv("PULUMI_CONFIG_PASSPHRASE", "test")
	t.Setenv("PULUMI_HOME", filepath.Join(dir, "home"))
	t.Chdir(dir)
	f := realFleet{t: t}
	f.write("Pulumi.yaml", testProject)
	return f
}

func (f realFleet) write(name, text string) {
	f.t.Helper()
	require.NoError(f.t, os.WriteFile(name, []byte(text), 0o600))
}

// run runs a command line in the accounts of the user, with an answer to a question.
func (f realFleet) run(answer string, args ...string) (int, string) {
	f.t.Helper()
	var out bytes.Buffer
	args = append(args, "--real", "--file", "fleet.yaml", "--report", "report.json")
	code := Run(f.t.Context(), stashOptions, args, strings.NewReader(answer), &out, &out)
	return code, out.String()
}

func (f realFleet) outcomes() map[string]Outcome {
	f.t.Helper()
	var r Report
	text, err := os.ReadFile("report.json")
	require.NoError(f.t, err)
	require.NoError(f.t, json.Unmarshal(text, &r))
	return outcomes(&r)
}

func (f realFleet) stackFiles() []string {
	f.t.Helper()
	files, err := filepath.Glob(".pulumi/stacks/shop/*.json")
	require.NoError(f.t, err)
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	return files
}

const twoWaves = `
defaults: {region: us-east-2, version: VERSION, protect: PROTECT, config: {workers: WORKERS}}
clusters:
- {name: canary, vpcCidr: 10.0.0.0/16}
- {name: late, vpcCidr: 10.1.0.0/16, wave: 2, config: {workers: 2}}
`

func (f realFleet) list(version, protect, workers string) {
	f.t.Helper()
	f.write("fleet.yaml", strings.NewReplacer("VERSION", version, "PROTECT", protect, "WORKERS", workers).Replace(twoWaves))
}

// TestDestroyAsks: nothing of a real fleet is deleted without a selection, the answer to the question, and an earlier update without
// protection.
func TestDestroyAsks(t *testing.T) {
	f := newRealFleet(t)
	f.list("4.18.5", "true", "2")
	code, out := f.run("", "up")
	require.Equal(t, 0, code, out)
	both := []string{"canary", "late"}

	code, out = f.run("delete 2\n", "destroy")
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "destroy --real: --only, --failed or --all is required")
	code, out = f.run("delete 2\n", "destroy", "--all", "--yes")
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "nothing is deleted: canary, late are protected (set protect: false in the list, run up, and destroy then)")
	assert.Equal(t, both, f.stackFiles())

	f.list("4.18.5", "false", "2")
	code, out = f.run("yes\n", "destroy", "--all")
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "  late in us-east-2: stack late with 1 resources\n")
	assert.Contains(t, out, `nothing is deleted: the answer was not "delete 2"`)
	assert.Equal(t, both, f.stackFiles())

	code, out = f.run("", "destroy", "--all", "--yes")
	assert.Equal(t, 1, code, "the stacks are protected until up has changed that")
	assert.Contains(t, out, "cannot be deleted")
	assert.Equal(t, both, f.stackFiles())

	code, out = f.run("", "up")
	require.Equal(t, 0, code, out)
	code, out = f.run("delete 1\n", "destroy", "--only", "late")
	assert.Equal(t, 0, code, out)
	assert.Equal(t, []string{"canary"}, f.stackFiles())
	code, out = f.run("delete 2\n", "destroy", "--all")
	assert.Equal(t, 0, code, out)
	assert.Contains(t, out, "  late in us-east-2: stack late with 0 resources\n", "a stack that is gone is no error")
	assert.Empty(t, f.stackFiles())
}

// TestCanaryFails: an upgrade that fails in the first wave holds the second; --failed continues when the list is corrected.
func TestCanaryFails(t *testing.T) {
	f := newRealFleet(t)
	f.list("4.18.5", "true", "2")
	code, out := f.run("", "up")
	require.Equal(t, 0, code, out)

	f.list("4.18.6", "true", "-1")
	code, out = f.run("", "up")
	assert.Equal(t, 1, code, out)
	assert.Equal(t, map[string]Outcome{"canary": Failed, "late": Held}, f.outcomes())
	assert.Regexp(t, `(?m)^late +2 +us-east-2 +held +4\.18\.6 +4\.18\.5 +`, out)
	assert.Contains(t, out, "\ncanary:\nworkers: must not be negative (got -1)\n")

	f.list("4.18.6", "true", "2")
	code, out = f.run("", "up", "--failed", "report.json")
	assert.Equal(t, 0, code, out)
	assert.Equal(t, map[string]Outcome{"canary": Succeeded, "late": Succeeded}, f.outcomes())
	assert.Regexp(t, `(?m)^late +2 +us-east-2 +succeeded +4\.18\.6 +4\.18\.6 +`, out)
	f.checkCancel()
}

// checkCancel asserts that cancel frees the lock that a killed run left.
func (f realFleet) checkCancel() {
	t := f.t
	t.Helper()
	lock := filepath.Join(".pulumi", "locks", "organization", "shop", "late", "0a54c0bc-0a8a-4f4b-9f0c-5a1d0c6f5d3e.json")
	require.NoError(t, os.MkdirAll(filepath.Dir(lock), 0o700))
	f.write(lock, `{"pid":1,"username":"other","hostname":"other","timestamp":"2026-01-01T00:00:00Z"}`)
	code, out := f.run("", "up", "--only", "late")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "the stack is currently locked by 1 lock(s)")
	code, out = f.run("", "cancel", "--failed", "report.json")
	assert.Equal(t, 0, code, out)
	assert.NoFileExists(t, lock)
}
