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
			reason: "all but the control plane, whose machines nobody replaces without being asked",
			args:   nodes.MachineHealthCheckArgs{},
			want: map[string]any{
				"selector": map[string]any{
					"matchExpressions": []any{
						map[string]any{"key": role, "operator": "NotIn", "values": []any{"master"}},
					},
				},
				"unhealthyConditions": ready, "maxUnhealthy": "40%", "nodeStartupTimeout": "10m",
			},
		},
		"pools": {
			reason: "in an order of their own",
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
			reason: "one at a time, and no other machine",
			args:   nodes.MachineHealthCheckArgs{ControlPlane: true, NodeStartupTimeout: -1},
			want: map[string]any{
				"selector": map[string]any{
					"matchExpressions": []any{
						map[string]any{"key": role, "operator": "In", "values": []any{"master"}},
					},
				},
				"unhealthyConditions": ready, "maxUnhealthy": int64(1), "nodeStartupTimeout": "0s",
			},
		},
		"own conditions": {
			reason: "the user's replace the default's",
			args: nodes.MachineHealthCheckArgs{
				UnhealthyConditions: []nodes.UnhealthyCondition{
					{Type: "DiskPressure", Status: "True", Timeout: 90 * time.Second},
				},
				NodeStartupTimeout: 25 * time.Minute,
			},
			want: map[string]any{
				"selector": map[string]any{
					"matchExpressions": []any{
						map[string]any{"key": role, "operator": "NotIn", "values": []any{"master"}},
					},
				},
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
			rec := mockstest.Run(t, healthCheck(&tt.args))
			kubetest.CheckRecorded(t, rec)
			created, _ := kubetest.Recorded(t, rec)
			require.Len(t, created, 1)
			assert.Equal(t, tt.want, created[0]["spec"], tt.reason)
			assert.Equal(
				t,
				map[string]any{"name": "workers", "namespace": "openshift-machine-api"},
				created[0]["metadata"],
			)
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
		"none replaced": {reason: "a check that only looks", args: &args{Name: "a", MaxUnhealthy: "0"}},
		"all replaced":  {reason: "the API's default", args: &args{Name: "a", MaxUnhealthy: "100%"}},
		"nothing": {
			reason: "it must have a name",
			want:   "nodes.MachineHealthCheckArgs.Name: is required",
		},
		"upper case": {
			reason: "Kubernetes refuses it",
			args:   &args{Name: "Workers"},
			want:   `nodes.MachineHealthCheckArgs.Name: "Workers" is no object's name; it takes lower-case letters, digits, inner hyphens and dots, at most 253`,
		},
		"the cluster's own": {
			reason: "the operator would write over it",
			args:   &args{Name: "machine-api-termination-handler"},
			want:   `nodes.MachineHealthCheckArgs.Name: "machine-api-termination-handler" is the cluster's own health check; choose another name`,
		},
		"control plane": {
			reason: "not without asking",
			args:   &args{Name: "a", Pools: []string{"worker", "master"}},
			want:   `nodes.MachineHealthCheckArgs.Pools[1]: "master" is the control plane; set ControlPlane if its machines are to be replaced`,
		},
		"both": {
			reason: "their bounds differ",
			args:   &args{Name: "a", Pools: []string{"worker"}, ControlPlane: true},
			want:   "nodes.MachineHealthCheckArgs.Pools: cannot be set with ControlPlane; watch workers by a health check of their own",
		},
		"empty pool": {
			reason: "it would match nothing",
			args:   &args{Name: "a", Pools: []string{""}},
			want:   `nodes.MachineHealthCheckArgs.Pools[0]: "" is no pool's name`,
		},
		"label": {
			reason: "no label",
			args:   &args{Name: "a", MatchLabels: map[string]string{"-": ""}},
			want:   `nodes.MachineHealthCheckArgs.MatchLabels: key "-" is no label's; one looks like example.com/team`,
		},
		"too large a share": {
			reason: "more than all",
			args:   &args{Name: "a", MaxUnhealthy: "140%"},
			want:   `nodes.MachineHealthCheckArgs.MaxUnhealthy: "140%" is neither a count of machines, such as 2, nor a share, such as 40%`,
		},
		"half a machine": {
			reason: "no count",
			args:   &args{Name: "a", MaxUnhealthy: "1.5"},
			want:   `nodes.MachineHealthCheckArgs.MaxUnhealthy: "1.5" is neither a count of machines, such as 2, nor a share, such as 40%`,
		},
		"startup": {
			reason: "no time",
			args:   &args{Name: "a", NodeStartupTimeout: -5},
			want:   "nodes.MachineHealthCheckArgs.NodeStartupTimeout: -5ns is no time to wait; it is more than 0, or -1 to wait forever",
		},
		"no type": {
			reason: "nothing to look at",
			args:   &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Status: "True"})},
			want:   "nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Type: is required",
		},
		"status": {
			reason: "no status",
			args:   &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Type: "Ready", Status: "false"})},
			want:   `nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Status: "false" is none of True, False, Unknown`,
		},
		"timeout": {
			reason: "no time",
			args:   &args{Name: "a", UnhealthyConditions: condition(nodes.UnhealthyCondition{Type: "Ready", Status: "False", Timeout: -1})},
			want:   "nodes.MachineHealthCheckArgs.UnhealthyConditions[0].Timeout: -1ns is no time; it is 0 or more",
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
