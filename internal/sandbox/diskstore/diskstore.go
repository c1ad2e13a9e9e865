// Package diskstore keeps a set of named records in one JSON file.
//
// It is made for what a sandbox's providers remember between runs: hundreds of
// records, one process at a time. Every change is on disk, whole, before it is
// reported as done, so that an interrupted run loses nothing.
package diskstore

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

// Store is a set of records by key. It is safe for concurrent use.
type Store[T any] struct {
	path    string
	mutex   sync.Mutex
	records map[string]T
}

// Open reads the file. A missing file is a store that fresh fills; fresh may be nil.
func Open[T any](path string, fresh func() (map[string]T, error)) (*Store[T], error) {
	store := &Store[T]{path: path, records: map[string]T{}}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if fresh != nil {
			if store.records, err = fresh(); err != nil {
				return nil, err
			}
		}
		return store, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(text, &store.records); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w); remove its folder to start afresh", path, err)
	}
	return store, nil
}

// View calls look with the records. look must not change them or keep them.
func (s *Store[T]) View(look func(map[string]T)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	look(s.records)
}

// Update calls change with the records and puts the result on disk. When change or
// the writing fails, the store is as it was; change must therefore replace records
// instead of changing what they point to.
func (s *Store[T]) Update(change func(map[string]T) error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
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

// write replaces the file at once: a reader sees the old records or the new ones.
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
