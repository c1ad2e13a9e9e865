package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lockTimeout is how long a command waits for another one to end, which a moment before has printed its last line.
const lockTimeout = 2 * time.Second

// lock excludes other commands on an install directory until unlock is called: two of them would mix their files, and uninstall would
// delete what install creates. The operating system unlocks it too when the process exits for any reason.
func lock(ctx context.Context, dir string) (unlock func(), err error) {
	// A link to a directory has its lock.
	target, err := filepath.EvalSymlinks(dir)
	if err != nil {
		target = dir
	}
	path := filepath.Clean(target) + ".lock"
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lockTimeout, fmt.Errorf("another command is running on %s (%s is locked)", dir, path))
	defer cancel()
	for {
		file, err := lockFile(ctx, path)
		if err != nil {
			return nil, err
		}
		if isCurrent(file, path) {
			return func() {
				_ = os.Remove(path)
				_ = file.Close()
			}, nil
		}
		_ = file.Close()
	}
}

// lockFile opens a file and locks it, until the context is done.
func lockFile(ctx context.Context, path string) (*lockedfile.File, error) {
	type result struct {
		file *lockedfile.File
		err  error
	}
	locked := make(chan result, 1)
	go func() {
		file, err := lockedfile.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		locked <- result{file, err}
	}()
	select {
	case r := <-locked:
		return r.file, r.err
	case <-ctx.Done():
		go func() {
			if r := <-locked; r.err == nil {
				_ = r.file.Close()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// isCurrent reports whether a locked file is still the one at its path: the command that had it locked before deletes it.
func isCurrent(file *lockedfile.File, path string) bool {
	locked, lockedErr := file.Stat()
	current, currentErr := os.Stat(path)
	return lockedErr == nil && currentErr == nil && os.SameFile(locked, current)
}
