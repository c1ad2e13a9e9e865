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

func healthCheck(args *nodes.MachineHealthCheckArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		check, err := nodes.NewMachineHealthCheck(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("name", check.Name)
		return nil
	}
}

func TestMachineHealthCheckSpecs(t *testing.T) {
	t.Parallel()
	const role = "machine.openshift.io/cluster-api-machine-role"
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
			"all but the control plane, whose machines nobody replaces without being asked", nodes.MachineHealthCheckArgs{},
			map[string]any{
				"selector":            map[string]any{"matchExpressions": []any{map[string]any{"key": role, "operator": "NotIn", "values": []any{"master"}}}},
				"unhealthyConditions": ready, "maxUnhealthy": "40%", "nodeStartupTimeout": "10m",
			},
		},
		"pools": {
			"in an order of their own", nodes.MachineHealthCheckArgs{Pools: []string{"worker", "infra"}, MatchLabels: map[string]string{"a": "b"}, MaxUnhealthy: "2"},
			map[string]any{
				"selector": map[string]any{
					"matchExpressions": []any{map[string]any{"key": role, "operator": "In", "values": []any{"infra", "worker"}}},
					"matchLabels":      map[string]any{"a": "b"},
				},
				"unhealthyConditions": ready, "maxUnhealthy": int64(2), "nodeStartupTimeout": "10m",
			},
		},
		"control plane": {
			"one at a time, and no other machine", nodes.MachineHealthCheckArgs{ControlPlane: true, NodeStartupTimeout: -1},
			map[string]any{
				"selector":            map[string]any{"matchExpressions": []any{map[string]any{"key": role, "operator": "In", "values": []any{"master"}}}},
				"unhealthyConditions": ready, "maxUnhealthy": int64(1), "nodeStartupTimeout": "0s",
			},
		},
		"own conditions": {
			"the user's replace the default's", nodes.MachineHealthCheckArgs{
				UnhealthyConditions: []nodes.UnhealthyCondition{{Type: "DiskPressure", Status: "True", Timeout: 90 * time.Second}},
				NodeStartupTimeout:  25 * time.Minute,
			},
			map[string]any{
				"selector":            map[string]any{"matchExpressions": []any{map[string]any{"key": role, "operator": "NotIn", "values": []any{"master"}}}},
				"unhealthyConditions": []any{map[string]any{"type": "DiskPressure", "status": "True", "timeout": "1m30s"}},
				"maxUnhealthy":        "40%", "nodeStartupTimeout": "25m",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.Name = "workers"
			rec := mockstest.Run(t, healthCheck(&tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(t, tt.want, created[0]["spec"], tt.reason)
			assert.Equal(t, map[string]any{"name": "workers", "namespace": "openshift-machine-api"}, created[0]["metadata"])
			assert.Equal(t, "workers", rec.Outputs()["name"])
		})
	}
}

func TestMachineHealthCheckPreviewRegistersTheSame(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, healthCheck(&nodes.MachineHealthCheckArgs{Name: "workers"}))
}

func TestMachineHealthCheckArgsValidate(t *testing.T) {
	t.Parallel()
	type args = nodes.MachineHealthCheckArgs
	condition := func(c nodes.UnhealthyCondition) []nodes.UnhealthyCondition { return []nodes.UnhealthyCondition{c} }
	for name, tt := range map[string]struct {
		reason string
		args   *args
		want   string
	}{
		"none replaced":     {"a check that only looks", &args{Name: "a", MaxUnhealthy: "0"}, ""},
		"all replaced":      {"the API's default", &args{Name: "a", MaxUnhealthy: "100%"}, ""},
		"nothing":           {"it must have a name", nil, "nodes.MachineHealthCheckArgs.Name: is required"},
		"upper case":        {"Kubernetes refuses it", &args{Name: "Workers"}, `nodes.MachineHealthCheckArgs.Name: "Workers" is no object's name; it takes lower-case letters, digits, inner hyphens and dots, at most 253`},
		"the cluster's own": {"the operator would write over it", &args{Name: "machine-api-termination-handler"}, `nodes.MachineHealthCheckArgs.Name: "machine-api-termination-handler" is the cluster's own health check; choose another name`},
		"control plane":     {"not without asking", &args{Name: "a", Pools: []string{"worker", "master"}}, `nodes.MachineHealthCheckArgs.Pools[1]: "master" is the control plane; set ControlPlane if its machines are to be replaced`},
		"both":              {"their bounds differ", &args{Name: "a", Pools: []string{"worker"}, ControlPlane: true}, "nodes.MachineHealthCheckArgs.Pools: cannot be set with ControlPlane; watch workers by a health check of their own"},
		"empty pool":        {"it would match nothing", &args{Name: "a", Pools: []string{""}}, `nodes.MachineHealthCheckArgs.Pools[0]: "" is no pool's name`},
		"label":             {"no label", &args{Name: "a", MatchLabels: map[string]string{"-": ""}}, `nodes.MachineHealthCheckArgs.MatchLabels: key "-" is no label's; one looks like example.com/team`},
		"too large a share": {"more than all", &args{Name: "a", MaxUnhealthy: "140%"}, `nodes.MachineHealthCheckArgs.MaxUnhealthy: "140%" is neither a count of machines, such as 2, nor a share, such as 40%`},
		"half a machine":    {"no count", &args{Name: "a", MaxUnhealthy: "1.5"}, `nodes.MachineHealthCheckArgs.MaxUnhealthy: "1.5" is neither a count of machines, such as 2, nor a share, such as 40%`},
		"startup":           {"no time", &args{Name: "a", NodeStartupTimeout: -5}, "nodes.MachineHealthCheckArgs.NodeStartupTimeout: -5ns is no time to wait; it is more than 0, or -1 to wait forever"},
		"no type":           {"nothing to look at", &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Status: "True"})}, "nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Type: is required"},
		"status":            {"no status", &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Type: "Ready", Status: "false"})}, `nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Status: "false" is none of True, False, Unknown`},
		"timeout":           {"no time", &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Type: "Ready", Status: "False", Timeout: -1})}, "nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Timeout: -1ns is no time; it is 0 or more"},
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
