package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

// newUserModule makes a project of the template outside of the repository with `pulumi new`, in a workspace with the
// repository instead of a release of it.
func newUserModule(t *testing.T, cli, project string, env []string) string {
	t.Helper()
	root, err := moduleRoot()
	require.NoError(t, err)
	home, folder := t.TempDir(), filepath.Join(t.TempDir(), project)
	template := filepath.Join(root, "templates", "openshift-aws-go")
	command := exec.CommandContext(t.Context(), cli, "new", template, "--generate-only", "--offline", "--yes",
		"--name", project, "--description", "A cluster", "--dir", folder, "--non-interactive")
	command.Env = append(env, "PULUMI_HOME="+home, "PULUMI_BACKEND_URL=file://"+filepath.ToSlash(home),
		"PULUMI_SKIP_UPDATE_CHECK=true")
	text, err := command.CombinedOutput()
	require.NoError(t, err, string(text))
	requirements, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	goMod := strings.Replace(string(requirements), "module "+modulePath, "module "+project, 1)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte(goMod), 0o600))
	goWork := "go 1.26.0\n\nuse (\n\t.\n\t" + root + "\n)\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.work"), []byte(goWork), 0o600))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o600))
	return folder
}

// expectedNoChanges are the exit codes of Pulumi with --expect-no-changes: of releases whose errors have codes (pulumi/pulumi v3.250.0,
// sdk/go/common/util/cmdutil/exit.go), and of older ones (v3.219.0, cmd/pulumi/main.go).
var expectedNoChanges = []int{7, 255}

// TestTemplateRunsInTheSandbox runs the program of a module outside of the repository by the command, as a user does.
func TestTemplateRunsInTheSandbox(t *testing.T) {
	needsEngine(t)
	t.Parallel()
	cli, err := findCLI(t.Context(), os.Stderr)
	require.NoError(t, err)
	path := linkLanguage(t) + string(os.PathListSeparator) + os.Getenv("PATH")
	env := append(os.Environ(), "PATH="+path, "PULUMI_CONFIG=other")
	folder := newUserModule(t, cli.Path, "shop", env)
	command := filepath.Join(t.TempDir(), "openshift-aws"+executableSuffix())
	build := exec.CommandContext(t.Context(), "go", "build", "-o", command, "../cmd/openshift-aws")
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))

	run := func(want []int, args ...string) string {
		process := exec.CommandContext(t.Context(), command, append([]string{"sandbox", "--", "pulumi"}, args...)...)
		process.Dir, process.Env = folder, env
		text, err := process.CombinedOutput()
		exit := new(exec.ExitError)
		code := 0
		if errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		require.Contains(t, want, code, string(text))
		return string(text)
	}
	success := []int{0}
	run(success, "up", "--yes", "--skip-preview", "--non-interactive")
	assert.DirExists(t, filepath.Join(folder, ".sandbox", "shop", "state"), "the state is in the user's module")
	assert.Regexp(t, `^https://\S+\n$`, run(success, "stack", "output", "apiUrl"))
	_, err = topology.Read([]byte(run(success, "stack", "export")))
	require.NoError(t, err, "what is exported can be drawn")
	changed := run(expectedNoChanges, "preview", "--diff", "--expect-no-changes", "-c", "version=4.20.5", "--non-interactive")
	assert.Contains(t, changed, "4.20.5", "flags and exit codes are Pulumi's")
	assert.Contains(t, run(success, "destroy", "--yes", "--skip-preview", "--remove", "--non-interactive"), "deleted")
}

func TestExecRejected(t *testing.T) {
	for name, tt := range map[string]struct {
		command []string
		want    string
	}{
		"no command": {want: "a command is required, such as pulumi up"},
		"a command of pulumi alone": {
			command: []string{"up"},
			want:    `exec: "up": executable file not found in $PATH; what follows -- is a whole command, such as pulumi up`,
		},
		"no project": {command: []string{"pulumi", "up"}, want: "no Pulumi.yaml project file found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			_, err := Exec(t.Context(), Options{}, tt.command...)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// TestMissingLanguage: without an installed Pulumi, a command that runs the program is rejected before Pulumi runs, with what works.
func TestMissingLanguage(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "Pulumi.yaml"), []byte("name: shop\nruntime: python\n"), 0o600))
	t.Setenv("PATH", t.TempDir())
	_, err := Exec(t.Context(), Options{Dir: folder}, "pulumi", "--non-interactive", "up", "--yes")
	require.EqualError(t, err, "pulumi up runs this program by the language plugin pulumi-language-python, which is not on PATH, and no "+
		"Pulumi is installed, which has it; install Pulumi 3.219.0 or newer from https://www.pulumi.com/docs/install/ (without it, stack, "+
		`config, refresh and destroy work, and so does "go run . up" of a Go program with commands)`)

	box := &Sandbox{opts: Options{Dir: folder}}
	for _, command := range [][]string{{"pulumi", "stack", "output"}, {"pulumi"}, {"./deploy.sh", "up"}} {
		require.NoError(t, box.missingLanguage("python", command), "%v runs no program, or is not pulumi", command)
	}
	up := []string{"pulumi", "up"}
	require.NoError(t, box.missingLanguage("pkl", up), "Pulumi downloads this plugin")
	t.Run("plugin in the sandbox", func(t *testing.T) {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, "home", "plugins", "language-python-v3.250.0"), 0o700))
		require.NoError(t, box.missingLanguage("python", up))
	})
	t.Setenv("PATH", linkLanguage(t))
	require.NoError(t, box.missingLanguage("go", up), "the plugin is on PATH")
}
