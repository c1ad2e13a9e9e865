package budget

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/openshift-aws/pulumi-openshift-aws/"

// library are the packages that users import.
var library = []string{
	"network", "iam", "cluster", "cluster/configuration", "cluster/install", "cluster/machineconfig", "cluster/rosa", "nodes", "storage",
	"ingress", "blueprint",
}

// raw are the packages that a program with the same resources would import without the library.
var raw = []string{
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi",
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/...",
	// Not Pulumi's, but 0.7 CPU seconds of some 250: Ignition configs are validated by Ignition's own code.
	"github.com/coreos/ignition/v2/config/v3_4/types",
	"github.com/coreos/ignition/v2/config/validate",
	// One package without dependencies: what the API server parses the schedule of a CronJob with.
	"github.com/robfig/cron/v3",
}

// TestUsersCompileOnlyPulumi limits the library to 1.05 times the compile time of the Pulumi packages that it uses.
// It imports no package of pulumi-kubernetes: kubernetes/core/v1 alone would cost every user 39 CPU seconds and 3 GB,
// kubernetes/yaml 108 CPU seconds, and a use of kubernetes/meta/v1 five in each package.
func TestUsersCompileOnlyPulumi(t *testing.T) {
	t.Parallel()
	allowed := map[string]bool{}
	for name, dependencies := range listed(t) {
		if !strings.HasPrefix(name, module) {
			allowed[name] = true
			for _, dependency := range dependencies {
				allowed[dependency] = true
			}
		}
	}
	for _, name := range library {
		for _, dependency := range listed(t)[module+name] {
			known := allowed[dependency] || strings.HasPrefix(dependency, module)
			assert.True(t, known || isExtra(name, dependency),
				"%s imports %s, which a program without this library would not compile", name, dependency)
		}
	}
}

// isExtra reports whether only the programs that import a package compile a dependency: Pulumi's Automation API and
// the AWS SDK of the command line of cluster/install, which no other package imports.
func isExtra(name, dependency string) bool {
	if name != "cluster/install" {
		return false
	}
	for _, prefix := range []string{
		"github.com/pulumi/pulumi/sdk/v3", "github.com/nxadm/tail", "gopkg.in/tomb.v1", "github.com/fsnotify/fsnotify",
		"github.com/aws/aws-sdk-go-v2/", "github.com/aws/smithy-go",
	} {
		if strings.HasPrefix(dependency, prefix) {
			return true
		}
	}
	return false
}

// TestEC2IsImportedOnlyForMachinesAndNetworks keeps the largest package of pulumi-aws, 44 CPU seconds and 3.4 GB, out
// of programs that have neither.
func TestEC2IsImportedOnlyForMachinesAndNetworks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"iam", "storage"} {
		assert.NotContains(t, listed(t)[module+name], "github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2", name)
	}
}

// TestImportsPointOneWay keeps the packages in the order examples, components, network and iam, internal.
func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	forbidden := map[string][]string{
		"network":               {"iam", "cluster", "nodes", "storage", "ingress", "blueprint"},
		"iam":                   {"network", "cluster", "nodes", "storage", "ingress", "blueprint"},
		"cluster":               {"cluster/", "nodes", "storage", "ingress", "blueprint"},
		"cluster/configuration": {"cluster/install", "cluster/machineconfig", "cluster/rosa", "nodes", "storage", "ingress", "blueprint"},
		"cluster/machineconfig": {"cluster/configuration", "cluster/install", "cluster/rosa", "nodes", "storage", "ingress", "blueprint"},
		"cluster/rosa":          {"cluster", "nodes", "storage", "ingress", "blueprint"},
		"cluster/install":       {"cluster/rosa", "nodes", "storage", "ingress", "blueprint"},
		"nodes":                 {"cluster", "storage", "ingress", "blueprint"},
		"storage":               {"cluster", "nodes", "ingress", "blueprint"},
		"ingress":               {"cluster", "nodes", "storage", "blueprint"},
		"blueprint":             {"cluster/install", "blueprint/installer", "plugin", "adopt", "fleet", "commands"},
	}
	for name, others := range forbidden {
		found := listed(t)[module+name]
		require.NotEmpty(t, found, name)
		for _, other := range append(others, "mocks", "internal/fake", "sandbox", "topology", "test/") {
			below := strings.TrimSuffix(other, "/") + "/"
			assert.False(t, slices.ContainsFunc(found, func(pkg string) bool {
				pkg = strings.TrimPrefix(pkg, module)
				return pkg == other || strings.HasPrefix(pkg, below) && pkg != name
			}), "%s must not import %s", name, other)
		}
	}
}

// listed returns the dependencies, direct or not and without the standard library, of the packages in library and raw.
func listed(t *testing.T) map[string][]string {
	t.Helper()
	all, err := list()
	require.NoError(t, err)
	return all
}

// list runs the go command once for all tests.
var list = sync.OnceValues(func() (map[string][]string, error) {
	// The test's cached result depends on the files that the test itself opens, not on those that the go command opens.
	for _, pattern := range []string{"../../go.mod", "../../*/*.go", "../../*/*/*.go", "../../*/*/*/*.go"} {
		sources, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, source := range sources {
			if _, err := os.ReadFile(source); err != nil {
				return nil, err
			}
		}
	}
	packages := slices.Clone(raw)
	for _, name := range library {
		packages = append(packages, module+name)
	}
	output, err := exec.Command(
		"go",
		append([]string{"list", "-f", `{{.ImportPath}} {{join .Deps " "}}`}, packages...)...).Output()
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(output)) {
		names := strings.Fields(line)
		all[names[0]] = slices.DeleteFunc(names[1:], isStandard)
	}
	return all, nil
})

// isStandard reports whether a package is one of the standard library, whose paths begin without a domain.
func isStandard(path string) bool {
	domain, _, _ := strings.Cut(path, "/")
	return !strings.Contains(domain, ".")
}
