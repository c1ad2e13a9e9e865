package main

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// previewBudget is how much longer a preview of the example may take than one of the same resources without components.
const previewBudget = 1.1

// TestPreviewCostsWhatItsResourcesCost compares the fastest of several previews, because a busy machine only ever adds time.
func TestPreviewCostsWhatItsResourcesCost(t *testing.T) {
	rec := record(t, map[string]string{"stage": "cluster"})
	config := stackConfig(map[string]string{"stage": "cluster"})
	previews := map[string]*sandbox.Sandbox{}
	for name, run := range map[string]pulumi.RunFunc{"components": program, "flat": flat(rec)} {
		box, err := sandbox.New(sandbox.Options{Project: "openshift-classic", Program: run, Dir: t.TempDir(), Config: config})
		require.NoError(t, err)
		previews[name] = box
	}
	fastest := map[string]time.Duration{}
	var ratio float64
	for round := range 15 {
		for name, box := range previews {
			started := time.Now()
			result, err := box.Preview(t.Context())
			require.NoError(t, err)
			require.Positive(t, result.Changes["create"])
			if took := time.Since(started); fastest[name] == 0 || took < fastest[name] {
				fastest[name] = took
			}
		}
		ratio = fastest["components"].Seconds() / fastest["flat"].Seconds()
		if round >= 2 && ratio <= previewBudget {
			break
		}
	}
	t.Logf("components %v, flat %v, ratio %.2f", fastest["components"], fastest["flat"], ratio)
	assert.LessOrEqual(t, ratio, previewBudget)
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

// input turns a recorded value into one to register with.
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
