package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
)

// call runs a command line in a folder and returns its exit code and what it wrote.
func call(t *testing.T, dir string, args ...string) (code int, out, errs string) {
	t.Helper()
	return callOf(t, "small", dir, args...)
}

func callOf(t *testing.T, project, dir string, args ...string) (code int, out, errs string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	c := command{
		opts: Options{Project: project, Out: &stdout},
		program: launch.Description{
			Path: self, Invocation: "go run ./small", Defaults: map[string]string{"aws:region": "us-east-2"},
		},
		draw: func(state []byte) ([]byte, error) { return append([]byte("a picture of "), state...), nil },
		errs: &stderr,
	}
	code = c.run(context.Background(), append(args, "--dir", dir))
	return code, stdout.String(), stderr.String()
}

func TestCommandLine(t *testing.T) {
	needsEngine(t)
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "result.json")

	code, out, errs := call(t, dir, "up", "-c", "replicas=3", "--result", file)
	require.Equal(t, exitOK, code, errs)
	assert.NotContains(t, out, "No changes")
	assert.NotContains(t, out, "roleArn", "a command does not print all outputs of the stack")
	assert.Contains(t, out, "2 outputs: the command outputs prints them.\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var result struct {
		Changes map[string]int
		Steps   map[string]string
		Outputs map[string]any
	}
	require.NoError(t, json.Unmarshal(text, &result))
	assert.Equal(t, map[string]int{"create": 7}, result.Changes)
	assert.Equal(t, "create", result.Steps["urn:pulumi:sandbox::small::aws:s3/bucketV2:BucketV2::store"])
	assert.Equal(t, "[secret]", result.Outputs["password"])

	code, out, _ = call(t, dir, "up")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "No changes: 7 resources are up to date.\n", "the values of -c are kept")

	code, out, _ = call(t, dir, "outputs")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, "^password  \\[secret\\]\nroleArn   arn:aws:iam::123456789012:role/app-[0-9a-f]{7}\n$", out)
	code, out, _ = call(t, dir, "outputs", "roleArn")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, "^arn:aws:iam::123456789012:role/app-[0-9a-f]{7}\n$", out)
	code, _, errs = call(t, dir, "outputs", "role")
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "the stack has no output role; it has password, roleArn\n", errs)
	_, out, _ = call(t, dir, "outputs", "--show-secrets")
	assert.Contains(t, out, "password  hush-output\n")

	code, out, errs = call(t, dir, "export")
	require.Equal(t, exitOK, code, errs)
	assert.NotContains(t, out, "hush-output", "secrets are encrypted")
	assert.Contains(t, out, `"deployment": {`)
	_, out, _ = call(t, dir, "draw")
	assert.Contains(t, out, "a picture of {\n", "of the export")

	code, out, errs = call(t, dir, "up", "-c", "replicas=many")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out+errs, "replicas: must be a number")
	_, out, _ = call(t, dir, "config")
	assert.Equal(t, "aws:region      us-east-2\nsmall:replicas  3\n", out, "a value that the program rejects is not kept")
	code, _, errs = call(t, dir, "preview", "-c", "machineSet=renamed")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "AlreadyExists", "the object is created before it is deleted")
	_, after, _ := call(t, dir, "config")
	assert.Equal(t, out, after, "nor is one that a service rejects")
	code, out, errs = call(t, dir, "preview", "-c", "replicas-")
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "1 to delete", "without replicas, the program has no router")
	_, out, _ = call(t, dir, "config")
	assert.Equal(t, "aws:region  us-east-2\n", out)

	account, err := os.ReadFile(filepath.Join(dir, awsFile))
	require.NoError(t, err)
	code, _, errs = call(t, dir, "preview", "-c", "replicas=many")
	assert.Equal(t, exitFailed, code)
	assert.NotContains(t, errs, "changes are kept", "a preview changes nothing")
	code, _, errs = call(t, dir, "up", "-c", "path=other", "-c", "replicas=many")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "up failed:\nerror: replicas: must be a number")
	unchanged, err := os.ReadFile(filepath.Join(dir, awsFile))
	require.NoError(t, err)
	assert.Equal(t, string(account), string(unchanged), "the program is rejected before anything is changed")

	code, out, errs = call(t, dir, "destroy")
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "configuration removed.")
	code, out, errs = call(t, dir, "destroy")
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "There was nothing to delete.\n")
	assert.NotContains(t, out, "up to date")
	code, _, errs = call(t, dir, "draw")
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "there is no stack: run up first\n", errs)
	_, _, errs = call(t, dir, "outputs")
	assert.Equal(t, "There are no outputs: the stack has no resources.\n", errs)
}

// TestRejectedSettings: what a provider rejects in a preview is not kept, so that the advice in its error can be followed.
func TestRejectedSettings(t *testing.T) {
	needsEngine(t)
	t.Parallel()
	dir := t.TempDir()
	code, out, errs := call(t, dir, "up", "-c", "version=4.18.5")
	require.Equal(t, exitOK, code, out+errs)
	code, out, errs = call(t, dir, "preview", "-c", "version=4.19.1")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out+errs, "not in the list of available upgrades")
	_, out, _ = call(t, dir, "config")
	assert.Equal(t, "aws:region     us-east-2\nsmall:version  4.18.5\n", out)
	code, out, errs = call(t, dir, "up", "-c", "version=4.18.6")
	require.Equal(t, exitOK, code, out+errs)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		project string
		args    []string
		code    int
		says    string
	}{
		"nothing": {
			reason: "there is no default command",
			code:   exitUsage,
			says:   "a command is required\nCommands and flags: go run ./small help\n",
		},
		"unknown": {
			reason: "an unknown command is rejected",
			args:   []string{"upp"},
			code:   exitUsage,
			says:   "\"upp\" is not a command\n",
		},
		"two commands": {
			reason: "there is one command at a time",
			args:   []string{"up", "destroy"},
			code:   exitUsage,
			says:   "unexpected argument \"destroy\" after the command up\n",
		},
		"bad setting": {
			reason: "-c requires key=value",
			args:   []string{"up", "-c", "stage"},
			code:   exitUsage,
			says:   "\"stage\" is not key=value or key-",
		},
		"undeclared setting": {
			reason:  "Pulumi.yaml declares no setting of that name",
			project: "openshift-classic",
			args:    []string{"up", "-c", "verion=4.20"},
			code:    exitUsage,
			says:    "-c: verion is not a setting of openshift-classic; ",
		},
		"unknown flag": {
			reason: "an unknown flag is rejected",
			args:   []string{"up", "--kubeconf", "x"},
			code:   exitUsage,
			says:   "flag provided but not defined: -kubeconf\n",
		},
		"no kubeconfig": {
			reason: "a missing kubeconfig is reported before anything runs",
			args:   []string{"up", "--kubeconfig", "/nowhere"},
			code:   exitFailed,
			says:   "the kubeconfig: open /nowhere",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, _, errs := callOf(t, cmp.Or(tt.project, "small"), t.TempDir(), tt.args...)
			assert.Equal(t, tt.code, code, tt.reason)
			assert.Contains(t, errs, tt.says)
		})
	}
	code, out, _ := call(t, t.TempDir(), "help")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "up        create the resources")
	assert.Contains(t, out, "--show-secrets")
	assert.NotContains(t, out, "%!")
	other := command{program: launch.Description{Others: []launch.Command{{Name: "install", Description: "create the cluster"}}}}
	assert.Contains(t, other.usage(), "\n  install   create the cluster\n", "the help lists the program's other commands")
}

func TestPolicyPackIsApplied(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	for _, operation := range []string{"preview", "up"} {
		code, out, errs := call(t, t.TempDir(), operation, "--policy-pack", t.TempDir())
		assert.Equal(t, exitFailed, code, operation)
		assert.Contains(t, out+errs, "PulumiPolicy.yaml", operation)
		assert.NotContains(t, errs, "changes are kept", "nothing was changed")
	}
}
