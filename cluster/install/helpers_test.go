package install

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// programs is the path of testdata/programs, compiled: the tests start it 1,500 times, and this test binary would take 60 ms of CPU for
// that each time.
var programs string

func TestMain(m *testing.M) {
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "programs")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	programs = filepath.Join(dir, "programs")
	if output, err := exec.Command("go", "build", "-o", programs, "./testdata/programs").CombinedOutput(); err != nil {
		panic(string(output))
	}
	return m.Run()
}

// linked returns the path of the fake of a program.
func linked(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.Symlink(programs, path))
	return path
}

const (
	pullSecretAuth = "dXNlcjpwYXNz"
	pullSecretText = `{"auths":{"quay.io":{"auth":"` + pullSecretAuth + `"}}}`
)

// demo is a valid description, with a fake openshift-install.
func demo(t *testing.T) *Config {
	t.Helper()
	return &Config{
		Dir:              filepath.Join(t.TempDir(), "demo"),
		Name:             "demo",
		BaseDomain:       "example.com",
		Region:           "us-east-2",
		Zones:            []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		Release:          "4.19",
		OpenShiftInstall: linked(t, "openshift-install"),
		PullSecret:       pullSecretText,
		SSHKey:           "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user@example.com",
	}
}

// prepare creates the install directory of a cluster.
func prepare(t *testing.T, c *Config) {
	t.Helper()
	_, err := Prepare(t.Context(), c, io.Discard)
	require.NoError(t, err)
}

// writeKubeconfig writes a kubeconfig whose current context has a server and a token. Its first cluster is another one.
func writeKubeconfig(t *testing.T, server string) (path string) {
	t.Helper()
	return writeKubeconfigOfTwo(t, unreachable, server)
}

// writeKubeconfigOfTwo writes a kubeconfig of two clusters, alpha and demo, as `oc login` writes it: sorted by name. The current
// context is that of demo.
func writeKubeconfigOfTwo(t *testing.T, alpha, demo string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "kubeconfig")
	text := fmt.Sprintf(`clusters: [{name: alpha, cluster: {server: %q}}, {name: demo, cluster: {server: %q}}]
contexts: [{name: alpha, context: {cluster: alpha, user: admin}}, {name: demo, context: {cluster: demo, user: admin}}]
current-context: demo
users: [{name: admin, user: {token: hidden}}]
`, alpha, demo)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// bootstrapFiles returns the files in the bootstrap machine's Ignition.
func bootstrapFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "bootstrap.ign"))
	require.NoError(t, err)
	var found struct {
		Storage struct {
			Files []struct {
				Path     string `json:"path"`
				Contents struct {
					Source string `json:"source"`
				} `json:"contents"`
			} `json:"files"`
		} `json:"storage"`
	}
	require.NoError(t, json.Unmarshal(text, &found))
	files := map[string]string{}
	for _, file := range found.Storage.Files {
		_, encoded, _ := strings.Cut(file.Contents.Source, "base64,")
		content, err := base64.StdEncoding.DecodeString(encoded)
		require.NoError(t, err)
		files[strings.TrimPrefix(file.Path, "/opt/openshift/")] = string(content)
	}
	return files
}

// tree returns the content of all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	}))
	return files
}
