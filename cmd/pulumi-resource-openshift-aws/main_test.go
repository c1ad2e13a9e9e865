package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	root = "../.."
	// installDir is the install directory of an example.
	installDir = root + "/examples/classic/install-dir"
)

// built is the folder of build, if a test has called it.
var built string

// build compiles the plugin, the command and Pulumi's plugin for YAML once, into a folder for PATH. The last is built from tools/yaml, into
// the user's cache: an installed Pulumi CLI has it, one that is built from tools/ has not.
var build = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "plugin")
	if err != nil {
		return "", err
	}
	built = folder
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	language := filepath.Join(cache, "pulumi-openshift-aws", "yaml-v1.38.0", "pulumi-language-yaml")
	for _, each := range []struct{ dir, output, pkg string }{
		{".", filepath.Join(folder, "pulumi-resource-openshift-aws"), "."},
		{root, filepath.Join(folder, "openshift-aws"), "./cmd/openshift-aws"},
		{filepath.Join(root, "tools", "yaml"), language, "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"},
	} {
		if _, err := os.Stat(each.output); err == nil {
			continue
		}
		command := exec.Command("go", "build", "-o", each.output, each.pkg)
		command.Dir = each.dir
		if text, err := command.CombinedOutput(); err != nil {
			return "", errors.Join(err, errors.New(string(text)))
		}
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	for _, host := range languageHosts {
		if err := os.Symlink(self, filepath.Join(folder, host)); err != nil {
			return "", err
		}
	}
	return folder, os.Symlink(language, filepath.Join(folder, "pulumi-language-yaml"))
})

func TestMain(m *testing.M) {
	if isLanguageHost() {
		serveLanguage()
		return
	}
	if isStandIn() {
		os.Exit(standIn())
	}
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// project is a program in a language that runs in the sandbox.
type project struct {
	*testing.T

	dir string
	// env is added to the environment.
	env []string
}

// read returns the text of a file.
func read(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(text)
}

func absolute(t testing.TB, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

// newProject writes the program of a YAML file in testdata to a folder.
func newProject(t *testing.T, name string) project {
	t.Helper()
	mockstest.NeedsEngine(t)
	p := project{T: t, dir: t.TempDir()}
	p.write("Pulumi.yaml", strings.ReplaceAll(read(t, "testdata", name, "Pulumi.yaml"), "INSTALL_DIR", absolute(t, installDir)))
	p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n")
	return p
}

func (p project) write(name, text string) {
	require.NoError(p, os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600))
}

// pulumi runs a command of the CLI in the sandbox and returns what it prints.
func (p project) pulumi(arguments ...string) (string, error) {
	return p.inSandbox("pulumi", append(arguments, "--non-interactive")...)
}

// inSandbox runs a program in the sandbox and returns what it prints.
func (p project) inSandbox(program string, arguments ...string) (string, error) {
	folder, err := build()
	require.NoError(p, err)
	arguments = append([]string{"sandbox", "--dir", filepath.Join(p.dir, ".sandbox"), "--", program}, arguments...)
	command := exec.CommandContext(p.Context(), filepath.Join(folder, "openshift-aws"), arguments...)
	command.Dir = p.dir
	command.Env = append(append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH")), p.env...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err = command.Run()
	return out.String(), err
}

func (p project) must(arguments ...string) string {
	out, err := p.pulumi(arguments...)
	require.NoError(p, err, out)
	return out
}

// everyComponent returns a program with all components that are not blueprints. One that the file does not have is added with the arguments
// that it requires.
func everyComponent(t *testing.T) string {
	t.Helper()
	program := read(t, "testdata", "every", "Pulumi.yaml")
	for i, component := range plugin.Components {
		if !strings.HasPrefix(component.Token, "openshift-aws:blueprint:") && !strings.Contains(program, "type: "+component.Token+"\n") {
			program += resource(t, fmt.Sprintf("required-%d", i), component)
		}
	}
	return strings.NewReplacer("INSTALL_DIR", absolute(t, installDir), "READY_KUBECONFIG", apiServer(t)).Replace(program)
}

// TestEveryComponent creates all components through the plugin, and deletes them.
func TestEveryComponent(t *testing.T) {
	t.Parallel()
	p := newProject(t, "every")
	p.write("Pulumi.yaml", everyComponent(t))
	p.must("up", "--yes", "--skip-preview")
	p.registersOutputs()
	p.must("refresh", "--yes", "--skip-preview")
	out := p.must("preview", "--expect-no-changes")
	assert.NotContains(t, out, "the preview is incomplete")
	p.must("destroy", "--yes", "--skip-preview")
}

// TestProblems shows errors in the words of the program: those of all components at once, and each with its property.
func TestProblems(t *testing.T) {
	t.Parallel()
	out, err := newProject(t, "problems").pulumi("preview")
	require.Error(t, err)
	for _, want := range []string{
		`property zones[1] with value '{us-east-2x9}' has a problem: "us-east-2x9" is not a valid AWS zone`,
		"property zoneSlots[us-east-2a] has a problem: must be between 0 and 7 (got 9)",
		"problem: infraId: must not be a secret",
		"must set one of clusterId or endpointId",
		`property idleTimeout with value '{1 minute}' has a problem: "1 minute" is not a valid duration`,
		`property allowedCidrs[0] with value '{10.0.0.0/33}' has a problem: "10.0.0.0/33" is not a valid IPv4 CIDR`,
		`property writer.oidcProviderArn with value '{vpc-0123456789abcdef0}' has a problem: "vpc-0123456789abcdef0" is not a valid IAM OIDC`,
	} {
		assert.Contains(t, out, want)
	}
	assert.Contains(t, out, "problem: adminPassword: must have at least 14 characters", "not the password of a login that the program lacks")
	assert.NotContains(t, out, "identityProviders")
	assert.NotContains(t, out, "Hunter-2", "a secret")
	assert.NotContains(t, out, "awaiting input property")
	assert.NotContains(t, out, "demo-x7k2p", "a secret")
	assert.NotContains(t, out, "client connection is closing")
	assert.NotContains(t, out, "VpcArgs")
}

// TestBesideABlueprint adds a pool to a cluster, with the parts of its blueprint. The preview before the update shows all of it.
func TestBesideABlueprint(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := newProject(t, "beside")
	out := p.must("preview")
	assert.NotContains(t, out, "the preview is incomplete")
	assert.Contains(t, out, "batch-machineset-us-east-2c create")
	p.must("up", "--yes", "--skip-preview")
	for _, each := range p.state() {
		if strings.HasSuffix(each.URN, "::batch-machineset-us-east-2c") {
			assert.Contains(t, each.Provider, "::cluster-api::")
		}
	}
	p.must("preview", "--expect-no-changes")
	p.must("destroy", "--yes", "--skip-preview")
}

// TestPackageAdd adds the package to a project as docs/languages.md says: the CLI reads the schema of the plugin.
func TestPackageAdd(t *testing.T) {
	t.Parallel()
	p := newProject(t, "rosa")
	folder, err := build()
	require.NoError(t, err)
	p.must("package", "add", filepath.Join(folder, "pulumi-resource-openshift-aws"))
	assert.Contains(t, read(t, p.dir, "Pulumi.yaml"), "packages:\n  openshift-aws: openshift-aws@0.0.1-dev\n")
	assert.NotContains(t, p.must("preview"), "the preview is incomplete")
}
