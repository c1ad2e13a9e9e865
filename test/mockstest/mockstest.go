// Package mockstest runs programs with mocks and checks the rules for every component of the library.
package mockstest

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// Programs that run on mocks again and again leave much garbage: collected less often, their tests use a fifth less CPU.
var _ = debug.SetGCPercent(400)

// LongInfraID has 27 characters, the maximum of the installer.
const LongInfraID = "production-frankfurt1-x7k2p"

// Run runs a program, which must succeed.
func Run(t testing.TB, program pulumi.RunFunc, options ...mocks.Option) *mocks.Recorder {
	t.Helper()
	rec := mocks.New(options...)
	require.NoError(t, rec.Run(program))
	return rec
}

// Program returns a program with one component or resource.
func Program[A, C any](
	constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error), name string, args *A,
	opts ...pulumi.ResourceOption,
) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := constructor(ctx, name, args, opts...)
		return err
	}
}

// Exporting returns a program like Program that also exports outputs of the component.
func Exporting[A, C any](
	constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error), name string, args *A,
	outputs func(C) pulumi.Map, opts ...pulumi.ResourceOption,
) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		component, err := constructor(ctx, name, args, opts...)
		if err != nil {
			return err
		}
		for key, output := range outputs(component) {
			ctx.Export(key, output)
		}
		return nil
	}
}

// InOrder returns a program that runs others, one after the other.
func InOrder(programs ...pulumi.RunFunc) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		for _, program := range programs {
			if err := program(ctx); err != nil {
				return err
			}
		}
		return nil
	}
}

// Find returns the resource with the name, which must be registered.
func Find(t testing.TB, rec *mocks.Recorder, name string) mocks.Resource {
	t.Helper()
	found, ok := rec.Find(name)
	require.True(t, ok, "%s is not registered", name)
	return found
}

// URNs returns the URNs of everything that was registered, sorted.
func URNs(rec *mocks.Recorder) []string {
	var all []string
	for _, resource := range rec.Resources() {
		all = append(all, resource.URN)
	}
	return all
}

// Inputs returns the inputs of everything except components, by URN.
func Inputs(rec *mocks.Recorder) map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, resource := range rec.Resources() {
		if resource.Custom {
			all[resource.URN] = resource.Inputs
		}
	}
	return all
}

// Undone returns the changes of the update that undoes others: it deletes what they create.
func Undone(changes []string) []string {
	var undone []string
	for _, change := range changes {
		if created, ok := strings.CutPrefix(change, "create "); ok {
			change = "delete " + created
		}
		undone = append(undone, change)
	}
	return undone
}

// PreviewIsTheUpdate checks that a preview registers the same resources as an update, and runs the program as Engine does.
func PreviewIsTheUpdate(t testing.TB, program pulumi.RunFunc, options ...mocks.Option) {
	t.Helper()
	preview := mocks.New(options...)
	require.NoError(t, preview.Preview(program))
	assert.Equal(t, URNs(Run(t, program, options...)), URNs(preview))
	engineOf(t, program, options...)
}

// Rejected checks that a program fails with an error that contains want, before anything except its stack is registered.
func Rejected(t testing.TB, program pulumi.RunFunc, want string, reason ...any) {
	t.Helper()
	rec := mocks.New()
	assert.ErrorContains(t, rec.Run(program), want, reason...)
	for _, resource := range rec.Resources() {
		assert.Equal(t, "pulumi:pulumi:Stack", resource.Type, "%s is registered", resource.URN)
	}
}
