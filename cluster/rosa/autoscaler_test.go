package rosa

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	classic := func(c ClassicAutoscalerArgs) *AutoscalerArgs {
		return &AutoscalerArgs{ClusterID: testCluster, Classic: &c}
	}
	checkValidations(t, map[string]validation{
		"reversed ranges": {
			reason: "the largest number is not less than the smallest",
			args: classic(ClassicAutoscalerArgs{
				Cores:     &Range{Min: 10, Max: 5},
				GPUs:      []GPURange{{Type: "nvidia.com/gpu", Range: Range{Min: 2, Max: 1}}},
				ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(1.1)},
			}),
			want: []string{
				"rosa.AutoscalerArgs.Classic.Cores.Max: range",
				"rosa.AutoscalerArgs.Classic.GPUs[0].Range.Max: range",
				"rosa.AutoscalerArgs.Classic.ScaleDown.UtilizationThreshold: range",
			},
		},
		"no numbers of 32 bits": {
			reason: "the objects that OCM creates have numbers of 32 bits, and NaN is not a fraction",
			args: classic(ClassicAutoscalerArgs{
				ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(math.NaN())},
			}),
			want: []string{"rosa.AutoscalerArgs.Classic.ScaleDown.UtilizationThreshold: range"},
		},
		"defaults": {reason: "every other field has a default", args: &AutoscalerArgs{ClusterID: testCluster}},
		"threshold of 0": {
			reason: "0 is a fraction",
			args:   classic(ClassicAutoscalerArgs{ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(0.0)}}),
		},
		"threshold of 1": {
			reason: "1 is a fraction",
			args:   classic(ClassicAutoscalerArgs{ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(1.0)}}),
		},
	})
}

func TestScaleDownEnabled(t *testing.T) {
	t.Parallel()
	for _, enabled := range []bool{true, false} {
		args := &AutoscalerArgs{
			ClusterID: testCluster,
			Classic:   &ClassicAutoscalerArgs{ScaleDown: &ScaleDownArgs{Enabled: &enabled}},
		}
		down := mockstest.Find(t, run(t, args), "main-autoscaler").Inputs["scaleDown"].(map[string]any)
		assert.Equal(t, enabled, down["enabled"])
	}
}
