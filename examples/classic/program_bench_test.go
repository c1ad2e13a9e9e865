package main

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// BenchmarkPreview reports the duration of a preview as a multiple of the preview of the same resources without
// components. It has no budget, because a duration depends on what else the machine runs: TestGrowthIsLinear and
// TestLongestChain bound what a preview does.
func BenchmarkPreview(b *testing.B) {
	changes := map[string]string{"stage": "cluster"}
	config, rec := example.Configured(changes), example.Recorder(changes)
	require.NoError(b, rec.Run(program))
	components, without := newSandbox(b, config, program), newSandbox(b, config, flat(rec))
	fastest := func(box *sandbox.Sandbox, before time.Duration) time.Duration {
		started := time.Now()
		result, err := box.Preview(b.Context())
		require.NoError(b, err)
		require.Positive(b, result.Changes["create"])
		return min(before, time.Since(started))
	}
	for b.Loop() {
		ours, raw := time.Hour, time.Hour
		for range 5 {
			ours, raw = fastest(components, ours), fastest(without, raw)
		}
		b.ReportMetric(ours.Seconds()/raw.Seconds(), "times-flat")
	}
}

func newSandbox(b *testing.B, config map[string]string, run pulumi.RunFunc) *sandbox.Sandbox {
	b.Helper()
	box, err := sandbox.New(
		sandbox.Options{Project: example.Project, Program: run, Dir: b.TempDir(), Config: config},
	)
	require.NoError(b, err)
	return box
}

// flat registers the custom resources of a recording one by one, as a program without components would.
func flat(rec *mocks.Recorder) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		for _, r := range rec.Resources() {
			if !r.Custom || strings.HasPrefix(r.Type, "pulumi:") {
				continue
			}
			var made pulumi.CustomResourceState
			if err := ctx.RegisterResource(r.Type, r.Name, input(r.Inputs).(pulumi.Map), &made); err != nil {
				return err
			}
		}
		return nil
	}
}

// input converts a recorded value to a Pulumi Input.
func input(value any) pulumi.Input {
	switch v := value.(type) {
	case mocks.Secret:
		return pulumi.ToSecret(input(v.Value))
	case map[string]any:
		inputs := pulumi.Map{}
		for key, item := range v {
			inputs[key] = input(item)
		}
		return inputs
	case []any:
		var inputs pulumi.Array
		for _, item := range v {
			inputs = append(inputs, input(item))
		}
		return inputs
	case string:
		return pulumi.String(v)
	case float64:
		return pulumi.Float64(v)
	case bool:
		return pulumi.Bool(v)
	default:
		return nil
	}
}
