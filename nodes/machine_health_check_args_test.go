package nodes_test

import (
	"testing"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestMachineHealthCheckArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.MachineHealthCheckArgs
	const path = "nodes.MachineHealthCheckArgs"
	for name, tt := range map[string]struct {
		reason string
		args   *args
		want   []string
	}{
		"none replaced": {
			reason: "a health check can replace no machine",
			args:   &args{Name: "a", MaxUnhealthy: "0"},
		},
		"all replaced": {
			reason: "a health check can replace all machines at once",
			args:   &args{Name: "a", MaxUnhealthy: "100%"},
		},
		"no startup timeout": {
			reason: "a timeout of 0 turns the check off",
			args:   &args{Name: "a", NodeStartupTimeout: new(time.Duration(0))},
		},
		"nothing": {
			reason: "the name is required",
			want:   []string{path + ".Name: required"},
		},
		"forms": {
			reason: "each of these fields has a form",
			args: &args{
				Name: "Workers", Pools: []string{"a b", ""}, MatchLabels: map[string]string{"-": ""}, MaxUnhealthy: "1.5",
			},
			want: []string{
				path + ".Name: format", path + ".Pools[0]: format", path + ".Pools[1]: required",
				path + ".MatchLabels[-]: format", path + ".MaxUnhealthy: format",
			},
		},
		"cluster's own": {
			reason: "the machine-api-operator reconciles its own health check",
			args:   &args{Name: "machine-api-termination-handler"},
			want: []string{
				path + ".Name: must not be machine-api-termination-handler, which is the cluster's own health check",
			},
		},
		"control plane as a pool": {
			reason: "the control plane has its own field, so that it is not replaced by accident",
			args:   &args{Name: "a", Pools: []string{"worker", "master"}},
			want:   []string{path + ".Pools[1]: must not be master; use ControlPlane for the control plane"},
		},
		"pools and control plane": {
			reason: "the control plane has another limit of unhealthy machines",
			args:   &args{Name: "a", Pools: []string{"worker"}, ControlPlane: true},
			want:   []string{path + ".Pools: exclusive"},
		},
		"percentage above 100": {
			reason: "a percentage is at most 100",
			args:   &args{Name: "a", MaxUnhealthy: "140%"},
			want:   []string{path + ".MaxUnhealthy: format"},
		},
		"negative startup timeout": {
			reason: "the startup timeout is not negative",
			args:   &args{Name: "a", NodeStartupTimeout: new(time.Duration(-5))},
			want:   []string{path + ".NodeStartupTimeout: range"},
		},
		"condition": {
			reason: "a condition has a type, a status and a timeout that is not negative",
			args: &args{Name: "a", UnhealthyConditions: []nodes.UnhealthyCondition{
				{}, {Type: "Ready", Status: "false", Timeout: -1},
			}},
			want: []string{
				path + ".UnhealthyConditions[0].Type: required",
				path + ".UnhealthyConditions[0].Status: required",
				path + ".UnhealthyConditions[1].Status: one-of", path + ".UnhealthyConditions[1].Timeout: range",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
