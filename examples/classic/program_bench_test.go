package main

import (
	"context"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// BenchmarkPreview reports the duration of a preview as a multiple of the preview of the same resources without
// components, and that of the blueprint as a multiple of the program's. They have no budget, because a duration depends on what else the
// machine runs: TestGrowthIsLinear, TestBlueprintCostsLittle and TestLongestChain bound what a preview does.
func BenchmarkPreview(b *testing.B) {
	changes := map[string]string{"stage": "cluster"}
	components := sandboxIn(b, b.TempDir(), changes, program)
	without := sandboxIn(b, b.TempDir(), changes, mockstest.Flat(example.Run(b, changes)))
	blueprint := sandboxIn(b, b.TempDir(), changes, asBlueprint)
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
	programs := map[string][2]pulumi.RunFunc{
		"ours": {program, program}, "raw": {mockstest.Flat(example.Run(b, stage)), mockstest.Flat(example.Run(b, scaled))},
	}
	for b.Loop() {
		for name, run := range programs {
			dir := b.TempDir()
			first := sandboxIn(b, dir, stage, run[0])
			second := sandboxIn(b, dir, scaled, run[1])
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

func sandboxIn(b *testing.B, dir string, changes map[string]string, run pulumi.RunFunc) *sandbox.Sandbox {
	b.Helper()
	e := example
	e.Program = run
	return e.Sandbox(b, dir, changes)
}
