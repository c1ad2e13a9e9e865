package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// listener records the failures of Check.
type listener struct {
	testing.TB
	failures string
}

func (l *listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) {
	l.failures += fmt.Sprintf(format, args...)
}

func TestCheck(t *testing.T) {
	t.Setenv("UPDATE_GOLDEN", "")
	path := filepath.Join(t.TempDir(), "testdata", "x.golden")
	check := func(got string) string {
		l := &listener{TB: t}
		golden.Check(l, path, []byte(got))
		return l.failures
	}
	require.Contains(t, check("a\n"), "`make golden` writes the file", "a missing file fails")

	t.Setenv("UPDATE_GOLDEN", "1")
	require.Empty(t, check("a\nb\n"))
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "a\nb\n", string(written))

	t.Setenv("UPDATE_GOLDEN", "")
	require.Empty(t, check("a\nb\n"))
	failures := check("a\nc\n")
	require.Contains(t, failures, `"b"`)
	require.Contains(t, failures, `"c"`)
}
