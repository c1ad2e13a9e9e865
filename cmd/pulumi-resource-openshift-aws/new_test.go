package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// withoutGo is a folder with the programs that a user has who downloads a release, and Node.js: nothing in it compiles Go.
var withoutGo = sync.OnceValues(func() (string, error) {
	folder, err := build()
	if err != nil {
		return "", err
	}
	cli, err := exec.Command(
		filepath.Join(folder, "openshift-aws"), "sandbox", "--dir", filepath.Join(folder, "box"), "--", "sh", "-c", "command -v pulumi").Output()
	if err != nil {
		return "", err
	}
	programs := filepath.Join(folder, "without-go")
	paths := []string{strings.TrimSpace(string(cli))}
	for _, name := range []string{"openshift-aws", "pulumi-resource-openshift-aws", "pulumi-language-yaml", "pulumi-language-nodejs",
		"pulumi-language-python"} {
		paths = append(paths, filepath.Join(folder, name))
	}
	for _, name := range []string{"node", "npm", "sh", "env"} {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", err
		}
		paths = append(paths, path)
	}
	if err := os.Mkdir(programs, 0o755); err != nil {
		return "", err
	}
	for _, path := range paths {
		if err := os.Symlink(path, filepath.Join(programs, filepath.Base(path))); err != nil {
			return "", err
		}
	}
	return programs, nil
})

// newOf makes a project by `openshift-aws new` in an environment without Go.
func newOf(t *testing.T, answers string) project {
	t.Helper()
	programs, err := withoutGo()
	require.NoError(t, err)
	require.NoFileExists(t, filepath.Join(programs, "go"))
	folder := t.TempDir()
	p := project{T: t, dir: filepath.Join(folder, "shop")}
	p.env = []string{"PATH=" + programs, "HOME=" + folder, "npm_config_update_notifier=false"}
	p.command(folder, append([]string{"new", "--name", "shop", "--dir", p.dir}, strings.Fields(answers)...)...)
	if strings.Contains(answers, "--language typescript") {
		modules, err := nodeSDK()
		require.NoError(t, err)
		require.NoError(t, os.Symlink(modules, filepath.Join(p.dir, "node_modules")))
	}
	return p
}

// command runs a command of openshift-aws in a folder, with the project's environment alone.
func (p project) command(dir string, arguments ...string) string {
	p.Helper()
	command := exec.CommandContext(p.Context(), filepath.Join(strings.TrimPrefix(p.env[0], "PATH="), "openshift-aws"), arguments...)
	command.Dir, command.Env = dir, p.env
	text, err := command.CombinedOutput()
	require.NoError(p, err, string(text))
	return string(text)
}

// fails runs a command of openshift-aws in the project, which must fail.
func (p project) fails(arguments ...string) string {
	p.Helper()
	command := exec.CommandContext(p.Context(), filepath.Join(strings.TrimPrefix(p.env[0], "PATH="), "openshift-aws"), arguments...)
	command.Dir, command.Env = p.dir, p.env
	text, err := command.CombinedOutput()
	require.Error(p, err, string(text))
	return string(text)
}

// TestNewProjects: from an empty folder to a preview of a whole cluster, in less than a minute and without Go.
func TestNewProjects(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	for name, answers := range map[string]string{
		"hcp":                            "--cluster rosa-hcp",
		"hcp in TypeScript":              "--cluster rosa-hcp --language typescript",
		"private classic":                "--cluster rosa-classic --access private",
		"private hcp of a VPC":           "--cluster rosa-hcp --access private --network existing --zones us-east-2a",
		"public classic of a VPC":        "--cluster rosa-classic --network existing --zones us-east-2b",
		"private hcp of a shared VPC":    "--cluster rosa-hcp --access private --network shared",
		"public classic of a shared VPC": "--cluster rosa-classic --network shared",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := nodeSDK()
			require.NoError(t, err)
			begun := time.Now()
			p := newOf(t, answers)
			preview := p.command(p.dir, "sandbox", "--", "pulumi", "preview", "--non-interactive")
			assert.Contains(t, preview, "to create")
			assert.NotContains(t, preview, "the preview is incomplete")
			t.Log("to a preview:", time.Since(begun))
			if strings.HasPrefix(name, "hcp") {
				begun = time.Now()
				rehearse, want := []string{"rehearse", "--picture", ""}, `(?s)ok +unit test .* npm test\n.*ok +delete the cluster `
				if name == "hcp" { // The failures are the same in each language.
					rehearse, want = append(rehearse, "--with-failures"),
						`(?s)ok +delete the cluster .*ok +no permission for a role: create again .*ok +OCM has too many`
				}
				rehearsed := p.command(p.dir, rehearse...)
				t.Log("rehearse:", time.Since(begun))
				assert.Regexp(t, want, rehearsed)
				assert.Contains(t, rehearsed, "  1 hosted control plane of ROSA\n")
			}
		})
	}
}

// TestLossesInNewProjects: what a new project's cluster cannot become. The preview names the argument and says what to do.
func TestLossesInNewProjects(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	for _, language := range []string{"yaml", "typescript"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := newOf(t, "--cluster rosa-hcp --language "+language)
			pulumi := func(arguments ...string) []string { return append([]string{"sandbox", "--", "pulumi"}, arguments...) }
			p.command(p.dir, pulumi("up", "--yes", "--skip-preview", "--non-interactive")...)
			file, from, to := "Pulumi.yaml", "      version: ", "      scope: Internal\n      version: "
			if language == "typescript" {
				file, from, to = "index.ts", "    version: ", "    scope: \"Internal\",\n    version: "
			}
			program := read(t, p.dir, file)
			for _, tt := range []struct {
				program string
				flags   []string
				want    string
			}{
				{program: strings.Replace(program, from, to, 1), want: "set it back (Scope, Zones and the network decide it)"},
				{ // The last one, because the CLI keeps the setting.
					program: program, flags: []string{"-c", "zones=us-east-2a,us-east-2b"},
					want: "zones: us-east-2a, us-east-2b, us-east-2c cannot become us-east-2a, us-east-2b",
				},
			} {
				p.write(file, tt.program)
				out := p.fails(pulumi(append([]string{"preview", "--non-interactive"}, tt.flags...)...)...)
				assert.Contains(t, out, tt.want)
			}
		})
	}
}

// TestNewSelfManaged rehearses a new project in TypeScript, without Go, of the release that is the default.
// TestFirstClusterPages has one in YAML, of another release.
func TestNewSelfManaged(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := newOf(t, "--cluster self-managed --language typescript --zones eu-west-1a,eu-west-1b,eu-west-1c")
	begun := time.Now()
	rehearsed := p.command(p.dir, "rehearse", "--picture", "cluster.svg")
	t.Log("rehearse:", time.Since(begun))
	assert.Regexp(t,
		`ok +install the cluster, stages bootstrap and cluster .*\nok +nothing changes afterwards .*\nok +delete the cluster `, rehearsed)
	assert.Contains(t, rehearsed, "npm test")
	assert.Contains(t, read(t, p.dir, "cluster.svg"), "<svg ")
}

// TestNewUnitTests: the unit test of a new project in TypeScript and Python passes, whatever the cluster and its network are.
func TestNewUnitTests(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	for name, answers := range map[string]string{
		"private self-managed":    "--cluster self-managed --access private --network existing",
		"hcp of a shared VPC":     "--cluster rosa-hcp --network shared --access private",
		"classic of a shared VPC": "--cluster rosa-classic --network shared",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newOf(t, answers+" --language typescript")
			require.NoError(t, run(p.dir, "env", append(append([]string{"-i"}, p.env...), "npm", "test")...))

			sdk := &project{T: t}
			preparePython(sdk, generated, "")
			p = newOf(t, answers+" --language python")
			command := exec.CommandContext(t.Context(), python, "-m", "unittest")
			command.Dir, command.Env = p.dir, append(p.env, sdk.env...)
			text, err := command.CombinedOutput()
			require.NoError(t, err, string(text))
			assert.Regexp(t, `Ran 1 test .*\n\nOK`, string(text))
		})
	}
}
