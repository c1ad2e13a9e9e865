package sandbox

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock locks the file for this process and returns the function that unlocks it. The operating system unlocks it too when
// the process exits for any reason. A noticeable wait is explained on out.
func lock(ctx context.Context, file, explanation string, out io.Writer) (func(), error) {
	type result struct {
		release func()
		err     error
	}
	got := make(chan result, 1)
	go func() {
		release, err := lockedfile.MutexAt(file).Lock()
		got <- result{release, err}
	}()
	delay := time.NewTimer(300 * time.Millisecond)
	defer delay.Stop()
	for {
		select {
		case h := <-got:
			if h.err != nil {
				return nil, fmt.Errorf("locking %s: %w", file, h.err)
			}
			return h.release, nil
		case <-delay.C:
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
