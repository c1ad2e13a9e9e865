package nodes_test

import (
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

func healthCheck(args *nodes.MachineHealthCheckArgs) pulumi.RunFunc {
	return mockstest.Exporting(nodes.NewMachineHealthCheck, "demo", args,
		func(check *nodes.MachineHealthCheck) pulumi.Map { return pulumi.Map{"name": check.Name} })
}

func TestMachineHealthCheck(t *testing.T) {
	t.Parallel()
	const role = "machine.openshift.io/cluster-api-machine-role"
	roles := func(operator string, values ...any) map[string]any {
		return map[string]any{"matchExpressions": []any{map[string]any{"key": role, "operator": operator, "values": values}}}
	}
	ready := []any{
		map[string]any{"type": "Ready", "status": "False", "timeout": "5m"},
		map[string]any{"type": "Ready", "status": "Unknown", "timeout": "5m"},
	}
	tests := map[string]struct {
		reason string
		args   nodes.MachineHealthCheckArgs
		want   map[string]any
	}{
		"default": {
			reason: "the control plane is excluded unless ControlPlane is set",
			args:   nodes.MachineHealthCheckArgs{},
			want: map[string]any{
				"selector":            roles("NotIn", "master"),
				"unhealthyConditions": ready, "maxUnhealthy": "40%", "nodeStartupTimeout": "10m",
			},
		},
		"pools": {
			reason: "pools are sorted, so that their order does not matter",
			args: nodes.MachineHealthCheckArgs{
				Pools:        []string{"worker", "infra"},
				MatchLabels:  map[string]string{"a": "b"},
				MaxUnhealthy: "2",
			},
			want: map[string]any{
				"selector": map[string]any{
					"matchExpressions": []any{
						map[string]any{"key": role, "operator": "In", "values": []any{"infra", "worker"}},
					},
					"matchLabels": map[string]any{"a": "b"},
				},
				"unhealthyConditions": ready, "maxUnhealthy": int64(2), "nodeStartupTimeout": "10m",
			},
		},
		"control plane": {
			reason: "only control-plane machines are checked, one is replaced at a time, and a timeout of 0 disables the check",
			args:   nodes.MachineHealthCheckArgs{ControlPlane: true, NodeStartupTimeout: new(time.Duration(0))},
			want: map[string]any{
				"selector":            roles("In", "master"),
				"unhealthyConditions": ready, "maxUnhealthy": int64(1), "nodeStartupTimeout": "0s",
			},
		},
		"own conditions": {
			reason: "conditions of the user replace the default ones",
			args: nodes.MachineHealthCheckArgs{
				UnhealthyConditions: []nodes.UnhealthyCondition{
					{Type: "DiskPressure", Status: "True", Timeout: 90 * time.Second},
				},
				NodeStartupTimeout: new(25 * time.Minute),
			},
			want: map[string]any{
				"selector": roles("NotIn", "master"),
				"unhealthyConditions": []any{
					map[string]any{"type": "DiskPressure", "status": "True", "timeout": "1m30s"},
				},
				"maxUnhealthy": "40%", "nodeStartupTimeout": "25m",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.Name = "workers"
			rec := run(t, healthCheck(&tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(t, tt.want, created[0]["spec"], tt.reason)
			assert.Equal(t, map[string]any{"name": "workers", "namespace": "openshift-machine-api"},
				created[0]["metadata"])
			assert.Equal(t, "workers", rec.Outputs()["name"])
		})
	}
}

func TestMachineHealthCheckArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.MachineHealthCheckArgs
	checktest.Cases(t, "nodes.MachineHealthCheckArgs", map[string]checktest.Case{
		"nothing replaced": {
			Reason: "a health check can replace no machine, and a timeout of 0 turns the check of new ones off",
			Args:   &args{Name: "a", MaxUnhealthy: "0", NodeStartupTimeout: new(time.Duration(0))},
		},
		"all replaced": {
			Reason: "a health check can replace all machines at once",
			Args:   &args{Name: "a", MaxUnhealthy: "100%"},
		},
		"cluster's own": {
			Reason: "the machine-api-operator reconciles its own health check",
			Args:   &args{Name: "machine-api-termination-handler"},
			Want: []string{
				".Name: must not be machine-api-termination-handler, which is the cluster's own health check",
			},
		},
		"control plane as a pool": {
			Reason: "the control plane has its own field, so that it is not replaced by accident",
			Args:   &args{Name: "a", Pools: []string{"worker", "master"}},
			Want:   []string{".Pools[1]: must not be master; use ControlPlane for the control plane"},
		},
	})
}
