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
		"same":   {"what is as it was", map[string]int{"same": 13}, false},
		"read":   {"looking something up changes nothing", map[string]int{"same": 13, "read": 1}, false},
		"update": {"one is enough", map[string]int{"same": 13, "update": 1}, true},
		"none":   {"operations that did not happen", map[string]int{"delete": 0}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, (&Result{Changes: tt.changes}).Changed(), tt.reason)
		})
	}
}
