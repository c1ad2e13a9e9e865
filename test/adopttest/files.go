package adopttest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// exported returns a stack's state, {"checkpoint": {"latest": deployment}}, as `pulumi stack export` writes it.
func exported(t *testing.T, state []byte) []byte {
	t.Helper()
	var found struct {
		Checkpoint struct {
			Latest json.RawMessage `json:"latest"`
		} `json:"checkpoint"`
	}
	require.NoError(t, json.Unmarshal(state, &found))
	text, err := json.Marshal(map[string]json.RawMessage{"deployment": found.Checkpoint.Latest})
	require.NoError(t, err)
	return text
}

// accountsIn returns what the fakes of a sandbox have, each record by the name of its file and its key.
func accountsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range []string{"aws.json", "ocm.json", "kubernetes.json"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if os.IsNotExist(err) {
			continue
		}
		require.NoError(t, err)
		var account map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(text, &account), name)
		for key, record := range account {
			found[name+" "+key] = string(record)
		}
	}
	return found
}

// changed returns what differs between two accounts.
func changed(before, after map[string]string) []string {
	var found []string
	for key, record := range after {
		if old, existed := before[key]; !existed {
			found = append(found, "created "+key)
		} else if old != record {
			found = append(found, "changed "+key+"\n  from "+old+"\n  to   "+record)
		}
	}
	for key := range before {
		if _, exists := after[key]; !exists {
			found = append(found, "deleted "+key)
		}
	}
	slices.Sort(found)
	return found
}
