package newproject

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestGoProjectsPass: the unit test of a new project in Go passes, with the library of this module.
func TestGoProjectsPass(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	const library = "github.com/openshift-aws/pulumi-openshift-aws"
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		return string(text)
	}
	dir := t.TempDir()
	_, required, _ := strings.Cut(read("go.mod"), "\n")
	module := "module shop\n" + required + "\nrequire " + library + " v0.0.0\nreplace " + library + " => " + root + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), []byte(read("go.sum")), 0o600))
	// The parts that comments show as examples.
	parts := map[string]struct{ field, imports string }{
		"selfmanaged": {"args.WorkerMachineSet = ", "nodes"},
		"hcp":         {"MachinePools: ", "cluster/rosa"},
		"classic":     {"MachinePools: ", "cluster/rosa"},
	}
	for name, answers := range map[string]map[string]string{
		"selfmanaged":   {"cluster": "self-managed"},
		"private":       {"cluster": "self-managed", "access": "private", "network": "existing"},
		"hcp":           {},
		"existing":      {"network": "existing"},
		"classic":       {"cluster": "rosa-classic", "access": "private"},
		"shared":        {"network": "shared", "access": "private"},
		"sharedclassic": {"cluster": "rosa-classic", "network": "shared"},
	} {
		answers["language"], answers["name"] = "go", "shop"
		o, err := FromAnswers(answered(answers))
		require.NoError(t, err)
		folder := filepath.Join(dir, name)
		_, err = o.Write(folder)
		require.NoError(t, err)
		require.NoError(t, os.Remove(filepath.Join(folder, "go.mod")), "they are packages of one module here")
		if part, found := parts[name]; found {
			file := filepath.Join(folder, "main.go")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			program := strings.Replace(string(text), "// "+part.field, part.field, 1)
			require.NotEqual(t, string(text), program)
			program = strings.Replace(program, "import (\n", "import (\n\t\""+library+"/"+part.imports+"\"\n", 1)
			require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
		}
	}
	command := exec.CommandContext(t.Context(), "go", "test", "-mod=mod", "./...")
	command.Dir = dir
	output, err := command.CombinedOutput()
	require.NoError(t, err, string(output))
}
