// Package adopttest shows that what an example creates can be adopted by the same example.
package adopttest

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// Check creates an example in a sandbox, removes the stack with everything left in the accounts, and adopts it: afterwards neither a
// preview nor an update changes anything.
func Check(t *testing.T, e mockstest.Example) {
	t.Helper()
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	box := e.Sandbox(t, dir, nil)
	for range 2 { // An upgrade resumes paused pools in the second update.
		mockstest.Must(t, box.Up)
	}
	existing := forget(t, filepath.Join(dir, "state", ".pulumi"))
	accounts := accountsIn(t, dir)

	report, err := run(t, e, dir, nil, existing)
	require.NoError(t, err)
	assert.NotEmpty(t, len(report.Imported)+len(report.Allowed))
	assert.Empty(t, changed(accounts, accountsIn(t, dir)), "the adoption changed an account")
	for _, operation := range []func(context.Context) (*sandbox.Result, error){box.Preview, box.Up} {
		result, err := operation(t.Context())
		require.NoError(t, err)
		for _, step := range result.Steps {
			if step.Op != "same" && step.Op != "read" {
				t.Errorf("after the adoption: %s %s: %s", step.Op, step.URN, strings.Join(step.Diffs, ", "))
			}
		}
	}
}

// Rejected creates an example in a sandbox, removes the stack, and asserts that adopting it with another configuration is rejected because
// of each difference, by its text, and changes no account.
func Rejected(t *testing.T, e mockstest.Example, settings map[string]string, differences ...string) {
	t.Helper()
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	mockstest.Must(t, e.Sandbox(t, dir, nil).Up)
	existing := forget(t, filepath.Join(dir, "state", ".pulumi"))
	accounts := accountsIn(t, dir)
	report, err := run(t, e, dir, e.Configured(settings), existing)
	require.ErrorIs(t, err, adopt.ErrRejected)
	found := strings.Join(report.Differences, "\n")
	for _, difference := range differences {
		assert.Contains(t, found, difference)
	}
	assert.Len(t, report.Differences, len(differences), found)
	assert.Empty(t, changed(accounts, accountsIn(t, dir)), "the adoption changed an account")
}

// Written creates an example with each of a list of settings in one account of a sandbox, removes the stacks, and adopts each with the
// settings that adopt writes of what exists, and of more that is in no stack. It finds no difference.
func Written(t *testing.T, e mockstest.Example, clusters []map[string]string, more ...adopt.Resource) {
	t.Helper()
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	states := filepath.Join(dir, "state", ".pulumi")
	existing, configured := make([][]adopt.Resource, len(clusters)), map[string]string{}
	for i, settings := range clusters {
		maps.Copy(configured, e.Configured(settings))
		mockstest.Must(t, e.Sandbox(t, dir, settings).Up)
		existing[i] = slices.Concat(forget(t, states), more)
	}
	accounts := accountsIn(t, dir)
	for i := range clusters {
		report, err := runWith(t, e, dir, existing[i], func(stack auto.Stack, opts adopt.Options) {
			require.NoError(t, stack.RemoveAllConfig(t.Context(), slices.Sorted(maps.Keys(configured))))
			text, err := os.ReadFile("Pulumi.yaml")
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(opts.Dir, "Pulumi.yaml"), text, 0o600))
			written, err := adopt.Write(t.Context(), opts)
			require.NoError(t, err)
			t.Log(strings.Join(written, "\n"))
		})
		require.NoError(t, err)
		assert.NotEmpty(t, report.Imported)
		assert.Empty(t, report.Allowed)
		assert.Empty(t, changed(accounts, accountsIn(t, dir)), "the adoption changed an account")
		forget(t, states)
	}
}

// forget removes the stack and returns its resources.
func forget(t *testing.T, folder string) []adopt.Resource {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "stacks", "*", "sandbox.json"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	existing, err := adopt.ReadStack(bytes.NewReader(exported(t, text)))
	require.NoError(t, err)
	require.NotEmpty(t, existing)
	for _, file := range files {
		require.NoError(t, os.Remove(file))
	}
	return existing
}

// run adopts the example, with other settings than the sandbox has if there are any.
func run(
	t *testing.T, e mockstest.Example, dir string, settings map[string]string, existing []adopt.Resource,
) (*adopt.Report, error) {
	t.Helper()
	return runWith(t, e, dir, existing, func(stack auto.Stack, _ adopt.Options) {
		for key, value := range settings {
			require.NoError(t, stack.SetConfig(t.Context(), key, auto.ConfigValue{Value: value}))
		}
	})
}

// runWith adopts the example, after a function has configured the stack.
func runWith(
	t *testing.T, e mockstest.Example, dir string, existing []adopt.Resource, configure func(auto.Stack, adopt.Options),
) (*adopt.Report, error) {
	t.Helper()
	options, stop, err := sandbox.Workspace(t.Context(), sandbox.Options{Project: e.Project, Dir: dir})
	require.NoError(t, err)
	defer stop()
	stack, err := auto.UpsertStackInlineSource(t.Context(), "sandbox", e.Project, nil, options...)
	require.NoError(t, err)
	var env []string
	for name, value := range stack.Workspace().GetEnvVars() {
		env = append(env, name+"="+value)
	}
	opts := adopt.Options{
		CLI: stack.Workspace().PulumiCommand(), Dir: stack.Workspace().WorkDir(), Env: env, Stack: "sandbox",
		Program: adopt.Inline(e.Program), Existing: existing, Allow: []string{"kubernetes:*"}, Out: t.Output(),
	}
	configure(stack, opts)
	return adopt.Run(t.Context(), opts)
}
