package iam

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRemaining(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 21, 12, 0, 30, 0, time.UTC)
	tests := map[string]struct {
		reason  string
		created string
		wait    time.Duration
		want    time.Duration
	}{
		"new role": {
			reason:  "the whole wait remains",
			created: "2026-08-21T12:00:30Z",
			wait:    20 * time.Second,
			want:    20 * time.Second,
		},
		"role of 5 seconds": {
			reason:  "the role's age counts",
			created: "2026-08-21T12:00:25Z",
			wait:    20 * time.Second,
			want:    15 * time.Second,
		},
		"old role": {
			reason:  "an update that creates no role does not wait",
			created: "2025-01-01T00:00:00Z",
			wait:    20 * time.Second,
		},
		"clock behind": {
			reason:  "a role from the future waits no longer than a new one",
			created: "2026-08-21T13:00:00Z",
			wait:    20 * time.Second,
			want:    20 * time.Second,
		},
		"no wait": {reason: "0 waits for nothing", created: "2026-08-21T12:00:30Z"},
		"no date": {
			reason: "an emulator may return no creation date",
			wait:   10 * time.Second,
			want:   10 * time.Second,
		},
		"no date, no wait": {reason: "0 waits for nothing"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, remaining(tt.created, now, tt.wait), tt.reason)
		})
	}
}

func TestSleepStopsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		began := time.Now()
		assert.ErrorIs(t, sleep(ctx, time.Hour), context.Canceled)
		assert.NoError(t, sleep(t.Context(), time.Minute))
		assert.Equal(t, time.Minute, time.Since(began))
	})
}
