package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// objectOfKind returns an object without fields.
func objectOfKind(apiVersion, kind string) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(map[string]any{
		"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": "x"},
	})
}

func TestReplacements(t *testing.T) {
	t.Parallel()
	const classes, roles = "storage.k8s.io/v1", "rbac.authorization.k8s.io/v1"
	mutable := resource.PropertyMap{
		"enableConfigMapMutable": resource.NewStringProperty("true"), "enableSecretMutable": resource.NewBoolProperty(true),
	}
	tests := map[string]struct {
		reason           string
		config           resource.PropertyMap
		apiVersion, kind string
		suffix           string
		path             string
		replaces         bool
	}{
		"ConfigMap": {
			reason:     "the provider treats it as immutable",
			apiVersion: "v1",
			kind:       "ConfigMap",
			path:       "data",
			replaces:   true,
		},
		"mutable ConfigMap": {
			reason:     "the provider has the switch for mutable objects",
			config:     mutable,
			apiVersion: "v1",
			kind:       "ConfigMap",
			path:       "data",
		},
		"patched ConfigMap": {
			reason:     "a patch does not replace its object",
			apiVersion: "v1",
			kind:       "ConfigMap",
			suffix:     "Patch",
			path:       "data",
		},
		"Secret": {
			reason:     "the provider treats it as immutable",
			apiVersion: "v1",
			kind:       "Secret",
			path:       "stringData",
			replaces:   true,
		},
		"mutable Secret": {
			reason:     "the provider has the switch for mutable objects",
			config:     mutable,
			apiVersion: "v1",
			kind:       "Secret",
			path:       "data",
		},
		"type of a Secret": {
			reason:     "the API server does not accept a change",
			config:     mutable,
			apiVersion: "v1",
			kind:       "Secret",
			path:       "type",
			replaces:   true,
		},
		"StorageClass": {
			reason:     "the API server does not accept a change",
			apiVersion: classes,
			kind:       "StorageClass",
			path:       "parameters",
			replaces:   true,
		},
		"policy of a class": {
			reason:     "the provider does not replace for this field",
			apiVersion: classes,
			kind:       "StorageClass",
			path:       "reclaimPolicy",
		},
		"binding": {
			reason:     "the API server does not accept a change",
			apiVersion: roles,
			kind:       "RoleBinding",
			path:       "roleRef",
			replaces:   true,
		},
		"Deployment": {
			reason:     "the API server does not accept a change",
			apiVersion: "apps/v1",
			kind:       "Deployment",
			path:       "spec.selector.matchLabels",
			replaces:   true,
		},
		"its pod": {
			reason:     "a change of the pod template is rolled out",
			apiVersion: "apps/v1",
			kind:       "Deployment",
			path:       "spec.template",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, err := resource.ParsePropertyPath(tt.path)
			require.NoError(t, err)
			with := func(value string) resource.PropertyMap {
				object := resource.NewProperty(objectOfKind(tt.apiVersion, tt.kind))
				object, ok := path.Add(object, resource.NewPropertyValue(map[string]any{"k": value}))
				require.True(t, ok)
				return object.ObjectValue()
			}
			e := newEngine(t)
			e.Config = tt.config
			token := "kubernetes:" + tt.apiVersion + ":" + tt.kind + tt.suffix
			got, err := e.Provider.Diff(e.Resource(token, "x", "x"), fake.State{Inputs: with("1")}, with("2"))
			require.NoError(t, err)
			assert.NotEmpty(t, got.Changed)
			assert.Equal(t, tt.replaces, len(got.Replaces) > 0, tt.reason)
			assert.Equal(t, tt.replaces, got.DeleteBeforeReplace, "two objects with one name cannot exist at the same time")
		})
	}
}
