package budget

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCLICompilesNothingAgain holds the versions of the modules that the sandbox's Pulumi CLI and a program share: a new
// user compiles a module of two versions, and what imports it, twice. Of the CLI's 200 CPU seconds 120 are shared. It has no AWS SDK.
func TestCLICompilesNothingAgain(t *testing.T) {
	t.Parallel()
	cli, shared := required(t, "../../tools/go.mod"), 0
	for path, version := range required(t, "../../go.mod") {
		if strings.HasPrefix(path, "github.com/aws/") || cli[path] == "" {
			continue
		}
		shared++
		assert.Equal(t, version, cli[path], "%s in go.mod and in tools/go.mod", path)
	}
	assert.Greater(t, shared, 80, "modules in both files")
}

// required returns the version of each module that a go.mod requires.
func required(t *testing.T, file string) map[string]string {
	t.Helper()
	_, err := os.Stat(file) // so that the test's cached result depends on the file
	require.NoError(t, err)
	path, err := filepath.Abs(file)
	require.NoError(t, err)
	text, err := exec.Command("go", "mod", "edit", "-json", path).Output()
	require.NoError(t, err)
	var parsed struct {
		Require []struct{ Path, Version string }
		Replace []any
	}
	require.NoError(t, json.Unmarshal(text, &parsed))
	assert.Empty(t, parsed.Replace, file)
	versions := map[string]string{}
	for _, module := range parsed.Require {
		versions[module.Path] = module.Version
	}
	return versions
}

// TestMethodsOfOutputsAreCompiledOnce: a package that names a type with a method for each type of output, as pulumi.AnyOutput,
// pulumi.StackReference and those of kubernetes/meta/v1, compiles all methods of all outputs again: 5 CPU seconds and 28 MB
// (Go 1.26, Pulumi's SDK 3.250), in each package.
func TestMethodsOfOutputsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	listed(t) // reads the sources, so that the test's cached result depends on them
	arguments := []string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, name := range slices.Concat(library, []string{"plugin", "test/checktest"}) {
		arguments = append(arguments, module+name)
	}
	output, err := exec.Command("go", arguments...).Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(output)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		archive, err := os.Stat(file)
		require.NoError(t, err, name)
		assert.Less(t, archive.Size(), int64(15<<20), "bytes of %s; a package without such a type has at most 11 MB", name)
	}
}

// TestTestsCompileNoKubernetesTypes: the first `go test ./...` would compile core/v1 of pulumi-kubernetes for 39 CPU seconds, for one
// test that needs it.
func TestTestsCompileNoKubernetesTypes(t *testing.T) {
	t.Parallel()
	listed(t) // reads the sources, so that the test's cached result depends on them
	command := exec.Command("go", "list", "-test", "-deps", "./...")
	command.Dir = "../.."
	packages, err := command.Output()
	require.NoError(t, err)
	assert.Contains(t, string(packages), "pulumi-kubernetes/sdk/v4/go/kubernetes\n", "the provider")
	assert.NotContains(t, string(packages), "/go/kubernetes/core/v1\n")
}
