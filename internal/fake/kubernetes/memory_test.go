package kubernetes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func config(spec map[string]any) Object {
	return Object{
		"apiVersion": "example.openshift.io/v1", "kind": "Config",
		"metadata": map[string]any{"name": "cluster"}, "spec": spec,
	}
}

var configRef = Ref{APIVersion: "example.openshift.io/v1", Kind: "Config", Name: "cluster"}

func newMemory(t *testing.T, dir string) *Memory {
	t.Helper()
	m, err := NewMemory(dir)
	require.NoError(t, err)
	return m
}

// applied is one manager's apply.
type applied struct {
	manager string
	spec    map[string]any
	force   bool
}

func TestFieldOwnership(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason   string
		applies  []applied
		want     map[string]any
		conflict string
	}{
		"merge": {
			reason:  "fields of different managers are merged",
			applies: []applied{{manager: "a", spec: fields{"x": 1.0}}, {manager: "b", spec: fields{"y": 2.0}}},
			want:    fields{"x": 1.0, "y": 2.0},
		},
		"conflict": {
			reason:   "a field of another manager with another value conflicts",
			applies:  []applied{{manager: "a", spec: fields{"x": 1.0}}, {manager: "b", spec: fields{"x": 2.0}}},
			want:     fields{"x": 1.0},
			conflict: `Config cluster: conflict with "a" over .spec.x`,
		},
		"force": {
			reason:  "force takes the ownership of a field",
			applies: []applied{{manager: "a", spec: fields{"x": 1.0}}, {manager: "b", spec: fields{"x": 2.0}, force: true}},
			want:    fields{"x": 2.0},
		},
		"release after force": {
			reason: "a released field without another owner is removed",
			applies: []applied{
				{manager: "a", spec: fields{"x": 1.0, "z": 3.0}},
				{manager: "b", spec: fields{"x": 2.0}, force: true},
				{manager: "b"},
			},
			want: fields{"z": 3.0},
		},
		"release of a shared field": {
			reason: "a released field with another owner is kept",
			applies: []applied{
				{manager: "a", spec: fields{"x": 1.0}}, {manager: "b", spec: fields{"x": 1.0}}, {manager: "b"},
			},
			want: fields{"x": 1.0},
		},
		"dropped field": {
			reason: "a field that is no longer applied is removed, with the maps that become empty",
			applies: []applied{
				{manager: "a", spec: fields{"x": 1.0, "deep": fields{"er": fields{"y": 1.0}}}},
				{manager: "a", spec: fields{"x": 1.0}},
			},
			want: fields{"x": 1.0},
		},
		"list": {
			reason: "a list is one field",
			applies: []applied{
				{manager: "a", spec: fields{"l": []any{1.0, 2.0}}}, {manager: "b", spec: fields{"l": []any{3.0}}, force: true},
			},
			want: fields{"l": []any{3.0}},
		},
		"empty map": {
			reason: "applying an empty map keeps the fields in it",
			applies: []applied{
				{manager: "a", spec: fields{"storage": fields{}}},
				{manager: "b", spec: fields{"storage": fields{"s3": fields{"bucket": "n"}}}, force: true},
				{manager: "a", spec: fields{"storage": fields{}}},
			},
			want: fields{"storage": fields{"s3": fields{"bucket": "n"}}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMemory(t, t.TempDir())
			var err error
			for _, apply := range tt.applies {
				object := config(apply.spec)
				if apply.spec == nil {
					object = Bare(configRef)
				}
				_, err = m.Apply(context.Background(), apply.manager, object, apply.force)
			}
			if tt.conflict == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, tt.conflict)
			}
			live, err := m.Get(context.Background(), configRef)
			require.NoError(t, err)
			assert.Equal(t, config(tt.want), live, tt.reason)
		})
	}
}

func TestMemoryIsPersistent(t *testing.T) {
	t.Parallel()
	dir, ctx := t.TempDir(), context.Background()
	m := newMemory(t, dir)
	_, err := m.Apply(ctx, "a", config(map[string]any{"x": 1.0}), false)
	require.NoError(t, err)
	m = newMemory(t, dir)
	live, err := m.Get(ctx, configRef)
	require.NoError(t, err)
	assert.Equal(t, config(map[string]any{"x": 1.0}), live)
	require.NoError(t, m.Delete(ctx, configRef, ""))
	_, err = m.Get(ctx, configRef)
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorIs(t, m.Delete(ctx, configRef, ""), ErrNotFound)
}

func TestNewClusterHasInitialObjects(t *testing.T) {
	t.Parallel()
	m := newMemory(t, t.TempDir())
	for _, ref := range []Ref{
		{APIVersion: "config.openshift.io/v1", Kind: "ClusterVersion", Name: "version"},
		routerRef,
		{APIVersion: "imageregistry.operator.openshift.io/v1", Kind: "Config", Name: "cluster"},
		{APIVersion: "machineconfiguration.openshift.io/v1", Kind: "MachineConfigPool", Name: "master"},
		{APIVersion: "machineconfiguration.openshift.io/v1", Kind: "MachineConfigPool", Name: "worker"},
		{APIVersion: "v1", Kind: "Secret", Namespace: "openshift-machine-api", Name: "worker-user-data"},
		{APIVersion: "v1", Kind: "Namespace", Name: "openshift-monitoring"},
	} {
		_, err := m.Get(context.Background(), ref)
		assert.NoError(t, err)
	}
	object := config(nil)
	object["metadata"].(map[string]any)["namespace"] = "missing"
	_, err := m.Apply(context.Background(), "a", object, false)
	assert.ErrorContains(t, err, `namespaces "missing" not found`)
}
