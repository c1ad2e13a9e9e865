package cluster

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func pointerTo[T any](value T) *T { return new(value) }

func poolObject(name string, spec map[string]any) kube.Object {
	return kube.Object{
		APIVersion: "machineconfiguration.openshift.io/v1", Kind: "MachineConfigPool", Name: name,
		Fields: map[string]any{"spec": spec},
	}
}

func inheriting(name string, nodeLabels, spec map[string]any) kube.Object {
	spec["machineConfigSelector"] = map[string]any{"matchExpressions": []any{map[string]any{
		"key": "machineconfiguration.openshift.io/role", "operator": "In", "values": []any{"worker", name},
	}}}
	spec["nodeSelector"] = map[string]any{"matchLabels": nodeLabels}
	object := poolObject(name, spec)
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
			reason: "a name is enough",
			args:   MachineConfigPoolArgs{Name: "infra"},
			want:   inheriting("infra", infra, map[string]any{}),
		},
		"count": {
			reason: "a count is a number",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "2"},
			want:   inheriting("infra", infra, map[string]any{"maxUnavailable": 2}),
		},
		"share": {
			reason: "a share is a text",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "10%"},
			want:   inheriting("infra", infra, map[string]any{"maxUnavailable": "10%"}),
		},
		"unpaused": {
			reason: "false said aloud is kept",
			args:   MachineConfigPoolArgs{Name: "infra", Paused: new(false)},
			want:   inheriting("infra", infra, map[string]any{"paused": false}),
		},
		"own nodes": {
			reason: "other labels in place of the role's",
			args:   MachineConfigPoolArgs{Name: "gpu", NodeSelector: map[string]string{"example.com/gpu": "a100"}},
			want:   inheriting("gpu", map[string]any{"example.com/gpu": "a100"}, map[string]any{}),
		},
		"worker": {
			reason: "a patch holds what was asked alone",
			args:   MachineConfigPoolArgs{Name: "worker", MaxUnavailable: "100%"},
			want:   poolObject("worker", map[string]any{"maxUnavailable": "100%"}),
		},
		"master": {
			reason: "a patch holds what was asked alone",
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

func TestBadMachineConfigPools(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   MachineConfigPoolArgs
		want   []string
	}{
		"no name": {
			reason: "the pool's role",
			args:   MachineConfigPoolArgs{},
			want:   []string{"Name: is required"},
		},
		"upper case": {
			reason: "names of objects are lower-case",
			args:   MachineConfigPoolArgs{Name: "Infra"},
			want:   []string{`Name: "Infra" is no name of at most 63 lower-case letters, digits and inner hyphens`},
		},
		"long": {
			reason: "the name is part of a label",
			args:   MachineConfigPoolArgs{Name: strings.Repeat("x", 64)},
			want: []string{
				`Name: "` + strings.Repeat(
					"x",
					64,
				) + `" is no name of at most 63 lower-case letters, digits and inner hyphens`,
			},
		},
		"zero": {
			reason: "the operator takes it for 1",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "0"},
			want:   []string{`MaxUnavailable: "0" would be taken for 1; set Paused to hold the pool, or write 1`},
		},
		"zero percent": {
			reason: "the operator takes it for 1",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "0%"},
			want:   []string{`MaxUnavailable: "0%" would be taken for 1; set Paused to hold the pool, or write 1`},
		},
		"negative": {
			reason: "no such count",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "-1"},
			want:   []string{`MaxUnavailable: "-1" is neither a count of nodes, such as 2, nor a share, such as 10%`},
		},
		"half a node": {
			reason: "no such count",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "1.5"},
			want:   []string{`MaxUnavailable: "1.5" is neither a count of nodes, such as 2, nor a share, such as 10%`},
		},
		"more than all": {
			reason: "no such share",
			args:   MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "101%"},
			want:   []string{`MaxUnavailable: "101%" is more than the whole pool; at most 100% can be written`},
		},
		"worker's nodes": {
			reason: "the cluster chooses them",
			args: MachineConfigPoolArgs{
				Name:           "worker",
				MaxUnavailable: "2",
				NodeSelector:   map[string]string{"a": "b"},
			},
			want: []string{`NodeSelector: cannot be set for "worker"; the cluster chooses its nodes`},
		},
		"nothing to patch": {
			reason: "a patch of nothing",
			args:   MachineConfigPoolArgs{Name: "master"},
			want: []string{
				`Name: "master" exists in every cluster and nothing is set for it; set MaxUnavailable or Paused`,
			},
		},
		"bad key and value": {
			reason: "Kubernetes refuses both",
			args:   MachineConfigPoolArgs{Name: "infra", NodeSelector: map[string]string{"a b": "", "ok": "c d"}},
			want: []string{
				`NodeSelector: key "a b" is no label of Kubernetes, such as node-role.kubernetes.io/infra`,
				`NodeSelector: the value "c d" of key "ok" is none that a label takes`,
			},
		},
		"bad key's prefix": {
			reason: "a prefix is a domain",
			args:   MachineConfigPoolArgs{Name: "infra", NodeSelector: map[string]string{"/infra": ""}},
			want: []string{
				`NodeSelector: key "/infra" is no label of Kubernetes, such as node-role.kubernetes.io/infra`,
			},
		},
		"several are told": {
			reason: "one run shows them all",
			args:   MachineConfigPoolArgs{MaxUnavailable: "x"},
			want: []string{
				"Name: is required",
				`MaxUnavailable: "x" is neither a count of nodes, such as 2, nor a share, such as 10%`,
			},
		},
	}
	const path = "cluster.MachineConfigPoolArgs."
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.EqualError(t, tt.args.Validate(), path+strings.Join(tt.want, "\n"+path), tt.reason)
		})
	}
}

func TestEveryPoolThatPassesTheCheckIsTakenByTheCluster(t *testing.T) {
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

func TestMachineConfigPoolCreatesItsOwnAndPatchesTheClusters(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		own, err := NewMachineConfigPool(ctx, "infra", &MachineConfigPoolArgs{Name: "infra"})
		if err != nil {
			return err
		}
		ctx.Export("own", own.Name)
		_, err = NewMachineConfigPool(ctx, "worker", &MachineConfigPoolArgs{Name: "worker", MaxUnavailable: "2"})
		return err
	}
	rec := mocks.New()
	require.NoError(t, rec.Run(program))
	registered := map[string]string{}
	for _, r := range rec.Resources() {
		if r.Custom {
			registered[r.Name] = r.Type
		}
	}
	assert.Equal(t, map[string]string{
		"infra-pool":  "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool",
		"worker-pool": "kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPoolPatch",
	}, registered)
	assert.Equal(t, "infra", rec.Outputs()["own"])

	preview := mocks.New()
	require.NoError(t, preview.Preview(program))
	assert.Len(t, preview.Resources(), len(rec.Resources()))

	err := mocks.New().Run(func(ctx *pulumi.Context) error {
		_, err := NewMachineConfigPool(ctx, "none", nil)
		return err
	})
	assert.ErrorContains(t, err, "cluster.MachineConfigPoolArgs.Name: is required")
}
