package budget

import (
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// programs are the plugin and three programs of users, by the column in testdata/packages.txt.
var programs = []struct{ column, name string }{
	{"p", "cmd/pulumi-resource-openshift-aws"},
	{"c", "examples/classic"},
	{"h", "examples/rosa-hcp"},
	{"f", "examples/fleet"},
}

// TestPackages compares the packages of other modules that programs link with testdata/packages.txt: each one that is new is reviewed.
func TestPackages(t *testing.T) {
	t.Parallel()
	listed(t) // reads the sources, so that the test's cached result depends on them
	var text strings.Builder
	text.WriteString("Packages of other modules that programs link. UPDATE_GOLDEN=1 writes this file.\n\n")
	columns := map[string]map[string]string{} // by module and package
	for i, program := range programs {
		linked := linkedBy(t, "./"+program.name)
		maps.DeleteFunc(linked, func(name, _ string) bool { return strings.HasPrefix(name, module) })
		fmt.Fprintf(&text, "%s  %s: %d packages\n", program.column, program.name, len(linked))
		for name, owner := range linked {
			if columns[owner] == nil {
				columns[owner] = map[string]string{}
			}
			columns[owner][name] = fmt.Sprintf("%-*s%s", i, columns[owner][name], program.column)
		}
	}
	for _, owner := range slices.Sorted(maps.Keys(columns)) {
		text.WriteString("\n" + owner + "\n")
		for _, name := range slices.Sorted(maps.Keys(columns[owner])) {
			below := "." + strings.TrimPrefix(name, owner)
			fmt.Fprintf(&text, "  %-*s %s\n", len(programs), columns[owner][name], below)
		}
	}
	golden.Check(t, "testdata/packages.txt", []byte(text.String()))
}

// fakes are the packages of the sandbox, and those of Kubernetes.
var fakes = regexp.MustCompile(`^(k8s\.io|sigs\.k8s\.io|` + module + `(sandbox|internal/fake|mocks|topology))(/|$)`)

// TestProgramsLinkNoFake: what runs in an account has no package of the sandbox.
func TestProgramsLinkNoFake(t *testing.T) {
	t.Parallel()
	listed(t) // as above
	for _, pattern := range []string{"./examples/...", "./blueprint/...", "./commands", "./fleet", "./plugin/...", "./test/selfmanaged"} {
		linked := linkedBy(t, pattern)
		assert.NotEmpty(t, linked)
		for name := range linked {
			assert.NotRegexp(t, fakes, name, "a package that %s links", pattern)
		}
	}
}

// TestSandboxDrawsNothing: the command openshift-aws sandbox carries the pictures.
func TestSandboxDrawsNothing(t *testing.T) {
	t.Parallel()
	listed(t) // as above
	assert.NotContains(t, linkedBy(t, "./sandbox"), module+"topology")
}

// linkedBy returns the packages that programs link, without the standard library, and their modules.
func linkedBy(t *testing.T, pattern string) map[string]string {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{$.ImportPath}} {{.Path}}{{end}}", pattern)
	command.Dir = "../.."
	output, err := command.Output()
	require.NoError(t, err)
	linked := map[string]string{}
	for line := range strings.Lines(string(output)) {
		if name, owner, found := strings.Cut(strings.TrimSpace(line), " "); found {
			linked[name] = owner
		}
	}
	return linked
}
