package iam

import (
	"context"
	"testing"
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
		"just made":     {"the whole wait", "2026-08-21T12:00:30Z", 20 * time.Second, 20 * time.Second},
		"a moment old":  {"what is left", "2026-08-21T12:00:25Z", 20 * time.Second, 15 * time.Second},
		"old":           {"a run that makes nothing does not wait", "2025-01-01T00:00:00Z", 20 * time.Second, 0},
		"clock behind":  {"never longer than the wait", "2026-08-21T13:00:00Z", 20 * time.Second, 20 * time.Second},
		"none wanted":   {"negative is none", "2026-08-21T12:00:30Z", -1, 0},
		"no date":       {"an emulator without dates: the whole wait", "", 10 * time.Second, 10 * time.Second},
		"no date, none": {"and none stays none", "", -1, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, remaining(tt.created, now, tt.wait), tt.reason)
		})
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	began := time.Now()
	assert.ErrorIs(t, sleep(ctx, time.Hour), context.Canceled)
	assert.NoError(t, sleep(context.Background(), 5*time.Millisecond))
	assert.Less(t, time.Since(began), time.Minute)
}
