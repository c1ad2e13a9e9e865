package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

func TestLifecycleOfPatch(t *testing.T) {
	t.Parallel()
	e, token := newEngine(t), routerType+"Patch"
	inputs := router(fields{"replicas": 3.0, "nodePlacement": fields{"tolerations": []any{"x"}}})

	id, outputs, err := e.TryCreate(token, "router", inputs)
	require.NoError(t, err)
	assert.Equal(t, "openshift-ingress-operator/default", id)
	assert.Equal(t, fields{"pulumi.com/patchForce": "true"}, e.live(routerRef)["metadata"].(fields)["annotations"],
		"annotations for the provider are applied like others")

	state, _ := e.Read(token, id, inputs, outputs)
	assert.Equal(t, inputs, state.Inputs, "a refresh without drift changes nothing")

	e.apply(routerRef, fields{"replicas": 9.0, "httpEmptyRequestsPolicy": "Ignore"})
	state, _ = e.Read(token, id, inputs, outputs)
	assert.Equal(t, router(fields{"replicas": 9.0, "nodePlacement": fields{"tolerations": []any{"x"}}}), state.Inputs,
		"a refresh shows drift of our fields, not of other managers' fields")

	inputs = router(fields{"replicas": 4.0})
	e.Update(token, "router", id, outputs, inputs)
	assert.NotContains(t, e.live(routerRef)["spec"], "nodePlacement")

	require.NoError(t, e.Delete(token, "router", id, inputs))
	spec := e.live(routerRef)["spec"]
	assert.NotContains(t, spec, "replicas", "the patched field is released, the object remains")
	assert.Equal(t, "Ignore", spec.(fields)["httpEmptyRequestsPolicy"])
}

// A retained patch leaves its fields to the patch of a later stack, which owns them if it has the same manager.
func TestNamedFieldManagerOwnsWhatAnEarlierStackLeft(t *testing.T) {
	t.Parallel()
	named := func(spec fields) resource.PropertyMap {
		inputs := router(spec)
		inputs["metadata"].ObjectValue()["annotations"] = resource.NewPropertyValue(
			fields{"pulumi.com/patchForce": "true", "pulumi.com/patchFieldManager": "library"})
		return inputs
	}
	tests := map[string]struct {
		inputs func(fields) resource.PropertyMap
		left   any
	}{
		"a name of its own": {inputs: router, left: 3.0},
		"the same name":     {inputs: named},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, token := newEngine(t), routerType+"Patch"
			_, _, err := e.TryCreate(token, "first", tt.inputs(fields{"replicas": 3.0, "httpEmptyRequestsPolicy": "Ignore"}))
			require.NoError(t, err)
			_, _, err = e.TryCreate(token, "later", tt.inputs(fields{"httpEmptyRequestsPolicy": "Ignore"}))
			require.NoError(t, err)
			assert.Equal(t, tt.left, e.live(routerRef)["spec"].(fields)["replicas"])
		})
	}
}

// TestUpsert: with a setting of the provider, an object that exists is applied.
func TestUpsert(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	c := clusters{of: Always(e.memory)}
	config := resource.PropertyMap{"upsertExistingObjects": resource.NewProperty("true")}
	id, _, err := c.Create(t.Context(), fake.Resource{Token: routerType, URN: "urn:pulumi:a::b::c::d", Config: config},
		router(fields{"replicas": 5.0}))
	require.NoError(t, err)
	assert.Equal(t, "openshift-ingress-operator/default", id)
	assert.InDelta(t, 5, e.live(routerRef)["spec"].(fields)["replicas"], 0)
}

func TestCreateOfExistingAndMissingObjects(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	_, _, err := e.TryCreate(routerType, "router", router(nil))
	require.EqualError(
		t,
		err,
		"AlreadyExists: IngressController openshift-ingress-operator/default already exists in "+
			"the cluster; patch it (CustomResourcePatch) instead of creating it",
	)

	missing := router(nil)
	missing["metadata"].ObjectValue()["name"] = resource.NewProperty("other")
	_, _, err = e.TryCreate(routerType+"Patch", "router", missing)
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorContains(t, err, "only existing objects can be patched")

	_, _, err = e.TryCreate(routerType, "other", missing)
	require.NoError(t, err)
	_, _, err = e.TryCreate(routerType, "other", missing)
	require.ErrorContains(t, err, "AlreadyExists", "what an interrupted run of the same resource created exists too")

	config := objectOfKind("v1", "ConfigMap")
	config["metadata"].ObjectValue()["namespace"] = resource.NewProperty("openshift-config")
	_, _, err = e.TryCreate("kubernetes:core/v1:ConfigMapPatch", "x", config)
	require.NoError(t, err, "server-side apply creates a missing ConfigMap")
}

func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	inputs, _ := e.Check(secretType, "key", nil, resource.NewPropertyMapFromMap(fields{
		"apiVersion": "v1", "kind": "Secret", "metadata": fields{"name": "key", "namespace": "default"},
		"stringData": fields{"k": "hush"},
	}))
	id, outputs, err := e.TryCreate(secretType, "key", inputs)
	require.NoError(t, err)
	assert.True(t, outputs["data"].IsSecret())
	live := e.live(Ref{APIVersion: "v1", Kind: "Secret", Namespace: "default", Name: "key"})
	assert.Equal(t, fields{"k": "aHVzaA=="}, live["data"], "the API server encodes stringData")
	state, _ := e.Read(secretType, id, inputs, outputs)
	assert.Equal(t, inputs, state.Inputs)
}

func TestDeleteOfPatchWithoutItsObject(t *testing.T) {
	t.Parallel()
	e, token := newEngine(t), routerType+"Patch"
	inputs := router(fields{"replicas": 3.0})
	id, _, err := e.TryCreate(token, "router", inputs)
	require.NoError(t, err)
	require.NoError(t, e.memory.Delete(t.Context(), routerRef, ""))
	require.NoError(t, e.Delete(token, "router", id, inputs))
	assert.Equal(t, Bare(routerRef), e.live(routerRef), "server-side apply of no fields creates an empty object")
}

func TestUpdateKeepsIgnoredFields(t *testing.T) {
	t.Parallel()
	e, token := newEngine(t), routerType+"Patch"
	id, outputs, err := e.TryCreate(token, "router", router(fields{"replicas": 3.0}))
	require.NoError(t, err)
	e.apply(routerRef, fields{"replicas": 9.0})
	_, err = e.TryUpdate(token, "router", id, outputs,
		router(fields{"replicas": 3.0, "httpEmptyRequestsPolicy": "Ignore"}), "spec.replicas",
		`metadata.annotations["a.b/c"]`)
	require.NoError(t, err)
	spec := e.live(routerRef)["spec"].(fields)
	assert.Equal(t, []any{9.0, "Ignore"}, []any{spec["replicas"], spec["httpEmptyRequestsPolicy"]})
}

func TestReadOfDeletedObject(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	gone := objectOfKind("v1", "ConfigMap")
	_, exists := e.Read("kubernetes:core/v1:ConfigMap", "default/x", gone, nil)
	assert.False(t, exists)
	require.NoError(t, e.Delete("kubernetes:core/v1:ConfigMap", "x", "default/x", gone))
}
