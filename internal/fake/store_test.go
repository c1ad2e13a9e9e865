package fake

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func records(t *testing.T, s *Store[int]) map[string]int {
	t.Helper()
	seen := map[string]int{}
	s.View(func(m map[string]int) {
		maps.Copy(seen, m)
	})
	return seen
}

func TestStoreSavesUpdates(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.json")
	store, err := OpenStore(path, func() (map[string]int, error) { return map[string]int{"first": 1}, nil })
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			assert.NoError(t, store.Update(func(m map[string]int) error { m[strconv.Itoa(i)] = i; return nil }))
		})
	}
	group.Wait()
	again, err := OpenStore[int](path, nil)
	require.NoError(t, err)
	assert.Equal(t, records(t, store), records(t, again))
	assert.Len(t, records(t, again), 21)
	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, files, 1, "temporary files are removed")
}

func TestStoreKeepsRecordsOfFailedUpdate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.json")
	store, err := OpenStore[int](path, nil)
	require.NoError(t, err)
	require.NoError(t, store.Update(func(m map[string]int) error { m["a"] = 1; return nil }))
	rejection := errors.New("rejected")
	require.ErrorIs(t, store.Update(func(m map[string]int) error { delete(m, "a"); return rejection }), rejection)
	assert.Equal(t, map[string]int{"a": 1}, records(t, store))
}

func TestStoreReportsInvalidFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.json")
	require.NoError(t, os.WriteFile(path, []byte("{"), 0o600))
	_, err := OpenStore[int](path, nil)
	require.ErrorContains(t, err, path+" is not a valid state file")
}
