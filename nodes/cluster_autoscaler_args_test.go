package nodes_test

import (
	"testing"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestClusterAutoscalerArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.ClusterAutoscalerArgs
	const path = "nodes.ClusterAutoscalerArgs"
	for name, tt := range map[string]struct {
		reason string
		args   *args
		want   []string
	}{
		"nil": {reason: "all fields are optional"},
		"all": {reason: "all fields can be set", args: fullAutoscalerArgs()},
		"fields of the release": {
			reason: "the API server of 4.21 knows these fields",
			args: &args{
				OpenShiftVersion: "4.21", NewPodScaleUpDelay: time.Second,
				ScaleDown: &nodes.ScaleDownArgs{CordonBeforeTerminating: true},
			},
		},
		"fields of later releases": {
			reason: "the API server of 4.19 rejects these fields",
			args: &args{
				OpenShiftVersion: "4.19", NewPodScaleUpDelay: time.Second,
				ScaleDown: &nodes.ScaleDownArgs{CordonBeforeTerminating: true},
			},
			want: []string{
				path + ".ScaleDown.CordonBeforeTerminating: requires OpenShift 4.21 or later " +
					"(the cluster's release is 4.19)",
				path + ".NewPodScaleUpDelay: requires OpenShift 4.20 or later (the cluster's release is 4.19)",
			},
		},
		"ranges": {
			reason: "counts, limits and durations are not negative",
			args: &args{
				MaxNodesTotal: new(-1),
				LogVerbosity:  new(-1),
				MemoryGiB:     &nodes.ResourceRange{Min: -4},
				ScaleDown: &nodes.ScaleDownArgs{
					DelayAfterAdd: -1, DelayAfterDelete: -1, DelayAfterFailure: -1, UnneededTime: -1,
				},
				MaxNodeProvisionTime: -1,
				NewPodScaleUpDelay:   -1,
			},
			want: []string{
				path + ".MaxNodesTotal: range", path + ".LogVerbosity: range", path + ".MemoryGiB.Min: range",
				path + ".ScaleDown.DelayAfterAdd: range", path + ".ScaleDown.DelayAfterDelete: range",
				path + ".ScaleDown.DelayAfterFailure: range", path + ".ScaleDown.UnneededTime: range",
				path + ".MaxNodeProvisionTime: range", path + ".NewPodScaleUpDelay: range",
			},
		},
		"maximum below minimum": {
			reason: "the maximum must be at least the minimum",
			args:   &args{Cores: &nodes.ResourceRange{Min: 4, Max: 2}},
			want:   []string{path + ".Cores.Max: range"},
		},
		"GPU without a type": {
			reason: "a GPU limit has a type",
			args:   &args{GPULimits: []nodes.GPULimit{{Max: 1}}},
			want:   []string{path + ".GPULimits[0].Type: required"},
		},
		"GPU of a malformed type": {
			reason: "the type is the value of a label",
			args:   &args{GPULimits: []nodes.GPULimit{{Type: "Tesla T4", Max: 1}}},
			want:   []string{path + ".GPULimits[0].Type: format"},
		},
		"GPU twice": {
			reason: "a type of GPU has one limit",
			args:   &args{GPULimits: []nodes.GPULimit{{Type: "a", Max: 1}, {Type: "a", Max: 2}}},
			want:   []string{path + ".GPULimits[1].Type: duplicate"},
		},
		"no GPU": {
			reason: "the CRD requires a maximum of at least 1",
			args:   &args{GPULimits: []nodes.GPULimit{{Type: "a"}}},
			want:   []string{path + ".GPULimits[0].Max: range"},
		},
		"percentage": {
			reason: "the utilization threshold is a ratio, not a percentage",
			args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 50}},
			want:   []string{path + ".ScaleDown.UtilizationThreshold: must be greater than 0 and less than 1 (got 50)"},
		},
		"threshold of 1": {
			reason: "the CRD requires a threshold below 1",
			args:   &args{ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: 1}},
			want:   []string{path + ".ScaleDown.UtilizationThreshold: must be greater than 0 and less than 1 (got 1)"},
		},
		"grace period": {
			reason: "the CRD requires whole seconds",
			args:   &args{MaxPodGracePeriod: 1500 * time.Millisecond},
			want:   []string{path + ".MaxPodGracePeriod: range"},
		},
		"expanders": {
			reason: "expanders have OpenShift's names, and none occurs twice",
			args:   &args{Expanders: []string{"least-waste", "", "Random", "Random"}},
			want: []string{
				path + ".Expanders[0]: one-of", path + ".Expanders[1]: required", path + ".Expanders[3]: duplicate",
			},
		},
		"keys": {
			reason: "labels are given by their keys",
			args:   &args{BalancingIgnoredLabels: []string{"a=b"}},
			want:   []string{path + ".BalancingIgnoredLabels[0]: format"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
