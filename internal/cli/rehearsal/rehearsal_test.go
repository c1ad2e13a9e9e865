//go:build !windows

package rehearsal

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// command is a fake of openshift-aws: it writes its arguments to a log, an installation changes the settings of the sandbox, and what
// creates the cluster fails while the account has a fault that its FAULT names.
const command = `#!/bin/sh
echo "$*" | sed -E 's/--dir [^ ]+ ?//' >>"$0.log"
case "$*" in
*" fail "*$FAULT*) touch "$0.fault" ;;
*heal*) rm -f "$0.fault" ;;
install*) echo changed >Pulumi.sandbox.yaml ;;
*export*) echo '{"deployment": {}}' ;;
esac
case "$*" in
install* | *" up "*) [ ! -e "$0.fault" ] || { echo "UnauthorizedOperation: no"; exit 1; } ;;
esac
[ -z "$FAILS" ] || case "$*" in *"$FAILS"*) echo oh; exit 3 ;; esac
`

// newRehearsal returns a rehearsal of a project with some files besides Pulumi.yaml, and what returns its commands and its steps.
func newRehearsal(t *testing.T, runtime string, files map[string]string) (*Rehearsal, func() (commands, steps []string)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "openshift-aws")
	require.NoError(t, os.WriteFile(path, []byte(command), 0o700))
	r := &Rehearsal{Command: path, Dir: t.TempDir(), Log: io.Discard}
	files["Pulumi.yaml"] = "name: shop\nruntime: " + runtime + "\n"
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(r.Dir, name), []byte(text), 0o600))
	}
	var steps []string
	r.Report = func(s Step) {
		text := s.Name
		if s.Skipped != "" {
			text += " (skipped)"
		}
		if s.Err != nil {
			text += " (failed)"
		}
		steps = append(steps, text)
	}
	return r, func() ([]string, []string) {
		text, err := os.ReadFile(path + ".log")
		require.NoError(t, err)
		return strings.Split(strings.TrimSpace(string(text)), "\n"), steps
	}
}

func TestRehearsalOfROSA(t *testing.T) {
	r, result := newRehearsal(t, "yaml", map[string]string{settings: "config: {}\n"})
	export, err := r.Run(t.Context())
	require.NoError(t, err)
	assert.JSONEq(t, `{"deployment": {}}`, string(export))
	commands, steps := result()
	assert.Equal(t, []string{
		"sandbox -- pulumi preview --non-interactive", "sandbox -- pulumi up --yes --skip-preview --non-interactive",
		"sandbox -- pulumi preview --expect-no-changes --non-interactive", "sandbox -- pulumi stack export --non-interactive",
		"sandbox -- pulumi destroy --yes --skip-preview --non-interactive",
	}, commands)
	assert.Equal(t, []string{
		"unit test (skipped)", "preview", "create the cluster", "nothing changes afterwards", "delete the cluster",
	}, steps)
	assert.NoDirExists(t, r.sandbox)
}

func TestRehearsalOfAnInstallation(t *testing.T) {
	r, result := newRehearsal(t, "yaml", map[string]string{sandboxDescription: "name: shop\n", settings: "config: {}\n"})
	r.WithoutTest = true
	_, err := r.Run(t.Context())
	require.NoError(t, err)
	commands, _ := result()
	assert.Equal(t, []string{
		"install --sandbox --config cluster.sandbox.yaml", "sandbox -- pulumi preview --expect-no-changes --non-interactive",
		"sandbox -- pulumi stack export --non-interactive", "uninstall --yes --sandbox --config cluster.sandbox.yaml",
	}, commands)
	kept, err := os.ReadFile(filepath.Join(r.Dir, settings))
	require.NoError(t, err)
	assert.Equal(t, "config: {}\n", string(kept), "the settings of the sandbox are those of before")

	require.NoError(t, os.Remove(filepath.Join(r.Dir, settings)))
	require.NoError(t, os.Rename(filepath.Join(r.Dir, sandboxDescription), filepath.Join(r.Dir, "cluster.yaml")))
	_, err = r.Create(t.Context())
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(r.Dir, settings), "a project without them has none afterwards")
	commands, _ = result()
	assert.Equal(t, "install --sandbox --config cluster.yaml", commands[4], "without a description for the sandbox")
	r.Description = filepath.Join(r.Dir, "other.yaml")
	require.NoError(t, os.Rename(filepath.Join(r.Dir, "cluster.yaml"), r.Description))
	assert.Equal(t, r.Description, r.description())
}

func TestRehearsalWithFailures(t *testing.T) {
	t.Setenv("FAULT", "iam/role")
	r, result := newRehearsal(t, "yaml", map[string]string{})
	r.WithoutTest, r.WithFailures = true, true
	_, err := r.Run(t.Context())
	require.NoError(t, err)
	_, steps := result()
	assert.Equal(t, []string{
		"no permission for a role: create again", "OCM rejects the token: create again (skipped)",
		"OCM has too many requests: create again (skipped)",
	}, steps[4:], "a program that has nothing that fails so is not one that fails")

	t.Setenv("FAILS", "heal")
	_, err = r.Run(t.Context())
	require.ErrorContains(t, err, "oh")
	_, steps = result()
	assert.Equal(t, "no permission for a role: create again (failed)", steps[len(steps)-1])
}

func TestRehearsalThatFails(t *testing.T) {
	t.Setenv("FAILS", "--expect-no-changes")
	r, result := newRehearsal(t, "yaml", map[string]string{})
	var log bytes.Buffer
	r.Log = &log
	_, err := r.Run(t.Context())
	require.EqualError(t, err, "exit status 3:\noh\n", "it has the output of the command")
	_, steps := result()
	assert.Equal(t, "nothing changes afterwards (failed)", steps[len(steps)-1], "nothing is run after a step that fails")
	assert.Equal(t, "oh\n", log.String())
	assert.NoDirExists(t, r.sandbox)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = r.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestUnitTest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason, runtime string
		files           map[string]string
		want            []string
	}{
		"go":                {"go test runs all packages", "go", map[string]string{"main_test.go": ""}, []string{"go", "test", "./..."}},
		"go without a test": {"there is nothing to run", "go", map[string]string{"main.go": ""}, nil},
		"typescript": {
			"npm runs the script", "nodejs", map[string]string{"package.json": `{"scripts": {"test": "x"}}`}, []string{"npm", "test"},
		},
		"typescript without it": {"a manifest need not have scripts", "nodejs", map[string]string{"package.json": `{}`}, nil},
		"python": {
			"the Python of the environment is used if there is one", "python", map[string]string{"test_program.py": ""},
			[]string{"python3", "-m", "unittest"},
		},
		"yaml": {"the preview in the sandbox is the test", "yaml", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range tt.files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
			}
			assert.Equal(t, tt.want, testCommand(dir, tt.runtime), tt.reason)
		})
	}
}
