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
		"maximum below minimum": {
			reason: "the maximum must be at least the minimum",
			args:   &args{Cores: &nodes.ResourceRange{Min: 4, Max: 2}},
			want:   []string{path + ".Cores.Max: range"},
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
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
