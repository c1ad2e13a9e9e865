package install

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// TestMain makes this program an openshift-install when it is started under that name.
func TestMain(m *testing.M) {
	if openshiftinstall.IsCalled() {
		openshiftinstall.Main()
	}
	if filepath.Base(os.Args[0]) == "oc" {
		os.Exit(runOC())
	}
	os.Exit(m.Run())
}

const (
	pullSecretAuth = "dXNlcjpwYXNz"
	pullSecretText = `{"auths":{"quay.io":{"auth":"` + pullSecretAuth + `"}}}`
)

// demo is a valid description, with a fake openshift-install.
func demo(t *testing.T) *Config {
	t.Helper()
	tool, err := openshiftinstall.Link(t.TempDir())
	require.NoError(t, err)
	return &Config{
		Dir:              filepath.Join(t.TempDir(), "demo"),
		Name:             "demo",
		BaseDomain:       "example.com",
		Region:           "us-east-2",
		Zones:            []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		Release:          "4.19",
		OpenShiftInstall: tool,
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
