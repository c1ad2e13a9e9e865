package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChanged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		changes map[string]int
		want    bool
	}{
		"same": {reason: "unchanged resources are not a change", changes: map[string]int{"same": 13}},
		"read": {
			reason:  "a read is not a change",
			changes: map[string]int{"same": 13, "read": 1},
		},
		"update": {reason: "one update is a change", changes: map[string]int{"same": 13, "update": 1}, want: true},
		"none":   {reason: "an operation on no resource is not a change", changes: map[string]int{"delete": 0}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, (&Result{Changes: tt.changes}).Changed(), tt.reason)
		})
	}
}

// FuzzEvents reads any event log of the engine: it has steps or an error.
func FuzzEvents(f *testing.F) {
	f.Add([]byte(`{"resourcePreEvent": {"metadata": {"op": "create", "urn": "urn:pulumi:s::p::t::n"}}}` + "\n" +
		`{"resOutputsEvent": {"metadata": {"op": "create-replacement", "urn": "x", "diffs": ["a"]}}}`))
	f.Add([]byte(`{"diagnosticEvent": {"severity": "error", "message": "<{%fg 1%}>a<{%reset%}>"}}`))
	f.Add([]byte(`{"summaryEvent": {"resourceChanges": {"same": 1}}}` + "\n{"))
	f.Add([]byte(`{"resOpFailedEvent": {}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "events")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		result, err := readEvents(path)
		assert.Equal(t, err == nil, result != nil)
	})
}
