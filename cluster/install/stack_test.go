package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// TestStackByAutomationAPI runs a program without providers by the Pulumi CLI.
func TestStackByAutomationAPI(t *testing.T) {
	cli, err := sandbox.CLI(t.Context(), io.Discard)
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(cli, filepath.Join(bin, "pulumi")))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	state := t.TempDir()
	fails := false
	stack := StackArgs{
		Name:    "demo",
		Project: "small",
		Program: func(ctx *pulumi.Context) error {
			if fails {
				return errors.New("the program fails")
			}
			group := &pulumi.ResourceState{}
			return ctx.RegisterComponentResource("small:index:Group", config.Require(ctx, "small:name"), group)
		},
		Dir:     t.TempDir(),
		Backend: "file://" + filepath.ToSlash(state),
		Env: map[string]string{
			"PULUMI_CONFIG_PASSPHRASE": "test", "PULUMI_HOME": t.TempDir(), "PULUMI_SKIP_UPDATE_CHECK": "true",
		},
	}.Stack()
	ctx := t.Context()
	count := func() int {
		found, err := stack.Resources(ctx)
		require.NoError(t, err)
		return found
	}
	stage, err := stack.Config(ctx, "stage")
	require.NoError(t, err)
	assert.Empty(t, stage)
	assert.Zero(t, count())
	require.NoError(t, stack.Destroy(ctx, io.Discard), "a stack that does not exist has no resources")
	assert.NoDirExists(t, filepath.Join(state, ".pulumi", "stacks", "small"), "reading creates no stack")

	require.NoError(t, stack.SetConfig(ctx, map[string]string{
		"stage": "bootstrap", "name": "first", "aws:region": "us-east-2",
	}))
	stage, err = stack.Config(ctx, "stage")
	require.NoError(t, err)
	assert.Equal(t, "bootstrap", stage)
	var out bytes.Buffer
	require.NoError(t, stack.Up(ctx, &out))
	assert.Contains(t, out.String(), "created")
	assert.Equal(t, 2, count(), "the stack and the component")
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

func TestInterruptedCreations(t *testing.T) {
	t.Parallel()
	var found deployment
	require.NoError(t, json.Unmarshal([]byte(`{"pending_operations": [
		{"type": "creating", "resource": {"urn": "urn:b"}}, {"type": "creating", "resource": {"urn": "urn:a"}},
		{"type": "creating", "resource": {"urn": "urn:a"}}, {"type": "deleting", "resource": {"urn": "urn:c"}}]}`), &found))
	assert.Equal(t, []string{"urn:a", "urn:b"}, found.interrupted())
}
