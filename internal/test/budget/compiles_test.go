package budget

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTestsCompileNoKubernetesTypes: the first `go test ./...` would compile core/v1 of pulumi-kubernetes for 39 CPU seconds, for one
// test that needs it.
func TestTestsCompileNoKubernetesTypes(t *testing.T) {
	t.Parallel()
	listed(t) // reads the sources, so that the test's cached result depends on them
	command := exec.Command("go", "list", "-test", "-deps", "./...")
	command.Dir = "../../.."
	packages, err := command.Output()
	require.NoError(t, err)
	assert.Contains(t, string(packages), "pulumi-kubernetes/sdk/v4/go/kubernetes\n", "the provider")
	assert.NotContains(t, string(packages), "/go/kubernetes/core/v1\n")
}
