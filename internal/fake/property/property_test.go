package property

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

func secret(v any) resource.PropertyValue {
	return resource.MakeSecret(resource.NewPropertyValue(v))
}

func TestPlainMap(t *testing.T) {
	t.Parallel()
	got := PlainMap(resource.PropertyMap{
		"__defaults": resource.NewArrayProperty(nil),
		"null":       resource.NewNullProperty(),
		"unknown":    resource.MakeComputed(resource.NewStringProperty("")),
		"secret":     secret(map[string]any{"a": 1.0}),
		"list":       resource.NewPropertyValue([]any{true, "x"}),
	})
	assert.Equal(t, map[string]any{
		"unknown": nil, "secret": map[string]any{"a": 1.0}, "list": []any{true, "x"},
	}, got)
}

func TestLike(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason           string
		pattern, v, want any
	}{
		"same shape": {
			reason:  "each element keeps its own secret mark",
			pattern: resource.PropertyMap{"a": secret("x"), "b": resource.NewStringProperty("y")},
			v:       resource.PropertyMap{"a": resource.NewStringProperty("1"), "b": resource.NewStringProperty("2")},
			want:    resource.PropertyMap{"a": secret("1"), "b": resource.NewStringProperty("2")},
		},
		"longer list": {
			reason:  "all elements are secret when the secret one cannot be identified",
			pattern: resource.PropertyMap{"a": resource.NewArrayProperty([]resource.PropertyValue{secret("x")})},
			v:       resource.PropertyMap{"a": resource.NewPropertyValue([]any{"1", "2"})},
			want:    resource.PropertyMap{"a": secret([]any{"1", "2"})},
		},
		"other shape": {
			reason:  "a string that replaces an object with a secret is secret",
			pattern: resource.PropertyMap{"a": resource.NewObjectProperty(resource.PropertyMap{"b": secret("x")})},
			v:       resource.PropertyMap{"a": resource.NewStringProperty("1")},
			want:    resource.PropertyMap{"a": secret("1")},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := LikeMap(tt.pattern.(resource.PropertyMap), tt.v.(resource.PropertyMap))
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.v, RevealMap(got), "the values do not change")
		})
	}
}

func TestReveal(t *testing.T) {
	t.Parallel()
	known := resource.NewProperty(resource.Output{Element: resource.NewProperty("x"), Known: true, Secret: true})
	assert.Equal(t, resource.NewProperty("x"), Reveal(resource.MakeSecret(known)))
	assert.True(t, Reveal(resource.MakeSecret(resource.NewProperty(resource.Output{}))).IsComputed())
	nested := resource.PropertyMap{"a": secret("x"), "__defaults": secret("y")}
	assert.Equal(t, resource.PropertyMap{"a": resource.NewProperty("x")}, RevealMap(nested))
}

func TestPropertiesByName(t *testing.T) {
	t.Parallel()
	properties := resource.PropertyMap{
		"text": secret("x"), "on": secret(true), "list": secret([]any{"x"}), "object": secret(map[string]any{"a": "b"}),
		"unknown": Unknown(),
	}
	assert.Equal(t, "x", Text(properties, "text"))
	assert.Empty(t, Text(properties, "unknown"))
	assert.True(t, IsTrue(properties, "on"))
	assert.False(t, IsTrue(properties, "text"))
	assert.Len(t, List(properties, "list"), 1)
	assert.Nil(t, List(properties, "missing"))
	assert.Equal(t, "b", Text(Object(properties, "object"), "a"))
	assert.Nil(t, Object(properties, "unknown"))
}
