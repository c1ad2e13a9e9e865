package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func clusterAutoscaler(args *nodes.ClusterAutoscalerArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		autoscaler, err := nodes.NewClusterAutoscaler(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("name", autoscaler.Name)
		return nil
	}
}

func fullAutoscalerArgs() *nodes.ClusterAutoscalerArgs {
	yes, no := true, false
	return &nodes.ClusterAutoscalerArgs{
		MaxNodesTotal:               new(24),
		Cores:                       &nodes.ResourceRange{Min: 8, Max: 128},
		MemoryGiB:                   &nodes.ResourceRange{Min: 4, Max: 256},
		GPULimits:                   []nodes.GPULimit{{Type: "nvidia-t4", Max: 16}, {Type: "amd", Min: 1, Max: 4}},
		PodPriorityThreshold:        new(-10),
		BalanceSimilarNodeGroups:    &yes,
		BalancingIgnoredLabels:      []string{"topology.ebs.csi.aws.com/zone"},
		IgnoreDaemonSetsUtilization: &no,
		SkipNodesWithLocalStorage:   &no,
		Expanders:                   []string{"Priority", "LeastWaste"},
		MaxPodGracePeriod:           10 * time.Minute,
		MaxNodeProvisionTime:        20 * time.Minute,
		NewPodScaleUpDelay:          10 * time.Second,
		LogVerbosity:                new(4),
		ScaleDown: &nodes.ScaleDownArgs{
			DelayAfterAdd: 10 * time.Minute, DelayAfterDelete: 5 * time.Minute, DelayAfterFailure: 30 * time.Second,
			UnneededTime: time.Hour, UtilizationThreshold: 0.45, CordonBeforeTerminating: true,
		},
	}
}

func TestClusterAutoscaler(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.ClusterAutoscalerArgs
		want   map[string]any
	}{
		"nil": {
			reason: "without arguments, the operator's defaults apply",
			want:   map[string]any{"scaleDown": map[string]any{"enabled": true}},
		},
		"scale up only": {
			reason: "the CRD requires enabled in scaleDown",
			args:   &nodes.ClusterAutoscalerArgs{ScaleDown: &nodes.ScaleDownArgs{Enabled: new(false)}},
			want:   map[string]any{"scaleDown": map[string]any{"enabled": false}},
		},
		"no more nodes": {
			reason: "0 is a limit, not the default",
			args:   &nodes.ClusterAutoscalerArgs{MaxNodesTotal: new(0)},
			want: map[string]any{
				"scaleDown":      map[string]any{"enabled": true},
				"resourceLimits": map[string]any{"maxNodesTotal": int64(0)},
			},
		},
		"all": {
			reason: "the CRD requires strings for durations and the threshold",
			args:   fullAutoscalerArgs(),
			want: map[string]any{
				"resourceLimits": map[string]any{
					"maxNodesTotal": int64(24),
					"cores":         map[string]any{"min": int64(8), "max": int64(128)},
					"memory":        map[string]any{"min": int64(4), "max": int64(256)},
					"gpus": []any{
						map[string]any{"type": "nvidia-t4", "min": int64(0), "max": int64(16)},
						map[string]any{"type": "amd", "min": int64(1), "max": int64(4)},
					},
				},
				"scaleDown": map[string]any{
					"enabled": true, "delayAfterAdd": "10m", "delayAfterDelete": "5m", "delayAfterFailure": "30s",
					"unneededTime": "1h", "utilizationThreshold": "0.45", "cordonNodeBeforeTerminating": "Enabled",
				},
				"scaleUp":                     map[string]any{"newPodScaleUpDelay": "10s"},
				"podPriorityThreshold":        int64(-10),
				"balanceSimilarNodeGroups":    true,
				"balancingIgnoredLabels":      []any{"topology.ebs.csi.aws.com/zone"},
				"ignoreDaemonsetsUtilization": false,
				"skipNodesWithLocalStorage":   false,
				"expanders":                   []any{"Priority", "LeastWaste"},
				"maxPodGracePeriod":           int64(600),
				"maxNodeProvisionTime":        "20m",
				"logVerbosity":                int64(4),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := run(t, clusterAutoscaler(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(t, map[string]any{"name": "default"}, created[0]["metadata"],
				"the webhook accepts no other name")
			assert.Equal(t, tt.want, created[0]["spec"], tt.reason)
		})
	}
}
