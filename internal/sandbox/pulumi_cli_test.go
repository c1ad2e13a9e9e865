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
		"newer": {reason: "a release of the same major version", prints: "v3.251.0\n", want: true},
		"oldest": {
			reason: "the first that knows parameterized providers",
			prints: "v3.130.0\n",
			want:   true,
		},
		"too old":   {reason: "it would fail in the middle", prints: "v3.129.0\n"},
		"next":      {reason: "another major version may be anything", prints: "v4.0.0\n"},
		"something": {reason: "it is no pulumi", prints: "hello\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, isUsable(tt.prints), tt.reason)
		})
	}
	assert.False(t, usable(t.Context(), filepath.Join(t.TempDir(), "pulumi")), "there is none")
}
