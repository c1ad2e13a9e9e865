// Package golden compares the output of a test with a recorded file. `make golden` records all of them; review the difference before you
// commit it.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const update = "UPDATE_GOLDEN"

// Check fails the test if got differs from the content of the file, and prints the lines that differ. The path is relative
// to the test's package, as in testdata/single-zone.golden. With UPDATE_GOLDEN set to anything, as `make golden` does, it writes the file.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if os.Getenv(update) != "" {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v; `make golden` writes the file", err)
		return
	}
	if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
		t.Errorf("%s differs (-want +got); run `make golden` if this is intended:\n%s", path, diff)
	}
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func lines(content []byte) []string {
	return strings.Split(string(content), "\n")
}
