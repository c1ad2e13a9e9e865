package docs

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

// clocks are what makes the outcome of a test depend on the load of the machine, or on its other programs, and what to use instead.
var clocks = []struct {
	pattern          *regexp.Regexp
	instead, example string
}{
	{regexp.MustCompile(`\btime\.(Sleep|AfterFunc)\(`), "wait for an event, or use testing/synctest", "time.Sleep(time.Second)"},
	{
		regexp.MustCompile(`\bcontext\.With(Timeout|Deadline)\w*\(`), "cancel at an event: go test has a timeout",
		"context.WithTimeout(t.Context(), time.Hour)",
	},
	{
		regexp.MustCompile(`(?m)(Eventually\(.*|^\s*\}), [^,\n]*\btime\.(Second|Millisecond), [^,\n]*\btime\.(Second|Millisecond)\b`),
		"let a condition take a minute",
		"require.Eventually(t, done, 5*time.Second, time.Second)",
	},
	{
		regexp.MustCompile(`\bLess(OrEqual)?f?\(\w+, time\.Since\(`), "measure CPU, with package cputime",
		"assert.Less(t, time.Since(begun), time.Minute)",
	},
	{
		regexp.MustCompile(`\bListen\("\w+", "[^"]*:(\d{2,}|[1-9])"\)`), "let the system choose the port, with :0",
		`net.Listen("tcp", "127.0.0.1:8085")`,
	},
}

// TestTestsDependOnNoClock: a test passes on a machine of any speed, beside other programs.
func TestTestsDependOnNoClock(t *testing.T) {
	t.Parallel()
	for _, clock := range clocks {
		assert.Regexp(t, clock.pattern, clock.example)
		for _, path := range sources(t, "_test.go") {
			if text := read(t, path); filepath.Base(path) != "clocks_test.go" {
				assert.NotRegexp(t, clock.pattern, text, "%s: %s", path, clock.instead)
			}
		}
	}
}
