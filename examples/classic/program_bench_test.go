package main

import (
	"context"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// BenchmarkPreview reports the duration of a preview as a multiple of the preview of the same resources without
// components, and that of the blueprint as a multiple of the program's. They have no budget, because a duration depends on what else the
// machine runs: TestGrowthIsLinear, TestBlueprintCostsLittle and TestLongestChain bound what a preview does.
func BenchmarkPreview(b *testing.B) {
	changes := map[string]string{"stage": "cluster"}
	config, rec := example.Configured(changes), example.Recorder(changes)
	require.NoError(b, rec.Run(program))
	components, without := newSandbox(b, config, program), newSandbox(b, config, mockstest.Flat(rec))
	blueprint := newSandbox(b, config, asBlueprint)
	fastest := func(box *sandbox.Sandbox, before time.Duration) time.Duration {
		started := time.Now()
		result, err := box.Preview(b.Context())
		require.NoError(b, err)
		require.Positive(b, result.Changes["create"])
		return min(before, time.Since(started))
	}
	for b.Loop() {
		ours, raw, whole := time.Hour, time.Hour, time.Hour
		for range 5 {
			ours, raw, whole = fastest(components, ours), fastest(without, raw), fastest(blueprint, whole)
		}
		b.ReportMetric(ours.Seconds()/raw.Seconds(), "times-flat")
		b.ReportMetric(whole.Seconds()/ours.Seconds(), "blueprint-times-by-hand")
	}
}

// BenchmarkOperations reports the seconds of a preview of a new stack, of an update that creates it, of one that
// changes nothing, and of one that changes the routers' number: with components, and of the same resources without.
func BenchmarkOperations(b *testing.B) {
	stage, scaled := map[string]string{"stage": "cluster"}, map[string]string{"stage": "cluster", "routers": "3"}
	before, after := example.Recorder(stage), example.Recorder(scaled)
	require.NoError(b, before.Run(program))
	require.NoError(b, after.Run(program))
	programs := map[string][2]pulumi.RunFunc{
		"ours": {program, program}, "raw": {mockstest.Flat(before), mockstest.Flat(after)},
	}
	for b.Loop() {
		for name, run := range programs {
			dir := b.TempDir()
			first := sandboxIn(b, dir, example.Configured(stage), run[0])
			second := sandboxIn(b, dir, example.Configured(scaled), run[1])
			timed(b, name+"-preview-s", "create", first.Preview)
			timed(b, name+"-create-s", "create", first.Up)
			timed(b, name+"-unchanged-s", "same", first.Up)
			timed(b, name+"-update-s", "update", second.Up)
		}
	}
}

// timed runs an operation that must do op to a resource at least, and reports its seconds.
func timed(b *testing.B, unit, op string, operation func(context.Context) (*sandbox.Result, error)) {
	b.Helper()
	started := time.Now()
	result, err := operation(b.Context())
	require.NoError(b, err)
	require.Positive(b, result.Changes[op], unit)
	b.ReportMetric(time.Since(started).Seconds(), unit)
}

func newSandbox(b *testing.B, config map[string]string, run pulumi.RunFunc) *sandbox.Sandbox {
	b.Helper()
	return sandboxIn(b, b.TempDir(), config, run)
}

func sandboxIn(b *testing.B, dir string, config map[string]string, run pulumi.RunFunc) *sandbox.Sandbox {
	b.Helper()
	box, err := sandbox.New(sandbox.Options{Project: example.Project, Program: run, Dir: dir, Config: config})
	require.NoError(b, err)
	return box
}
