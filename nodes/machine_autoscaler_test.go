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
	const path = "nodes.MachineAutoscalerArgs"
	set := pulumi.String("demo-x7k2p-worker-us-east-2a")
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.MachineAutoscalerArgs
		want   []string
	}{
		"usual": {
			reason: "the minimum defaults to 0",
			args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Max: 1},
		},
		"nothing": {
			reason: "all problems are reported at once",
			want:   []string{path + ".Name: required", path + ".MachineSet: required", path + ".Max: range"},
		},
		"negative minimum": {
			reason: "the minimum is not negative",
			args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Min: -1, Max: 1},
			want:   []string{path + ".Min: range"},
		},
		"maximum below minimum": {
			reason: "the maximum must be at least the minimum",
			args:   &nodes.MachineAutoscalerArgs{Name: "a", MachineSet: set, Min: 3, Max: 2},
			want:   []string{path + ".Max: range"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}
