//go:build unix

// Package cputime measures what tests bound: CPU time, which depends little on what else the machine runs.
package cputime

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Used returns the CPU time of this process and of the processes of it that have ended.
func Used(t *testing.T) time.Duration {
	t.Helper()
	var sum int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		require.NoError(t, syscall.Getrusage(who, &used))
		sum += used.Utime.Nano() + used.Stime.Nano()
	}
	return time.Duration(sum)
}
