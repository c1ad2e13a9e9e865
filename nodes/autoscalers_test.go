package nodes_test

import (
	"math"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func clusterAutoscaler(args *nodes.ClusterAutoscalerArgs) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewClusterAutoscaler, "demo", args,
		func(autoscaler *nodes.ClusterAutoscaler) pulumi.Map { return pulumi.Map{"name": autoscaler.Name} })
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

const machineAutoscalerType = "kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler"

func machineAutoscaler(ctx *pulumi.Context) error {
	autoscaler, err := nodes.NewMachineAutoscaler(ctx, "demo", &nodes.MachineAutoscalerArgs{
		Name: "by-others", MachineSet: pulumi.String("demo-x7k2p-worker-us-east-2a"), Min: 1, Max: 12,
	})
	if err != nil {
		return err
	}
	ctx.Export("name", autoscaler.Name)
	return nil
}

func TestMachineAutoscaler(t *testing.T) {
	t.Parallel()
	rec := run(t, machineAutoscaler)
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 1)
	assert.Equal(t, map[string]any{
		"apiVersion": "autoscaling.openshift.io/v1beta1",
		"kind":       "MachineAutoscaler",
		"metadata":   map[string]any{"name": "by-others", "namespace": "openshift-machine-api"},
		"spec": map[string]any{"minReplicas": int64(1), "maxReplicas": int64(12), "scaleTargetRef": map[string]any{
			"apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": "demo-x7k2p-worker-us-east-2a",
		}},
	}, created[0])
	assert.Equal(t, "by-others", rec.Outputs()["name"])
}

func TestMachineAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	set := pulumi.String("demo-x7k2p-worker-us-east-2a")
	checktest.Cases(t, "nodes.MachineAutoscalerArgs", map[string]checktest.Case{
		"usual": {
			Reason: "the minimum defaults to 0",
			Args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Max: 1},
		},
		"negative minimum": {
			Reason: "the minimum is not negative",
			Args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Min: -1, Max: 1},
			Want:   []string{".Min: range"},
		},
		"maximum below minimum": {
			Reason: "the maximum must be at least the minimum",
			Args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Min: 3, Max: 2},
			Want:   []string{".Max: range"},
		},
	})
}

func TestClusterAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerArgs
	checktest.Cases(t, "nodes.ClusterAutoscalerArgs", map[string]checktest.Case{
		"nil": {Reason: "all fields are optional", Args: (*args)(nil)},
		"all": {Reason: "all fields can be set", Args: fullAutoscalerArgs()},
		"fields of the release": {
			Reason: "the API server of 4.21 knows these fields, and numbers have 32 bits",
			Args: &args{
				OpenShiftVersion: "4.21", NewPodScaleUpDelay: time.Second,
				ScaleDown:     &nodes.ScaleDownArgs{CordonBeforeTerminating: true},
				MaxNodesTotal: new(math.MaxInt32), Cores: &nodes.ResourceRange{Max: math.MaxInt32},
			},
		},
		"fields of later releases": {
			Reason: "the API server of 4.19 rejects these fields",
			Args: &args{
				OpenShiftVersion: "4.19", NewPodScaleUpDelay: time.Second,
				ScaleDown: &nodes.ScaleDownArgs{CordonBeforeTerminating: true},
			},
			Want: []string{
				".ScaleDown.CordonBeforeTerminating: requires OpenShift 4.21 or later " +
					"(the cluster's release is 4.19)",
				".NewPodScaleUpDelay: requires OpenShift 4.20 or later (the cluster's release is 4.19)",
			},
		},
		"maximum below minimum": {
			Reason: "the maximum must be at least the minimum",
			Args:   &args{Cores: &nodes.ResourceRange{Min: 4, Max: 2}},
			Want:   []string{".Cores.Max: range"},
		},
		"GPU twice": {
			Reason: "a type of GPU has one limit, of at least 1",
			Args:   &args{GPULimits: []nodes.GPULimit{{Type: "a", Max: 1}, {Type: "a"}}},
			Want:   []string{".GPULimits[1].Max: range", ".GPULimits[1].Type: duplicate"},
		},
		"percentage": {
			Reason: "the utilization threshold is a ratio, not a percentage",
			Args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 50}},
			Want:   []string{".ScaleDown.UtilizationThreshold: must be greater than 0 and less than 1 (got 50)"},
		},
		"threshold of 1": {
			Reason: "the CRD requires a threshold below 1",
			Args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 1}},
			Want:   []string{".ScaleDown.UtilizationThreshold: must be greater than 0 and less than 1 (got 1)"},
		},
		"no number": {
			Reason: "NaN is not between 0 and 1",
			Args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: math.NaN()}},
			Want:   []string{".ScaleDown.UtilizationThreshold: must be greater than 0 and less than 1 (got NaN)"},
		},
		"large numbers": {
			Reason: "numbers of the CRD have 32 bits",
			Args: &args{
				GPULimits: []nodes.GPULimit{{Type: "nvidia-t4", Max: math.MaxInt32 + 1}},
			},
			Want: []string{".GPULimits[0].Max: range"},
		},
	})
}
