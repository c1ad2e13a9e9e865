package acceptance

import (
	"cmp"
	"errors"
	"maps"
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

// languagesDir is the folder of what buildYAML compiles, which TestMain removes.
var languagesDir string

// buildYAML compiles the package's plugin and the command of the sandbox, with Pulumi's plugin for YAML, once, into a folder for PATH. The
// last is in the user's cache after the tests of cmd/pulumi-resource-openshift-aws.
var buildYAML = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	if languagesDir, err = os.MkdirTemp("", "languages"); err != nil {
		return "", err
	}
	language := filepath.Join(cache, "pulumi-openshift-aws", "yaml-v1.38.0", "pulumi-language-yaml")
	for _, each := range []struct{ dir, output, pkg string }{
		{root, filepath.Join(languagesDir, "pulumi-resource-openshift-aws"), "./cmd/pulumi-resource-openshift-aws"},
		{root, filepath.Join(languagesDir, "openshift-aws"), "./cmd/openshift-aws"},
		{filepath.Join(root, "tools", "yaml"), language, "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"},
	} {
		if _, err := os.Stat(each.output); err == nil {
			continue
		}
		command := exec.Command("go", "build", "-o", each.output, each.pkg)
		command.Dir = each.dir
		if text, err := command.CombinedOutput(); err != nil {
			return languagesDir, errors.Join(err, errors.New(string(text)))
		}
	}
	return languagesDir, os.Symlink(language, filepath.Join(languagesDir, "pulumi-language-yaml"))
})

// newLanguages are the languages of new projects in these tests. A Pulumi CLI that the lab builds has no plugins for languages, and that
// of YAML is compiled: who has others, as the weekly job has, names them.
func newLanguages() []string { return strings.Fields(cmp.Or(os.Getenv("NEW_LANGUAGES"), "yaml")) }

// withoutGo returns a folder for PATH with what a user has who downloads a release, and nothing that compiles Go: the programs that
// buildYAML compiles, and others of the lab and the machine.
func withoutGo(t *testing.T, others ...string) string {
	t.Helper()
	compiled, err := buildYAML()
	require.NoError(t, err)
	folder := t.TempDir()
	link := func(path string) {
		require.NoError(t, os.Symlink(path, filepath.Join(folder, filepath.Base(path))))
	}
	for _, name := range []string{"openshift-aws", "pulumi-resource-openshift-aws", "pulumi-language-yaml"} {
		link(filepath.Join(compiled, name))
	}
	for _, name := range append(others, "pulumi", "pulumi-resource-aws", "pulumi-resource-openshift-aws-rhcs", "sh") {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		link(path)
	}
	return folder
}

// yamlProgram is a program in YAML, which the installed plugins of the providers run.
type yamlProgram struct {
	*testing.T

	dir  string
	path string
}

// newYAMLProgram writes a program of testdata, with other texts in place of those of replacements.
func newYAMLProgram(t *testing.T, name string, replacements ...string) yamlProgram {
	t.Helper()
	path, err := buildYAML()
	require.NoError(t, err)
	p := yamlProgram{T: t, dir: t.TempDir(), path: path}
	p.write(name, replacements...)
	var config strings.Builder
	config.WriteString("config:\n")
	for _, key := range slices.Sorted(maps.Keys(emulatorConfig)) {
		config.WriteString("  " + key + ": \"" + emulatorConfig[key] + "\"\n")
	}
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "Pulumi.sandbox.yaml"), []byte(config.String()), 0o600))
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = p.pulumi("destroy", "--yes", "--skip-preview")
		}
	})
	return p
}

func (p yamlProgram) write(name string, replacements ...string) {
	p.Helper()
	program, err := os.ReadFile(filepath.Join("testdata", "yaml", name+".yaml"))
	require.NoError(p, err)
	text := strings.NewReplacer(replacements...).Replace(string(program))
	require.NoError(p, os.WriteFile(filepath.Join(p.dir, "Pulumi.yaml"), []byte(text), 0o600))
}

func (p yamlProgram) pulumi(arguments ...string) (string, error) {
	arguments = append([]string{
		"sandbox", "--dir", filepath.Join(p.dir, ".sandbox"), "--real-aws", "--kubeconfig", os.Getenv("KUBECONFIG"), "--", "pulumi",
	}, append(arguments, "--non-interactive")...)
	command := exec.Command(filepath.Join(p.path, "openshift-aws"), arguments...) // Without the test's context, so that cleanups can use it.
	command.Dir = p.dir
	command.Env = append(os.Environ(), "PATH="+p.path+string(os.PathListSeparator)+os.Getenv("PATH"))
	text, err := command.CombinedOutput()
	return string(text), err
}

func (p yamlProgram) must(arguments ...string) string {
	p.Helper()
	out, err := p.pulumi(arguments...)
	require.NoError(p, err, out)
	return out
}

// isUnchanged asserts that neither an update nor a refresh changes anything.
func (p yamlProgram) isUnchanged() {
	p.Helper()
	p.must("preview", "--expect-no-changes")
	p.must("refresh", "--yes", "--skip-preview", "--expect-no-changes")
	p.must("preview", "--expect-no-changes")
}

// TestYAMLSelfManaged creates a cluster of a program in YAML with the real providers, which reads its install directory by a function.
func TestYAMLSelfManaged(t *testing.T) {
	demoLock.acquire(t)
	dir, err := filepath.Abs("../../examples/classic/install-dir")
	require.NoError(t, err)
	bootstrap := []string{"INSTALL_DIR", dir, "EMULATED_AMI", emulatedAMI, "STAGE", "bootstrap"}
	p := newYAMLProgram(t, "self-managed", bootstrap...)
	p.must("up", "--yes", "--skip-preview")
	assert.Equal(t, "demo-x7k2p\n", p.must("stack", "output", "infraId"))
	p.isUnchanged()

	clusterLock.lock(t)
	p.write("self-managed", append([]string{"STAGE", "cluster"}, bootstrap...)...)
	p.must("up", "--yes", "--skip-preview")
	p.isUnchanged()
	assert.NotNil(t, kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "demo-x7k2p-infra-us-east-2a"))
	p.must("destroy", "--yes", "--skip-preview")
}

// TestYAMLROSA creates a ROSA cluster of a program in YAML with the real providers.
func TestYAMLROSA(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	p := newYAMLProgram(t, "rosa")
	p.must("up", "--yes", "--skip-preview")
	require.Len(t, service.created("clusters"), 1)
	p.isUnchanged()
	p.must("destroy", "--yes", "--skip-preview")
	assert.Empty(t, service.object("clusters")["items"])
}
