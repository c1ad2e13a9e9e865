package budget

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/openshift-aws/pulumi-openshift-aws/"

// library are the packages that users import.
var library = []string{"network", "iam", "cluster", "nodes", "storage", "ingress"}

// raw are the packages that a program with the same resources and no library would import.
var raw = []string{
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi",
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/...",
	// Not Pulumi's, but 0.7 CPU seconds of some 250: ignition is checked by the validator that will read it.
	"github.com/coreos/ignition/v2/config/v3_4/types",
	"github.com/coreos/ignition/v2/config/validate",
}

// TestUsersCompileNothingButPulumi keeps the library within 1.05 of the compile time of the Pulumi packages that it
// is made of. Of pulumi-kubernetes it needs none: kubernetes/core/v1 alone would cost every user 39 CPU seconds and 3
// GB, kubernetes/yaml 108 CPU seconds, and a use of kubernetes/meta/v1 five in each package.
func TestUsersCompileNothingButPulumi(t *testing.T) {
	var packages []string
	for _, name := range library {
		packages = append(packages, module+name)
	}
	allowed := dependencies(t, raw...)
	var extra []string
	for _, dependency := range dependencies(t, packages...) {
		if !slices.Contains(allowed, dependency) && !strings.HasPrefix(dependency, module) {
			extra = append(extra, dependency)
		}
	}
	assert.Empty(t, extra, "packages that a program without this library would not compile")
}

// TestEC2IsImportedWhereMachinesAndNetworksAre keeps the largest package of pulumi-aws, 44 CPU seconds and 3.4 GB,
// out of programs that have neither.
func TestEC2IsImportedWhereMachinesAndNetworksAre(t *testing.T) {
	for _, name := range []string{"iam", "storage"} {
		assert.NotContains(t, dependencies(t, module+name), "github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2", name)
	}
}

// TestImportsPointOneWay keeps the packages in the order examples, components, network and iam, internal.
func TestImportsPointOneWay(t *testing.T) {
	forbidden := map[string][]string{
		"network": {"iam", "cluster", "nodes", "storage", "ingress"},
		"iam":     {"network", "cluster", "nodes", "storage", "ingress"},
		"cluster": {"nodes", "storage", "ingress"},
		"nodes":   {"cluster", "storage", "ingress"},
		"storage": {"cluster", "nodes", "ingress"},
		"ingress": {"cluster", "nodes", "storage"},
	}
	for name, others := range forbidden {
		found := dependencies(t, module+name)
		for _, other := range append(others, "mocks", "internal/sandbox") {
			assert.NotContains(t, found, module+other, "%s must not import %s", name, other)
		}
	}
}

// dependencies asks the go command, behind whose back the test's cached result would stay: the sources are looked at
// for the cache's sake.
func dependencies(t *testing.T, packages ...string) []string {
	t.Helper()
	sources, err := filepath.Glob("../../*/*.go")
	require.NoError(t, err)
	for _, source := range sources {
		_, err := os.ReadFile(source)
		require.NoError(t, err)
	}
	output, err := exec.Command(
		"go",
		append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, packages...)...).Output()
	require.NoError(t, err)
	return strings.Fields(string(output))
}
