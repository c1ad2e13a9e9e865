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
		"negative startup timeout": {
			reason: "the startup timeout is not negative",
			args:   &args{Name: "a", NodeStartupTimeout: new(time.Duration(-5))},
			want:   []string{path + ".NodeStartupTimeout: range"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
