package golden

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Release is the environment variable that has the version at whose release tests record it: v1.2.3. `make record` sets it.
const Release = "RECORD_RELEASE"

// Released returns the names that the last release had, the lines of a file. At a release it writes the present names.
func Released(t testing.TB, path string, names []string) []string {
	t.Helper()
	if os.Getenv(Release) != "" {
		write(t, path, []byte(strings.Join(slices.Sorted(slices.Values(names)), "\n")+"\n"))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
