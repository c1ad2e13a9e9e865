package sandbox

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUsableCLI(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, prints string
		want           bool
	}{
		"newer":     {"a release of the same major version", "v3.251.0\n", true},
		"oldest":    {"the first that knows parameterized providers", "v3.130.0\n", true},
		"too old":   {"it would fail in the middle", "v3.129.0\n", false},
		"next":      {"another major version may be anything", "v4.0.0\n", false},
		"something": {"it is no pulumi", "hello\n", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, isUsable(tt.prints), tt.reason)
		})
	}
	assert.False(t, usable(t.Context(), filepath.Join(t.TempDir(), "pulumi")), "there is none")
}
