package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
)

// listener hears what Check would fail the test with.
type listener struct {
	testing.TB
	heard string
}

func (l *listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) {
	l.heard += fmt.Sprintf(format, args...)
}

func TestCheck(t *testing.T) {
	t.Setenv("UPDATE_GOLDEN", "")
	path := filepath.Join(t.TempDir(), "testdata", "x.golden")
	check := func(got string) string {
		l := &listener{TB: t}
		golden.Check(l, path, []byte(got))
		return l.heard
	}
	require.Contains(t, check("a\n"), "run the test with UPDATE_GOLDEN=1", "a missing file fails")

	t.Setenv("UPDATE_GOLDEN", "1")
	require.Empty(t, check("a\nb\n"))
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "a\nb\n", string(written))

	t.Setenv("UPDATE_GOLDEN", "")
	require.Empty(t, check("a\nb\n"))
	heard := check("a\nc\n")
	require.Contains(t, heard, `"b"`)
	require.Contains(t, heard, `"c"`)
}
