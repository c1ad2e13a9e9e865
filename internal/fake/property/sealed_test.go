package property

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSealed(t *testing.T) {
	t.Parallel()
	m := resource.PropertyMap{
		"name":       resource.NewProperty("demo"),
		"count":      resource.NewProperty(2.0),
		"content":    secret("key-in-text"),
		"output":     resource.NewProperty(resource.Output{Element: resource.NewProperty("key-in-output"), Known: true, Secret: true}),
		"known":      resource.NewProperty(resource.Output{Element: secret("key-in-known"), Known: true}),
		"map":        secret(map[string]any{"a": "key-in-map"}),
		"list":       resource.NewProperty([]resource.PropertyValue{resource.NewProperty("a"), secret("key-in-list")}),
		"object":     resource.NewProperty(resource.PropertyMap{"inner": secret("key-in-object")}),
		"__defaults": secret("key-in-defaults"),
	}
	sealed := Sealed(m)
	text, err := json.Marshal(sealed)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "key-in-")
	assert.Equal(t, "demo", sealed["name"])
	assert.Equal(t, "a", sealed["list"].([]any)[0])
	var read map[string]any
	require.NoError(t, json.Unmarshal(text, &read))
	assert.Equal(t, PlainMap(m), Unsealed(read, PlainMap(m)), "with the values that the state has, the file has all")

	changed := PlainMap(m)
	changed["content"] = "another"
	assert.Equal(t, sealed["content"], Unsealed(read, changed).(map[string]any)["content"], "another value is not the file's")
	assert.Equal(t, read, Unsealed(read, nil))
}
