// Package examples_test checks what all examples have in common.
package examples_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const library = "github.com/openshift-aws/pulumi-openshift-aws"

// TestExamplesCanBeCopied compiles all examples in another module: they use what a user's program can use, and no
// package in internal.
func TestExamplesCanBeCopied(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	module := t.TempDir()
	programs, err := filepath.Glob("*/main.go")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	for _, program := range programs {
		folder := filepath.Dir(program)
		copyProgram(t, folder, filepath.Join(module, folder))
	}
	requirements, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	write(t, module, "go.mod", strings.Replace(string(requirements), "module "+library, "module example.com/copied", 1))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write(t, module, "go.sum", string(sums))
	// A workspace compiles the library once for both modules.
	write(t, module, "go.work", "go 1.26.0\n\nuse (\n\t.\n\t"+root+"\n)\n")
	vet := exec.CommandContext(t.Context(), "go", "vet", "./...")
	vet.Dir = module
	text, err := vet.CombinedOutput()
	require.NoError(t, err, string(text))
}

// copyProgram copies a program with what it embeds, and without its tests.
func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil {
			name, _ := filepath.Rel(from, path)
			write(t, to, name, string(text))
		}
		return err
	}))
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}
