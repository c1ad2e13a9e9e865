package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

const (
	routerType = "kubernetes:operator.openshift.io/v1:IngressController"
	secretType = "kubernetes:core/v1:Secret"
)

type fields = map[string]any

var routerRef = Ref{
	APIVersion: "operator.openshift.io/v1", Kind: "IngressController", Namespace: "openshift-ingress-operator",
	Name: "default",
}

func router(spec fields) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(fields{
		"apiVersion": "operator.openshift.io/v1", "kind": "IngressController",
		"metadata": fields{
			"name": "default", "namespace": "openshift-ingress-operator",
			"annotations": fields{"pulumi.com/patchForce": "true"},
		},
		"spec": spec,
	})
}

// engine calls the provider of a cluster.
type engine struct {
	faketest.Engine
	memory *Memory
}

func newEngine(t *testing.T) engine {
	t.Helper()
	memory := newMemory(t, t.TempDir())
	return engine{Engine: faketest.Engine{T: t, Provider: New(Always(memory))}, memory: memory}
}

// live returns the object in the cluster.
func (e engine) live(ref Ref) Object {
	e.T.Helper()
	live, err := e.memory.Get(e.T.Context(), ref)
	require.NoError(e.T, err)
	return live
}

// apply applies fields as another manager.
func (e engine) apply(ref Ref, spec fields) {
	e.T.Helper()
	object := Bare(ref)
	object["spec"] = spec
	_, err := e.memory.Apply(e.T.Context(), "another", object, true)
	require.NoError(e.T, err)
}

func TestCheckNames(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	unnamed := resource.NewPropertyMapFromMap(fields{
		"apiVersion": "v1", "kind": "Secret", "metadata": fields{"namespace": "default"}, "stringData": fields{"k": "hush"},
	})
	inputs, problems := e.Check(secretType, "Key", nil, unnamed)
	assert.Empty(t, problems)
	assert.True(t, inputs["stringData"].IsSecret(), "the data of a Secret is secret")
	name := property.Text(property.Object(inputs, "metadata"), "name")
	assert.Regexp(t, `^key-[0-9a-f]{8}$`, name)
	again, _ := e.Check(secretType, "Other", inputs, unnamed)
	assert.Equal(t, inputs, again, "a generated name is kept")
}

func TestCheckRejects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, token string
		inputs        resource.PropertyMap
		problems      []string
		config        resource.PropertyMap
		err           string
	}{
		"incomplete": {
			reason: "a patch needs the name of its object",
			token:  routerType + "Patch",
			inputs: resource.NewPropertyMapFromMap(fields{"kind": "IngressController"}),
			problems: []string{
				"apiVersion: is required", "metadata.name: is required: a patch is for an object that exists",
			},
		},
		"unknown": {
			reason: "a name that is known after the update is set",
			token:  routerType + "Patch",
			inputs: resource.PropertyMap{
				"kind": resource.NewProperty("IngressController"), "apiVersion": property.Unknown(),
				"metadata": property.Unknown(),
			},
		},
		"no group": {
			reason: "the core group is called core in a type",
			token:  "kubernetes:v1:Secret",
			inputs: objectOfKind("v1", "Secret"),
			err:    `apiVersion does not have both a group and a version: "v1"`,
		},
		"client-side apply": {
			reason: "a patch needs server-side apply",
			token:  routerType + "Patch",
			inputs: router(nil),
			config: resource.PropertyMap{"enableServerSideApply": resource.NewProperty("false")},
			err:    "patch resources require Server-Side Apply mode",
		},
		"client-side apply of an object": {
			reason: "an object does not need server-side apply",
			token:  routerType,
			inputs: router(nil),
			config: resource.PropertyMap{"enableServerSideApply": resource.NewProperty("false")},
		},
		"chart": {
			reason: "a chart is not an object",
			token:  "kubernetes:helm.sh/v3:Release",
			inputs: resource.PropertyMap{"chart": resource.NewProperty("x")},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t)
			e.Config = tt.config
			_, problems, err := e.TryCheck(tt.token, "r", nil, tt.inputs)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.problems, problems, tt.reason)
		})
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	renamed := router(fields{"replicas": 2.0})
	renamed["metadata"].ObjectValue()["name"] = resource.NewProperty("other")
	unknown := router(nil)
	unknown["spec"] = resource.NewProperty(resource.PropertyMap{"replicas": property.Unknown()})
	secret := router(nil)
	secret["spec"] = resource.MakeSecret(resource.NewPropertyValue(fields{"replicas": 2.0}))
	tests := map[string]struct {
		reason string
		news   resource.PropertyMap
		want   fake.Diff
	}{
		"nothing": {reason: "equal inputs are not a change", news: router(fields{"replicas": 2.0})},
		"secrecy": {reason: "a value that became secret is not a change", news: secret},
		"update": {
			reason: "a field changes in place",
			news:   router(fields{"replicas": 3.0}),
			want:   fake.Diff{Changed: []string{"spec.replicas"}},
		},
		"unknown": {
			reason: "an unknown value counts as changed",
			news:   unknown,
			want:   fake.Diff{Changed: []string{"spec.replicas"}},
		},
		"replacement": {
			reason: "another name is another object",
			news:   renamed,
			want:   fake.Diff{Changed: []string{"metadata.name"}, Replaces: []string{"metadata.name"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t)
			got, err := e.Provider.Diff(e.Resource(routerType, "r", "r"), fake.State{Inputs: router(fields{"replicas": 2.0})}, tt.news)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestUnitTestProviderNeedsNoCluster(t *testing.T) {
	t.Parallel()
	e := faketest.Engine{T: t, Provider: NewForUnitTests()}
	id, outputs := e.Create("kubernetes:a.b/v1:ThingPatch", "x", fields{
		"apiVersion": "a.b/v1", "kind": "Thing", "metadata": fields{"name": "n", "namespace": "ns"},
	})
	assert.Equal(t, "ns/n", id)
	metadata := property.Object(outputs, "metadata")
	assert.Equal(t, "n", property.Text(metadata, "name"))
	assert.Regexp(t, `^[0-9a-f-]{36}$`, property.Text(metadata, "uid"))
	id, _ = e.Create("kubernetes:helm.sh/v3:Release", "chart", nil)
	assert.Regexp(t, `^chart-[0-9a-f]{7}$`, id)
}
