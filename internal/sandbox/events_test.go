package sandbox

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestChanged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		changes map[string]int
		want    bool
	}{
		"same": {reason: "unchanged resources are not a change", changes: map[string]int{"same": 13}},
		"read": {
			reason:  "a read is not a change",
			changes: map[string]int{"same": 13, "read": 1},
		},
		"update": {reason: "one update is a change", changes: map[string]int{"same": 13, "update": 1}, want: true},
		"none":   {reason: "an operation on no resource is not a change", changes: map[string]int{"delete": 0}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, (&Result{Changes: tt.changes}).Changed(), tt.reason)
		})
	}
}
