package sandbox

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock waits until this process alone holds the file, and returns what releases it.
// The operating system releases it too when the process ends in any way.
// A wait that one would notice is explained on out.
func lock(ctx context.Context, file, explanation string, out io.Writer) (func(), error) {
	type held struct {
		release func()
		err     error
	}
	got := make(chan held, 1)
	go func() {
		release, err := lockedfile.MutexAt(file).Lock()
		got <- held{release, err}
	}()
	patience := time.NewTimer(300 * time.Millisecond)
	defer patience.Stop()
	for {
		select {
		case h := <-got:
			if h.err != nil {
				return nil, fmt.Errorf("locking %s: %w", file, h.err)
			}
			return h.release, nil
		case <-patience.C:
			fmt.Fprintln(out, explanation)
		case <-ctx.Done():
			go func() {
				if h := <-got; h.err == nil {
					h.release()
				}
			}()
			return nil, ctx.Err()
		}
	}
}
