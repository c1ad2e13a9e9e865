package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
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

func eager() *nodes.ClusterAutoscalerArgs {
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
		StartupTaints:               []string{"example.com/starting"},
		MaxPodGracePeriod:           10 * time.Minute,
		MaxNodeProvisionTime:        20 * time.Minute,
		NewPodScaleUpDelay:          10 * time.Second,
		EnforceNodeGroupMinSize:     true,
		LogVerbosity:                new(4),
		ScaleDown: &nodes.ScaleDownArgs{
			DelayAfterAdd: 10 * time.Minute, DelayAfterDelete: 5 * time.Minute, DelayAfterFailure: 30 * time.Second,
			UnneededTime: time.Hour, UtilizationThreshold: 0.45, CordonBeforeTerminating: true,
		},
	}
}

func TestClusterAutoscalerSpecs(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.ClusterAutoscalerArgs
		want   map[string]any
	}{
		"nil": {
			reason: "the operator's defaults stand",
			want:   map[string]any{"scaleDown": map[string]any{"enabled": true}},
		},
		"grow only": {
			reason: "enabled is required in the block",
			args:   &nodes.ClusterAutoscalerArgs{ScaleDown: &nodes.ScaleDownArgs{Disabled: true}},
			want:   map[string]any{"scaleDown": map[string]any{"enabled": false}},
		},
		"no more at all": {
			reason: "0 is a bound",
			args:   &nodes.ClusterAutoscalerArgs{MaxNodesTotal: new(0)},
			want:   map[string]any{"scaleDown": map[string]any{"enabled": true}, "resourceLimits": map[string]any{"maxNodesTotal": int64(0)}},
		},
		"all": {
			reason: "the types that the CRD wants: texts for durations and the threshold",
			args:   eager(),
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
				"startupTaints":               []any{"example.com/starting"},
				"maxPodGracePeriod":           int64(600),
				"maxNodeProvisionTime":        "20m",
				"enforceNodeGroupMinSize":     "Enabled",
				"logVerbosity":                int64(4),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, clusterAutoscaler(tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(
				t,
				map[string]any{"name": "default"},
				created[0]["metadata"],
				"the webhook takes no other name",
			)
			assert.Equal(t, tt.want, created[0]["spec"], tt.reason)
		})
	}
}

func TestAutoscalersPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, clusterAutoscaler(eager()))
	mockstest.PreviewIsTheUpdate(t, machineAutoscaler)
}

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

func TestMachineAutoscalerOfASetThatOthersMade(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, machineAutoscaler)
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

func TestAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerArgs
	const path = "nodes.ClusterAutoscalerArgs."
	for name, tt := range map[string]struct {
		reason string
		args   interface{ Validate() error }
		want   string
	}{
		"nil": {reason: "the operator's defaults", args: (*args)(nil)},
		"all": {reason: "every field", args: eager()},
		"nodes": {
			reason: "below zero",
			args:   &args{MaxNodesTotal: new(-1)},
			want:   path + "MaxNodesTotal: -1 is no number of nodes; it is 0 or more",
		},
		"verbosity": {
			reason: "below zero",
			args:   &args{LogVerbosity: new(-1)},
			want:   path + "LogVerbosity: -1 is no level; it is 0 or more",
		},
		"cores turned": {
			reason: "the webhook refuses it",
			args:   &args{Cores: &nodes.ResourceRange{Min: 4, Max: 2}},
			want:   path + "Cores.Max: 2 is less than Min, 4",
		},
		"negative memory": {
			reason: "the CRD refuses it",
			args:   &args{MemoryGiB: &nodes.ResourceRange{Min: -4}},
			want:   path + "MemoryGiB.Min: -4 is less than nothing; it is 0 or more",
		},
		"gpu of no kind": {
			reason: "the CRD refuses it",
			args:   &args{GPULimits: []nodes.GPULimit{{Max: 1}}},
			want:   path + "GPULimits[0].Type: is required",
		},
		"gpu twice": {
			reason: "two bounds of one kind",
			args:   &args{GPULimits: []nodes.GPULimit{{Type: "a", Max: 1}, {Type: "a", Max: 2}}},
			want:   path + "GPULimits[1].Type: a has a limit already",
		},
		"no gpu": {
			reason: "the CRD wants 1 or more",
			args:   &args{GPULimits: []nodes.GPULimit{{Type: "a"}}},
			want:   path + "GPULimits[0].Max: 0 is too few; it is 1 or more and at least the minimum, 0",
		},
		"percent": {
			reason: "a share is below 1",
			args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 50}},
			want:   path + "ScaleDown.UtilizationThreshold: 50 is no share; it is between 0 and 1, such as 0.5",
		},
		"delay": {
			reason: "backwards",
			args:   &args{ScaleDown: &nodes.ScaleDownArgs{UnneededTime: -time.Second}},
			want:   path + "ScaleDown.UnneededTime: -1s is no time; it is 0 or more",
		},
		"grace": {
			reason: "the CRD wants whole seconds",
			args:   &args{MaxPodGracePeriod: 1500 * time.Millisecond},
			want:   path + "MaxPodGracePeriod: 1.5s is no whole number of seconds",
		},
		"expander": {
			reason: "upstream spells it otherwise",
			args:   &args{Expanders: []string{"least-waste"}},
			want:   path + `Expanders[0]: "least-waste" is none of LeastWaste, Priority, Random`,
		},
		"expander twice": {
			reason: "it is a set",
			args:   &args{Expanders: []string{"Random", "Random"}},
			want:   path + "Expanders[1]: Random is there already",
		},
		"no taint's key": {
			reason: "a taint, not its key",
			args:   &args{StartupTaints: []string{"a=b:NoSchedule"}},
			want:   path + `StartupTaints[0]: "a=b:NoSchedule" is no key; one looks like topology.ebs.csi.aws.com/zone`,
		},
		"set autoscaler": {
			reason: "nothing given",
			args:   (*nodes.MachineAutoscalerArgs)(nil),
			want:   "nodes.MachineAutoscalerArgs.Name: is required\nnodes.MachineAutoscalerArgs.MachineSet: is required\nnodes.MachineAutoscalerArgs.Max: 0 is too few; it is 1 or more and at least the minimum, 0",
		},
		"set below zero": {
			reason: "the CRD refuses it",
			args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: pulumi.String("a"), Min: -1, Max: 1},
			want:   "nodes.MachineAutoscalerArgs.Min: -1 is too few; it is 0 or more",
		},
		"workers, untainted": {
			reason: "infra nodes have a taint to leave off",
			args:   func() interface{ Validate() error } { a := workerSetArgs(); a.Untainted = true; return a }(),
			want:   "nodes.WorkerMachineSetArgs.Untainted: is for infra nodes; workers have no taint but those of Taints and GPU",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
		})
	}
}
