package commands

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestObserved(t *testing.T) {
	t.Parallel()
	missing := errors.New("Missing required configuration variable 'shop:zones'")
	tests := map[string]struct {
		reason  string
		program pulumi.RunFunc
		want    string
	}{
		"its own error": {
			reason: "the sandbox shows it", program: func(*pulumi.Context) error { return errors.New("zones: is required") },
			want: "zones: is required",
		},
		"a setting": {
			reason: "config.Require panics", program: func(*pulumi.Context) error { panic(missing) }, want: missing.Error(),
		},
		"a panic": {
			reason: "is a bug of the program", program: func(*pulumi.Context) error { panic("oh") }, want: "the program panicked: oh",
		},
		"an error of the engine": {
			reason: "the engine has shown it", program: func(*pulumi.Context) error { return status.Error(codes.Unknown, "rejected") },
		},
		"no error": {reason: "there is nothing to report", program: func(*pulumi.Context) error { return nil }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "error")
			_ = observed(tt.program, file)(nil)
			if tt.want == "" {
				assert.NoFileExists(t, file, tt.reason)
				return
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(text), tt.reason)
		})
	}
	assert.PanicsWithValue(t, "oh", func() { _ = observed(tests["a panic"].program, "")(nil) }, "outside of the sandbox nothing changes")
}
