package rosa

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

func TestAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	classic := func(c ClassicAutoscalerArgs) *AutoscalerArgs {
		return &AutoscalerArgs{ClusterID: testCluster, Classic: &c}
	}
	checkValidations(t, map[string]validation{
		"defaults": {reason: "every other field has a default", args: &AutoscalerArgs{ClusterID: testCluster}},
		"threshold of 0": {
			reason: "0 is a fraction",
			args:   classic(ClassicAutoscalerArgs{ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(0.0)}}),
		},
		"threshold of 1": {
			reason: "1 is a fraction",
			args:   classic(ClassicAutoscalerArgs{ScaleDown: &ScaleDownArgs{UtilizationThreshold: new(1.0)}}),
		},
		"nil": {
			reason: "nil arguments are empty ones",
			args:   (*AutoscalerArgs)(nil),
			want:   []string{"rosa.AutoscalerArgs.ClusterID: required"},
		},
		"ranges": {
			reason: "every number has its range",
			args: &AutoscalerArgs{
				ClusterID:            testCluster,
				MaxNodeProvisionTime: -time.Minute,
				MaxPodGracePeriod:    1500 * time.Millisecond,
				MaxNodesTotal:        -1,
			},
			want: []string{
				"rosa.AutoscalerArgs.MaxNodeProvisionTime: range",
				"rosa.AutoscalerArgs.MaxPodGracePeriod: range", "rosa.AutoscalerArgs.MaxNodesTotal: range",
			},
		},
		"classic ranges": {
			reason: "every number has its range",
			args: classic(ClassicAutoscalerArgs{
				LogVerbosity: new(-1),
				Cores:        &Range{Min: 10, Max: 5},
				MemoryGiB:    &Range{Min: -1, Max: 5},
				GPUs:         []GPURange{{Range: Range{Min: 2, Max: 1}}},
				ScaleDown: &ScaleDownArgs{
					UnneededTime:         -time.Second,
					UtilizationThreshold: new(1.1),
					DelayAfterAdd:        -time.Second,
					DelayAfterDelete:     -time.Second,
					DelayAfterFailure:    -time.Second,
				},
			}),
			want: []string{
				"rosa.AutoscalerArgs.Classic.LogVerbosity: range",
				"rosa.AutoscalerArgs.Classic.MemoryGiB.Min: range",
				"rosa.AutoscalerArgs.Classic.GPUs[0].Type: required",
				"rosa.AutoscalerArgs.Classic.ScaleDown.UnneededTime: range",
				"rosa.AutoscalerArgs.Classic.ScaleDown.DelayAfterAdd: range",
				"rosa.AutoscalerArgs.Classic.ScaleDown.DelayAfterDelete: range",
				"rosa.AutoscalerArgs.Classic.ScaleDown.DelayAfterFailure: range",
				"rosa.AutoscalerArgs.Classic.Cores.Max: range",
				"rosa.AutoscalerArgs.Classic.GPUs[0].Range.Max: range",
				"rosa.AutoscalerArgs.Classic.ScaleDown.UtilizationThreshold: range",
			},
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
