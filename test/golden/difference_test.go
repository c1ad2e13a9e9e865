package golden_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

const base = `Instance a
  inputs:
    subnets:
      - "one"
      - "two"
    tags:
      Name: "a"
      team: "core"

Instance b
  inputs:
    ami: "x"

outputs:
  id: "1"
`

const changed = `Instance a
  inputs:
    subnets:
      - "one"
      - "three"
    tags:
      Name: "b"
      team: "core"

Instance c
  inputs:
    ami: "x"

outputs:
  id: "1"
`

func TestDifference(t *testing.T) {
	t.Parallel()
	require.Equal(t, `  Instance a
    inputs:
      subnets:
        - "one"
-       - "two"
+       - "three"
      tags:
-       Name: "a"
+       Name: "b"

- Instance b

+ Instance c
+   inputs:
+     ami: "x"
`, string(golden.Difference([]byte(base), []byte(changed))))
	require.Equal(t, "\n", string(golden.Difference([]byte(base), []byte(base))))
}

// recordings draws texts as Recorder.Golden returns them: keys are sorted and unique, lists have any order.
func recordings() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var text strings.Builder
		for _, name := range []string{"a", "b", "c"} {
			if !rapid.Bool().Draw(t, "resource") {
				continue
			}
			fmt.Fprintf(&text, "Instance %s\n  inputs:\n    list:\n", name)
			for _, value := range rapid.SliceOfN(rapid.IntRange(0, 2), 1, 4).Draw(t, "list") {
				fmt.Fprintf(&text, "      -\n        value: %d\n", value)
			}
			text.WriteString("    tags:\n")
			for _, key := range []string{"a", "b"} {
				fmt.Fprintf(&text, "      %s: %d\n", key, rapid.IntRange(0, 2).Draw(t, "tag"))
			}
			text.WriteString("\n")
		}
		return text.String()
	})
}

// TestDifferenceIsExact: a test that compares differences fails whenever one that compares the texts would.
func TestDifferenceIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from := []byte(recordings().Draw(t, "base"))
		a, b := recordings().Draw(t, "a"), recordings().Draw(t, "b")
		same := string(golden.Difference(from, []byte(a))) == string(golden.Difference(from, []byte(b)))
		require.Equal(t, a == b, same)
	})
}
