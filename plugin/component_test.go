package plugin

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestComponentsAreListedOnce(t *testing.T) {
	assert.Len(t, byToken(Components), len(Components))
}

// TestArgumentsCross asserts that each field of each component has a kind: one that has none cannot be given in another language.
func TestArgumentsCross(t *testing.T) {
	for _, component := range Components {
		shape, err := ShapeOf(component.Args)
		require.NoError(t, err)
		unique(t, component.Token, shape)
		_, err = OutputFields(component.Result)
		require.NoError(t, err)
	}
}

// unique asserts that no two fields of an object have the name of one property.
func unique(t *testing.T, path string, shape *Shape) {
	t.Helper()
	names := map[string]bool{}
	for _, field := range shape.Fields {
		assert.False(t, names[field.Name], "%s has two properties %s", path, field.Name)
		names[field.Name] = true
		unique(t, path+"."+field.Name, field.Shape)
	}
	if shape.Element != nil {
		unique(t, path, shape.Element)
	}
}
