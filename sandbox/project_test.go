package sandbox

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newUserModule makes a project of the template outside of the repository with `pulumi new`, and resolves its imports
// by the repository's go.mod and go.sum instead of a release.
func newUserModule(t *testing.T, project string) string {
	t.Helper()
	root, err := moduleRoot()
	require.NoError(t, err)
	path, err := findCLI(t.Context(), io.Discard)
	require.NoError(t, err)
	home, folder := t.TempDir(), filepath.Join(t.TempDir(), project)
	template := filepath.Join(root, "templates", "openshift-aws-go")
	pulumi := newCLI(path, home, io.Discard, map[string]string{
		"PULUMI_HOME": home, "PULUMI_BACKEND_URL": "file://" + filepath.ToSlash(home), "PULUMI_SKIP_UPDATE_CHECK": "true",
	})
	_, err = pulumi.output(t.Context(), "new", template, "--generate-only", "--offline", "--yes",
		"--name", project, "--description", "A cluster", "--dir", folder)
	if err != nil { // A CLI without language plugins ends so after it wrote the project.
		require.ErrorContains(t, err, "no language plugin 'pulumi-language-go' found")
	}
	requirements, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	goMod := strings.Replace(string(requirements), "module "+modulePath, "module "+project, 1) +
		"\nrequire " + modulePath + " v0.0.0\n\nreplace " + modulePath + " => " + root + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte(goMod), 0o600))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o600))
	return folder
}

// TestTemplateRunsInTheSandbox runs the program of a module outside of the repository by the command, as a user does.
func TestTemplateRunsInTheSandbox(t *testing.T) {
	t.Parallel()
	folder := newUserModule(t, "shop")
	command := filepath.Join(t.TempDir(), "sandbox"+executableSuffix())
	build := exec.Command("go", "build", "-o", command, modulePath+"/cmd/sandbox")
	build.Dir = folder
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))

	run := func(args ...string) string {
		process := exec.CommandContext(t.Context(), command, args...)
		process.Dir = folder
		text, err := process.CombinedOutput()
		require.NoError(t, err, string(text))
		return string(text)
	}
	run("up")
	assert.DirExists(t, filepath.Join(folder, ".sandbox", "shop"), "the state is in the user's module")
	assert.Contains(t, run("outputs"), "apiUrl")
	assert.Contains(t, run("up"), "No changes: ")
	assert.Contains(t, run("preview", "-c", "workers=4"), "[diff: ~replicas]", "-c overrides Pulumi.yaml")
	run("destroy")
}

func TestProjectConfig(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	project := projectFile{Name: "shop", Config: map[string]any{
		"shop:workers":   map[string]any{"type": "integer", "default": 2},
		"shop:version":   map[string]any{"type": "string", "default": "4.19.1"},
		"shop:zones":     map[string]any{"type": "string"},
		"aws:ignoreTags": map[string]any{"value": map[string]any{"keyPrefixes": []any{"a/"}}},
		"shop:short":     "text",
	}}
	file := filepath.Join(folder, "Pulumi.sandbox.yaml")
	require.NoError(t, os.WriteFile(file, []byte("config:\n  version: 4.20.4\n  aws:region: us-east-2\n"), 0o600))
	config, err := projectConfig(folder, project)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{
		"shop:workers": "2", "shop:version": "4.20.4", "aws:region": "us-east-2", "shop:short": "text",
		"aws:ignoreTags": `{"keyPrefixes":["a/"]}`,
	}, config)

	require.NoError(t, os.WriteFile(file, []byte("config:\n  password:\n    secure: AAABAA==\n"), 0o600))
	_, err = projectConfig(folder, project)
	assert.ErrorContains(t, err, "Pulumi.sandbox.yaml: config password: the sandbox cannot decrypt secrets")
}

func TestOpenProjectRequiresAProject(t *testing.T) {
	t.Parallel()
	_, _, err := openProject(t.TempDir())
	assert.ErrorContains(t, err, "run this in the folder of a Pulumi project")
}

// TestExecutableReportsErrorsOnce runs a program that is a process of its own and fails.
func TestExecutableReportsErrorsOnce(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho broken in $PULUMI_PROJECT\nexit 1\n"), 0o700))
	out := &bytes.Buffer{}
	box, err := New(Options{
		Project: "small", Executable: script, Dir: t.TempDir(), Config: map[string]string{}, Out: out,
	})
	require.NoError(t, err)
	_, err = box.Up(context.Background())
	var failure *Failure
	require.ErrorAs(t, err, &failure)
	assert.Contains(t, strings.Join(failure.Messages, "\n"), "the program failed: exit status 1\nbroken in small")
}
