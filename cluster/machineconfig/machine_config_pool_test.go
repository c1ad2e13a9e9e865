package machineconfig

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func poolObject(name string, spec map[string]any) kube.Object {
	return kube.Object{
		APIVersion: "machineconfiguration.openshift.io/v1", Kind: "MachineConfigPool", Name: name,
		Fields: map[string]any{"spec": spec}, Forced: []string{"spec.paused"},
	}
}

func inheriting(name string, nodeLabels, spec map[string]any) kube.Object {
	spec["machineConfigSelector"] = map[string]any{"matchExpressions": []any{map[string]any{
		"key": "machineconfiguration.openshift.io/role", "operator": "In", "values": []any{"worker", name},
	}}}
	spec["nodeSelector"] = map[string]any{"matchLabels": nodeLabels}
	object := poolObject(name, spec)
	object.Forced = nil
	object.Labels = map[string]string{"pools.operator.machineconfiguration.openshift.io/" + name: ""}
	return object
}

func TestDesiredMachineConfigPool(t *testing.T) {
	t.Parallel()
	infra := map[string]any{"node-role.kubernetes.io/infra": ""}
	tests := map[string]struct {
		reason string
		args   MachineConfigPoolArgs
		want   kube.Object
	}{
		"plain": {
			reason: "only the name is required",
			args:   MachineConfigPoolArgs{Name: "infra"},
			want:   inheriting("infra", infra, map[string]any{}),
		},
		"count": {
			reason: "a count is a number",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "2"},
			want:   inheriting("infra", infra, map[string]any{"maxUnavailable": 2}),
		},
		"percentage": {
			reason: "a percentage is a string",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "10%"},
			want:   inheriting("infra", infra, map[string]any{"maxUnavailable": "10%"}),
		},
		"unpaused": {
			reason: "an explicit false is set",
			args:   MachineConfigPoolArgs{Name: "infra", Paused: new(false)},
			want:   inheriting("infra", infra, map[string]any{"paused": false}),
		},
		"own nodes": {
			reason: "labels replace the role's",
			args:   MachineConfigPoolArgs{Name: "gpu", NodeSelector: map[string]string{"example.com/gpu": "a100"}},
			want:   inheriting("gpu", map[string]any{"example.com/gpu": "a100"}, map[string]any{}),
		},
		"worker": {
			reason: "a patch has only the given fields",
			args:   MachineConfigPoolArgs{Name: "worker", MaxUnavailable: "100%"},
			want:   poolObject("worker", map[string]any{"maxUnavailable": "100%"}),
		},
		"master": {
			reason: "a patch has only the given fields",
			args:   MachineConfigPoolArgs{Name: "master", Paused: new(true)},
			want:   poolObject("master", map[string]any{"paused": true}),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, tt.args.Validate(), tt.reason)
			got := desiredMachineConfigPool(tt.args)
			assert.Equal(t, tt.want, got, tt.reason)
			if tt.args.builtIn() {
				kubetest.CheckPatch(t, kubetest.Manifest(t, got))
				return
			}
			kubetest.Check(t, kubetest.Manifest(t, got))
		})
	}
}

func TestValidPoolsAreAcceptedByTheAPIServer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		args := MachineConfigPoolArgs{
			Name:           rapid.StringMatching(`[a-z0-9-]{1,12}`).Draw(r, "name"),
			MaxUnavailable: rapid.StringMatching(`([0-9]{1,3}%?)?`).Draw(r, "maxUnavailable"),
		}
		if args.Validate() != nil {
			return
		}
		if err := kubetest.Validate(kubetest.Manifest(t, desiredMachineConfigPool(args))); err != nil {
			r.Fatalf("%+v: %v", args, err)
		}
	})
}

func TestMachineConfigPoolCreatesCustomPoolsAndPatchesBuiltInOnes(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		custom, err := NewMachineConfigPool(ctx, "infra", &MachineConfigPoolArgs{Name: "infra"})
		if err != nil {
			return err
		}
		ctx.Export("custom", custom.Name)
		_, err = NewMachineConfigPool(ctx, "worker", &MachineConfigPoolArgs{Name: "worker", MaxUnavailable: "2"})
		return err
	}
	rec := mockstest.Run(t, program, clustertest.InCluster)
	registered := map[string]string{}
	for _, r := range rec.Resources() {
		if r.Custom {
			registered[r.Name] = r.Type
		}
	}
	assert.Equal(t, map[string]string{
		"infra-pool":           "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool",
		"worker-pool-unforced": "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch",
	}, registered)
	assert.Equal(t, "infra", rec.Outputs()["custom"])

	preview := mocks.New(clustertest.InCluster)
	require.NoError(t, preview.Preview(program))
	assert.Len(t, preview.Resources(), len(rec.Resources()))
}
