package sandbox

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lock locks the file for this process until it is closed. The operating system unlocks it too when the process, and the children
// that inherit the file, exit for any reason. A noticeable wait is explained on out.
func lock(ctx context.Context, file, explanation string, out io.Writer) (*lockedfile.File, error) {
	type result struct {
		file *lockedfile.File
		err  error
	}
	got := make(chan result, 1)
	go func() {
		locked, err := lockedfile.Edit(file)
		got <- result{locked, err}
	}()
	delay := time.NewTimer(300 * time.Millisecond)
	defer delay.Stop()
	for {
		select {
		case h := <-got:
			if h.err != nil {
				return nil, fmt.Errorf("locking %s: %w", file, h.err)
			}
			return h.file, nil
		case <-delay.C:
			fmt.Fprintln(out, explanation)
		case <-ctx.Done():
			go func() {
				if h := <-got; h.err == nil {
					_ = h.file.Close()
				}
			}()
			return nil, ctx.Err()
		}
	}
}
