package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func poolTaints(ctx *pulumi.Context) error {
	taints, err := nodes.NewPoolTaints(ctx, "demo", &nodes.PoolTaintsArgs{
		Pool: "batch", Taints: []nodes.Taint{{Key: "example.com/batch", Value: "yes", Effect: "NoSchedule"}},
	})
	if err != nil {
		return err
	}
	ctx.Export("name", taints.Name)
	return nil
}

func TestPoolTaints(t *testing.T) {
	t.Parallel()
	rec := run(t, poolTaints)
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 1)
	assert.Equal(t, map[string]any{
		"machineConfigPoolSelector": map[string]any{
			"matchLabels": map[string]any{"pools.operator.machineconfiguration.openshift.io/batch": ""},
		},
		"kubeletConfig": map[string]any{
			"registerWithTaints": []any{
				map[string]any{"key": "example.com/batch", "value": "yes", "effect": "NoSchedule"},
			},
		},
	}, created[0]["spec"])
	assert.Equal(t, "batch-taints", rec.Outputs()["name"])
}

func TestPoolTaintsArgsValidate(t *testing.T) {
	t.Parallel()
	const path = "nodes.PoolTaintsArgs"
	taints := []nodes.Taint{{Key: "a", Effect: "NoSchedule"}}
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.PoolTaintsArgs
		want   []string
	}{
		"custom pool": {
			reason: "a custom pool can be tainted",
			args:   &nodes.PoolTaintsArgs{Pool: "batch", Taints: taints},
		},
		"nothing": {
			reason: "both fields are required",
			want:   []string{path + ".Pool: required", path + ".Taints: required"},
		},
		"worker": {
			reason: "the pool worker contains every worker",
			args:   &nodes.PoolTaintsArgs{Pool: "worker", Taints: taints},
			want: []string{
				path + ".Pool: must not be worker, which would taint every worker; use a custom machine config pool",
			},
		},
		"master": {
			reason: "the pool master is the control plane",
			args:   &nodes.PoolTaintsArgs{Pool: "master", Taints: taints},
			want:   []string{path + ".Pool: must not be master: its machines are the control plane"},
		},
		"taint": {
			reason: "a taint has an effect",
			args:   &nodes.PoolTaintsArgs{Pool: "batch", Taints: []nodes.Taint{{Key: "a"}}},
			want:   []string{path + ".Taints[0].Effect: required"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
