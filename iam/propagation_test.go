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
		"just made": {
			reason:  "the whole wait",
			created: "2026-08-21T12:00:30Z",
			wait:    20 * time.Second,
			want:    20 * time.Second,
		},
		"a moment old": {
			reason:  "what is left",
			created: "2026-08-21T12:00:25Z",
			wait:    20 * time.Second,
			want:    15 * time.Second,
		},
		"old": {
			reason:  "a run that makes nothing does not wait",
			created: "2025-01-01T00:00:00Z",
			wait:    20 * time.Second,
		},
		"clock behind": {
			reason:  "never longer than the wait",
			created: "2026-08-21T13:00:00Z",
			wait:    20 * time.Second,
			want:    20 * time.Second,
		},
		"none wanted": {reason: "negative is none", created: "2026-08-21T12:00:30Z", wait: -1},
		"no date": {
			reason: "an emulator without dates: the whole wait",
			wait:   10 * time.Second,
			want:   10 * time.Second,
		},
		"no date, none": {reason: "and none stays none", wait: -1},
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
