package cluster

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzClusterVersion reads any ClusterVersion: its progress is a text in one line.
func FuzzClusterVersion(f *testing.F) {
	f.Add([]byte(`{"spec": {"channel": "a"}, "status": {"history": [{"version": "4.18.1", "state": "Completed"}]}}`),
		"4.18.1")
	f.Add([]byte(`{"status": {"conditions": [{"type": "Failing", "status": "True", "message": "a\nb"}]}}`), "")
	f.Add([]byte(`{"status": {"history": [{"version": 1}], "conditionalUpdates": [{"risks": [{}]}]}}`), "4.18.2")
	f.Add([]byte(`{"spec": [], "status": null}`), "")
	f.Fuzz(func(t *testing.T, text []byte, version string) {
		var object map[string]any
		if json.Unmarshal(text, &object) != nil {
			return
		}
		live, err := liveVersionOf([]any{object["spec"], object["status"]})
		if err != nil {
			return
		}
		assert.NotEmpty(t, live.Status.progress())
		if live.Status.completed(version, "") && version != "" {
			assert.Equal(t, version, live.Status.History[0].Version)
		}
	})
}
