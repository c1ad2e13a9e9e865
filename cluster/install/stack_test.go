package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestStackInAnotherWorkspace runs a program with the Pulumi CLI, in the workspace of a sandbox.
func TestStackInAnotherWorkspace(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	workspace, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: "small", Dir: dir})
	require.NoError(t, err)
	defer stop()
	fails, protects := false, true
	stack := StackArgs{
		Name:    "demo",
		Project: "small",
		Program: func(ctx *pulumi.Context) error {
			if fails {
				return errors.New("the program fails")
			}
			queue := &pulumi.CustomResourceState{}
			if err := ctx.RegisterResource("aws:sqs/queue:Queue", "queue", pulumi.Map{}, queue, pulumi.Protect(protects)); err != nil {
				return err
			}
			group := &pulumi.ResourceState{}
			return ctx.RegisterComponentResource("small:index:Group", config.Require(ctx, "small:name"), group)
		},
		Workspace: workspace,
	}.Stack()
	ctx := t.Context()
	count := func() int {
		found, err := stack.Resources(ctx)
		require.NoError(t, err)
		return len(found)
	}
	stage, err := stack.Config(ctx, "stage")
	require.NoError(t, err)
	assert.Empty(t, stage)
	assert.Zero(t, count())
	require.NoError(t, stack.Destroy(ctx, io.Discard), "a stack that does not exist has no resources")
	assert.NoDirExists(t, filepath.Join(dir, "state", ".pulumi", "stacks", "small"), "reading creates no stack")

	require.NoError(t, stack.SetConfig(ctx, map[string]string{
		"stage": "bootstrap", "name": "first", "aws:region": "us-east-2",
	}))
	stage, err = stack.Config(ctx, "stage")
	require.NoError(t, err)
	assert.Equal(t, "bootstrap", stage)
	var out bytes.Buffer
	require.NoError(t, stack.Up(ctx, &out))
	assert.Contains(t, out.String(), "+ 3 created")
	assert.Equal(t, 3, count(), "the stack, the queue and the component, as Pulumi counts: the default provider is none of them")
	protected, err := stack.Protected(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"urn:pulumi:demo::small::aws:sqs/queue:Queue::queue"}, protected)
	protects = false
	require.NoError(t, stack.Up(ctx, io.Discard))
	protected, err = stack.Protected(ctx)
	require.NoError(t, err)
	assert.Empty(t, protected)
	interruptCreation(t, filepath.Join(dir, "state", ".pulumi", "stacks", "small", "demo.json"))
	interrupted, err := stack.Interrupted(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"urn:pulumi:demo::small::aws:sqs/queue:Queue::queue"}, interrupted)
	require.NoError(t, stack.ClearInterrupted(ctx))
	interrupted, err = stack.Interrupted(ctx)
	require.NoError(t, err)
	assert.Empty(t, interrupted)
	assert.Equal(t, 3, count(), "the resources stay")
	fails = true
	err = stack.Up(ctx, io.Discard)
	require.ErrorContains(t, err, "the program fails")
	assert.NotContains(t, err.Error(), "Resources:", "only Pulumi's diagnostics")
	assert.NotContains(t, err.Error(), "stdout")
	fails = false

	require.NoError(t, stack.Destroy(ctx, &out))
	assert.Zero(t, count())
	require.NoError(t, stack.Remove(ctx))
	require.NoError(t, stack.Remove(ctx), "a second removal changes nothing")
}

// interruptCreation writes into a state what Pulumi has written there when it is killed while it creates the queue.
func interruptCreation(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var state map[string]any
	require.NoError(t, json.Unmarshal(text, &state))
	latest := state["checkpoint"].(map[string]any)["latest"].(map[string]any)
	for _, resource := range latest["resources"].([]any) {
		if strings.HasSuffix(resource.(map[string]any)["urn"].(string), "::queue") {
			latest["pending_operations"] = []any{map[string]any{"type": "creating", "resource": resource}}
		}
	}
	text, err = json.Marshal(state)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

func TestStackRequiresTheCLI(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	stack := &automationStack{args: StackArgs{
		Backend:         "s3://states",
		Env:             map[string]string{"A": "b"},
		SecretsProvider: "awskms://key",
	}}
	_, err := stack.options(t.Context())
	require.ErrorContains(t, err, "the Pulumi CLI is required (https://www.pulumi.com/docs/install/)")
	cli := filepath.Join(bin, "pulumi")
	require.NoError(t, os.WriteFile(cli, []byte("#!/bin/sh\necho v3.250.0\n"), 0o700))
	options, err := stack.options(t.Context())
	require.NoError(t, err)
	ws, err := auto.NewLocalWorkspace(t.Context(), options...)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"A": "b", "PULUMI_BACKEND_URL": "s3://states"}, ws.GetEnvVars())
	assert.Equal(t, ".", ws.WorkDir())
	assert.Equal(t, "3.250.0", ws.PulumiCommand().Version().String())
}
