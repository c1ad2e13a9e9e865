package apiclient

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// WaitArgs are the arguments of a wait for a cluster. Changing a wait does not change the cluster.
type WaitArgs struct {
	// Timeout is how long to wait before the update fails. Defaults to 20 minutes for the API, as in
	// `openshift-install wait-for bootstrap-complete`, to 30 minutes for the change of a control-plane machine, and to 3 hours for
	// an upgrade.
	Timeout time.Duration `check:"0s.."`

	// interval is the time between two attempts.
	interval time.Duration
}

const (
	attemptInterval = 10 * time.Second
	// firstPause is the time before the second attempt, which doubles up to attemptInterval: what is done soon need not wait.
	firstPause = time.Second
	// progressInterval is the longest time without a message while nothing changes.
	progressInterval = time.Minute
)

// WaitEvery is a wait with a time between two attempts other than the default.
func WaitEvery(interval, timeout time.Duration) *WaitArgs {
	return &WaitArgs{Timeout: timeout, interval: interval}
}

// Interval is the time between two attempts.
func (a WaitArgs) Interval() time.Duration { return a.interval }

// WithDefaults returns a copy of a with defaults applied. a can be nil.
func WithDefaults(a *WaitArgs, timeout time.Duration) WaitArgs {
	filled := WaitArgs{Timeout: timeout, interval: attemptInterval}
	if a != nil && a.Timeout != 0 {
		filled.Timeout = a.Timeout
	}
	if a != nil && a.interval != 0 {
		filled.interval = a.interval
	}
	return filled
}

// LogTo returns a function that logs progress as a message of the stack.
func LogTo(ctx *pulumi.Context) func(string) {
	return func(message string) {
		// A message that cannot be logged does not end the wait.
		_ = ctx.Log.Info(message, nil)
	}
}

// Poll makes attempts until one succeeds. It logs what an attempt has seen when it changes, and at least every progressInterval.
func Poll(
	ctx context.Context, wait WaitArgs, what string, progress func(string), attempt func(context.Context) (done bool, seen string),
) error {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, wait.Timeout)
	defer cancel()
	var last string
	var logged time.Time
	for pause := min(firstPause, wait.interval); ; pause = min(2*pause, wait.interval) {
		done, seen := attempt(limited)
		seen = Printable(seen)
		waited := time.Since(began).Round(time.Second)
		if done {
			if !logged.IsZero() {
				progress(fmt.Sprintf("%s: done after %s", what, waited))
			}
			return nil
		}
		if limited.Err() == nil && (seen != last || time.Since(logged) >= progressInterval) {
			progress(fmt.Sprintf("%s: %s (%s of %s)", what, seen, waited, wait.Timeout))
			last, logged = seen, time.Now()
		}
		last = cmp.Or(last, seen)
		select {
		case <-limited.Done():
			if ctx.Err() != nil {
				return fmt.Errorf("%s: the wait was interrupted; last status: %s", what, last)
			}
			return fmt.Errorf("%s: not done within %s; last status: %s", what, wait.Timeout, last)
		case <-time.After(pause):
		}
	}
}
