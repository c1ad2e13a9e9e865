package acceptance

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStackObjects: the API server accepts the Stack objects of a fleet, by the definition of the Pulumi Kubernetes Operator, and rejects
// what the operator does.
func TestStackObjects(t *testing.T) {
	text, err := os.ReadFile("../../fleet/testdata/manifests.yaml")
	require.NoError(t, err)
	manifests := string(text)
	kubectl(t, "", "create", "namespace", "fleet")
	t.Cleanup(func() { _, _ = tryKubectl("", "delete", "namespace", "fleet", "--wait=false") })

	output := kubectl(t, manifests, applyDryRun...)
	assert.Equal(t, 3, strings.Count(output, "stack.pulumi.com/"), output)
	for reason, test := range map[string]struct{ from, to, want string }{
		"a name that is too long": {
			from: "name: canary\n  namespace", to: "name: " + strings.Repeat("a", 43) + "\n  namespace", want: "no more than 42 characters",
		},
		"an unknown reclaim policy": {
			from: "workspaceReclaimPolicy: Delete", to: "workspaceReclaimPolicy: Keep", want: `Unsupported value: "Keep"`,
		},
		"an unknown field": {from: "refresh: true", to: "refreshed: true", want: "field not declared in schema"},
	} {
		output, err := tryKubectl(strings.Replace(manifests, test.from, test.to, 1), applyDryRun...)
		assert.Error(t, err, reason)
		assert.Contains(t, output, test.want, reason)
	}
}
