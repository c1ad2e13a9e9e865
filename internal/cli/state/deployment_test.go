package state

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInterruptedCreations(t *testing.T) {
	t.Parallel()
	var found Deployment
	require.NoError(t, json.Unmarshal([]byte(`{"pending_operations": [
		{"type": "creating", "resource": {"urn": "urn:b"}}, {"type": "creating", "resource": {"urn": "urn:a"}},
		{"type": "creating", "resource": {"urn": "urn:a"}}, {"type": "deleting", "resource": {"urn": "urn:c"}}]}`), &found))
	assert.Equal(t, []string{"urn:a", "urn:b"}, found.Interrupted())
}
