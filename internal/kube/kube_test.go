package kube_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// deep has Inputs and outputs at every depth, as the fields of components do.
func deep() map[string]any {
	return map[string]any{"spec": map[string]any{
		"text":   pulumi.String("plain"),
		"output": pulumi.String("resolved").ToStringOutput(),
		"secret": pulumi.ToSecret(pulumi.String("hidden")),
		"number": 3,
		"flag":   true,
		"typed":  map[string]string{"a/b": ""},
		"list":   []any{map[string]any{"id": pulumi.String("sg-1").ToStringOutput()}, "x"},
		"applied": pulumi.ToStringArray([]string{"a", "b"}).ToStringArrayOutput().ApplyT(
			func(ids []string) []map[string]string { return []map[string]string{{"id": ids[0]}, {"id": ids[1]}} },
		),
		"empty": map[string]any{},
	}}
}

var deepPlain = map[string]any{
	"text":    "plain",
	"output":  "resolved",
	"secret":  mocks.Secret{Value: "hidden"},
	"number":  3.0,
	"flag":    true,
	"typed":   map[string]any{"a/b": ""},
	"list":    []any{map[string]any{"id": "sg-1"}, "x"},
	"applied": []any{map[string]any{"id": "a"}, map[string]any{"id": "b"}},
	"empty":   map[string]any{},
}

func TestCreate(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := kube.Create(ctx, "set", kube.Object{
			APIVersion: "machine.openshift.io/v1beta1", Kind: "MachineSet", Namespace: "openshift-machine-api", Name: "demo",
			Labels:      map[string]string{"team": "core"},
			Annotations: map[string]string{"note": "x"},
			Fields:      deep(),
		})
		return err
	}))
	set, ok := rec.Find("set")
	require.True(t, ok)
	assert.Equal(t, "kubernetes:machine.openshift.io/v1beta1:MachineSet", set.Type)
	assert.Equal(t, map[string]any{
		"apiVersion": "machine.openshift.io/v1beta1",
		"kind":       "MachineSet",
		"metadata": map[string]any{
			"name": "demo", "namespace": "openshift-machine-api",
			"labels":      map[string]any{"team": "core"},
			"annotations": map[string]any{"note": "x", "pulumi.com/deletionPropagationPolicy": "foreground"},
		},
		"spec": deepPlain,
	}, set.Inputs)
}

func TestPatch(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := kube.Patch(ctx, "registry", kube.Object{
			APIVersion: "imageregistry.operator.openshift.io/v1", Kind: "Config", Name: "cluster", Fields: deep(),
		})
		return err
	}))
	patch, ok := rec.Find("registry")
	require.True(t, ok)
	assert.Equal(t, "kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch", patch.Type)
	assert.Equal(t, map[string]any{
		"apiVersion": "imageregistry.operator.openshift.io/v1",
		"kind":       "Config",
		"metadata":   map[string]any{"name": "cluster"},
		"spec":       deepPlain,
	}, patch.Inputs, "a patch of a cluster-scoped object has no namespace, no labels and no force")
}

// TestPatchForcesFieldsOfOperators: each field has a patch of its own kind, also when it is the only one, so that it never moves to
// another owner.
func TestPatchForcesFieldsOfOperators(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spec map[string]any
		want map[string]map[string]any
	}{
		"both kinds": {
			spec: map[string]any{"replicas": 3.0, "audit": map[string]any{"profile": "None", "customRules": []any{"a"}}, "name": "x"},
			want: map[string]map[string]any{
				"-unforced": {"audit": map[string]any{"customRules": []any{"a"}}, "name": "x"},
				"":          {"replicas": 3.0, "audit": map[string]any{"profile": "None"}},
			},
		},
		"forced alone": {
			spec: map[string]any{"audit": map[string]any{"profile": "None"}},
			want: map[string]map[string]any{"": {"audit": map[string]any{"profile": "None"}}},
		},
		"others alone": {
			spec: map[string]any{"name": "x", "empty": map[string]any{}},
			want: map[string]map[string]any{"-unforced": {"name": "x", "empty": map[string]any{}}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New()
			require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
				patch, err := kube.Patch(ctx, "api", kube.Object{
					APIVersion: kube.ConfigAPI, Kind: "APIServer", Name: "cluster", Fields: map[string]any{"spec": tt.spec},
					Forced: []string{"spec.replicas", "spec.audit.profile", "spec.paused"},
				})
				require.NotNil(t, patch)
				return err
			}))
			got := map[string]map[string]any{}
			for _, patch := range rec.OfType("kubernetes:config.openshift.io/v1:APIServerPatch") {
				suffix := strings.TrimPrefix(patch.Name, "api")
				got[suffix] = patch.Inputs["spec"].(map[string]any)
				annotations, _ := patch.Inputs["metadata"].(map[string]any)["annotations"].(map[string]any)
				assert.Equal(t, suffix == "", annotations[kube.PatchForce] == "true", patch.Name)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestPatchRetained(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := kube.PatchRetained(ctx, "registry", kube.Object{
			APIVersion: "imageregistry.operator.openshift.io/v1", Kind: "Config", Name: "cluster",
		})
		return err
	}))
	patch, ok := rec.Find("registry")
	require.True(t, ok)
	assert.True(t, patch.Options.RetainOnDelete)
	assert.Equal(t, map[string]any{
		"pulumi.com/patchForce": "true", "pulumi.com/patchFieldManager": "pulumi-openshift-aws",
	}, patch.Inputs["metadata"].(map[string]any)["annotations"], "the manager of a later stack is the same")
}

// The Kubernetes provider requires a group in every type.
func TestCoreGroup(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		object := kube.Object{APIVersion: "v1", Kind: "ConfigMap", Namespace: "openshift-config", Name: "x"}
		if _, err := kube.Create(ctx, "created", object); err != nil {
			return err
		}
		_, err := kube.Patch(ctx, "patched", object)
		return err
	}))
	for name, token := range map[string]string{
		"created": "kubernetes:core/v1:ConfigMap", "patched": "kubernetes:core/v1:ConfigMapPatch",
	} {
		object, ok := rec.Find(name)
		require.True(t, ok)
		assert.Equal(t, token, object.Type)
		assert.Equal(t, "v1", object.Inputs["apiVersion"], "the API server has no group named core")
	}
}
