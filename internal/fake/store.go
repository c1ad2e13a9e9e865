package fake

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
)

// Store is a set of records by key, in memory or in one JSON file: hundreds of records, one process at a time. Every
// change is on disk before it is reported as done, so an interrupted run loses nothing. It is safe for concurrent use.
type Store[T any] struct {
	path    string
	mutex   sync.Mutex
	records map[string]T
}

// NewStore returns a store in memory.
func NewStore[T any]() *Store[T] {
	return &Store[T]{records: map[string]T{}}
}

// OpenStore reads a store from a file. If the file is missing, initial returns the records; it is optional.
func OpenStore[T any](path string, initial func() (map[string]T, error)) (*Store[T], error) {
	store := &Store[T]{path: path, records: map[string]T{}}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if initial != nil {
			if store.records, err = initial(); err != nil {
				return nil, err
			}
		}
		return store, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(text, &store.records); err != nil {
		return nil, fmt.Errorf("%s is not a valid state file (%w); delete its folder to start again", path, err)
	}
	return store, nil
}

// View calls read with the records. read must neither change nor keep them.
func (s *Store[T]) View(read func(map[string]T)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	read(s.records)
}

// Update calls change with the records and saves the result. change must replace records instead of modifying what they
// point to, and must not change any if it fails. If saving fails, the store is unchanged.
func (s *Store[T]) Update(change func(map[string]T) error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.path == "" {
		return change(s.records)
	}
	records := maps.Clone(s.records)
	if err := change(records); err != nil {
		return err
	}
	if err := write(s.path, records); err != nil {
		return err
	}
	s.records = records
	return nil
}

// write replaces the file atomically.
func write(path string, records any) error {
	text, err := json.Marshal(records)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
