package mockstest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// engineVariable is the variable of the environment with which tests run that bring programs up, or compile them: each takes some seconds.
const engineVariable = "ENGINE"

// NeedsEngine skips a test that brings programs up or compiles them, unless ENGINE is set.
func NeedsEngine(t testing.TB) {
	t.Helper()
	if os.Getenv(engineVariable) == "" {
		t.Skip("brings programs up: runs with ENGINE=1")
	}
}

// Cases returns those cases of a test that run: all with ENGINE set, otherwise the first, the middle and the last, because each takes
// seconds.
func Cases[C any](all ...C) []C {
	if os.Getenv(engineVariable) != "" || len(all) < 3 {
		return all
	}
	return []C{all[0], all[len(all)/2], all[len(all)-1]}
}

// clusterKey is the setting with which programs without a Kubernetes provider use a cluster.
const clusterKey = "kubernetes:context"

// operatorNamespaces lists the namespaces of the catalog's operators that components of golden files need.
var operatorNamespaces = []string{"openshift-logging", "openshift-adp"}

// withOperators is the program of a cluster in which the operators are installed.
func withOperators(ctx *pulumi.Context) error {
	for _, name := range operatorNamespaces {
		if err := ctx.RegisterResource("kubernetes:core/v1:Namespace", name, pulumi.Map{
			"apiVersion": pulumi.String("v1"), "kind": pulumi.String("Namespace"), "metadata": pulumi.StringMap{"name": pulumi.String(name)},
		}, &pulumi.CustomResourceState{}, pulumi.RetainOnDelete(true)); err != nil {
			return err
		}
	}
	return nil
}

// Engine runs a program in the sandbox, if ENGINE is set: it comes up, neither a refresh nor a second update changes anything, and nothing
// prevents its deletion but a protection that the program requests. config is its configuration.
func Engine(t testing.TB, program pulumi.RunFunc, project string, config map[string]string) {
	t.Helper()
	if os.Getenv(engineVariable) == "" {
		return
	}
	current := withOperators
	box, err := sandbox.New(sandbox.Options{
		Project: project, Dir: t.TempDir(), Config: config,
		Program: func(ctx *pulumi.Context) error { return current(ctx) },
	})
	require.NoError(t, err)
	if config[clusterKey] != "" {
		Must(t, box.Up)
	}
	current = program
	_, err = box.Up(t.Context())
	require.NoError(t, err, "up")
	CheckSame(t, box, "up")
	if _, err = box.Destroy(t.Context()); err != nil {
		assert.Regexp(t, `deletion protection is enabled|may not be terminated`, err, "destroy")
	}
}

// Must runs an operation of a sandbox, such as box.Up, which must succeed.
func Must(t testing.TB, operation func(context.Context) (*sandbox.Result, error)) *sandbox.Result {
	t.Helper()
	result, err := operation(t.Context())
	require.NoError(t, err)
	return result
}

// CheckUp creates the stack of a sandbox, by these kinds of operations, and asserts that neither a further update nor a refresh changes
// anything. It returns the result of the first update.
func CheckUp(t testing.TB, box *sandbox.Sandbox, first ...string) *sandbox.Result {
	t.Helper()
	created := Must(t, box.Up)
	assert.ElementsMatch(t, first, Kinds(created.Changes))
	for _, operation := range []func(context.Context) (*sandbox.Result, error){box.Up, box.Refresh, box.Up} {
		result := Must(t, operation)
		assert.Equal(t, []string{"same"}, Kinds(result.Changes), changes(result, result))
	}
	return created
}

// CheckSame asserts that neither a refresh nor another update changes anything after an event.
func CheckSame(t testing.TB, box *sandbox.Sandbox, after string) {
	t.Helper()
	refreshed, err := box.Refresh(t.Context())
	require.NoError(t, err, "refresh after "+after)
	again, err := box.Up(t.Context())
	require.NoError(t, err, "another update after "+after)
	assert.Empty(t, changes(refreshed, again), "refresh after "+after)
	assert.Empty(t, changes(again, again), "another update after "+after)
}

// CheckDestroy destroys the stack of a sandbox, which leaves nothing behind.
func CheckDestroy(t testing.TB, box *sandbox.Sandbox) {
	t.Helper()
	assert.Empty(t, Must(t, box.Destroy).LeftBehind)
}

// changes returns what an operation changed, except what the program only reads, which others may change.
func changes(result, program *sandbox.Result) []string {
	unchanged, read := []string{"same", "read", "refresh"}, map[string]bool{}
	for _, step := range program.Steps {
		read[step.URN] = read[step.URN] || step.Op == "read"
	}
	var changed []string
	for _, step := range result.Steps {
		if !slices.Contains(unchanged, step.Op) && !read[step.URN] {
			changed = append(changed, fmt.Sprintf("%s %s: %v", step.Op, step.URN, step.Diffs))
		}
	}
	return changed
}

// engineOf runs a program that is tested with options of mocks. It gets the configuration of a stack in their region with a cluster.
func engineOf(t testing.TB, program pulumi.RunFunc, options ...mocks.Option) {
	t.Helper()
	if os.Getenv(engineVariable) == "" {
		return
	}
	var region struct {
		Name string `pulumi:"name"`
	}
	Run(t, func(ctx *pulumi.Context) error { return ctx.Invoke("aws:index/getRegion:getRegion", nil, &region) }, options...)
	config := map[string]string{"aws:region": region.Name}
	for _, resource := range Run(t, program, options...).Resources() {
		if strings.HasPrefix(resource.Type, "kubernetes:") {
			config[clusterKey] = "admin"
		}
	}
	Engine(t, program, "project", config)
}
