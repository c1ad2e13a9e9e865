package props

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
			reason:  "each secret stays where it is",
			pattern: resource.PropertyMap{"a": secret("x"), "b": resource.NewStringProperty("y")},
			v:       resource.PropertyMap{"a": resource.NewStringProperty("1"), "b": resource.NewStringProperty("2")},
			want:    resource.PropertyMap{"a": secret("1"), "b": resource.NewStringProperty("2")},
		},
		"longer list": {
			reason:  "which element is the secret one cannot be told, so all are",
			pattern: resource.PropertyMap{"a": resource.NewArrayProperty([]resource.PropertyValue{secret("x")})},
			v:       resource.PropertyMap{"a": resource.NewPropertyValue([]any{"1", "2"})},
			want:    resource.PropertyMap{"a": secret([]any{"1", "2"})},
		},
		"other shape": {
			reason:  "a text in the place of a map that holds a secret",
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
			assert.Equal(t, tt.v, RevealMap(got), "the values are untouched")
		})
	}
}
