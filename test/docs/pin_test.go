package docs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// registry is a registry of images that requires a token, and a server of archives.
type registry struct {
	*httptest.Server
	indexes map[string]string
}

func newRegistry(t *testing.T) *registry {
	t.Helper()
	r := &registry{indexes: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/token", func(w http.ResponseWriter, request *http.Request) {
		fmt.Fprintf(w, `{"token": "for %s", "expires_in": 300}`, request.FormValue("scope"))
	})
	mux.HandleFunc("/v2/library/{name}/manifests/{tag}", func(w http.ResponseWriter, request *http.Request) {
		scope := "repository:library/" + request.PathValue("name") + ":pull"
		if request.Header.Get("Authorization") != "Bearer for "+scope {
			w.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer realm="%s/token",service="registry",scope="%s"`, r.URL, scope))
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Docker-Content-Digest", "sha256:of-another-index") // only the bytes count
		fmt.Fprint(w, r.indexes[request.PathValue("name")+":"+request.PathValue("tag")])
	})
	mux.HandleFunc("/pulumi-aws/releases/download/{version}/{archive}", func(w http.ResponseWriter, request *http.Request) {
		fmt.Fprint(w, "content of "+request.PathValue("archive"))
	})
	r.Server = httptest.NewServer(mux)
	t.Cleanup(r.Close)
	return r
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

// TestPin: .ci/pin writes the digests that a registry has for the tags, and the checksums of the plugins, once.
func TestPin(t *testing.T) {
	t.Parallel()
	server, dir := newRegistry(t), t.TempDir()
	example := filepath.Join(dir, "examples", "fleet")
	require.NoError(t, os.MkdirAll(example, 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".ci"), 0o700))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	write(".ci/pin", read(t, filepath.Join(root, ".ci", "pin")))
	write("examples/fleet/plugins.sha256", sum("old")+"  pulumi-resource-aws-v6.83.1-linux-amd64.tar.gz\n")
	image := strings.TrimPrefix(server.URL, "http://") + "/library/"
	pinned := image + "node:22@sha256:" + strings.Repeat("0", 64)
	text := "FROM " + image + "golang:1.26 AS program\nFROM " + pinned + "\nRUN pulumi plugin install resource aws 6.83.2\n" +
		"FROM " + image + "golang:1.26\n"
	write("examples/fleet/Containerfile", text)
	pin := func(args ...string) (string, error) {
		command := exec.CommandContext(t.Context(), filepath.Join(dir, ".ci", "pin"), args...)
		command.Env = append(os.Environ(), "PLUGINS="+server.URL, "NO_PROXY=*")
		output, err := command.CombinedOutput()
		return string(output), err
	}

	server.indexes["golang:1.26"] = `{"schemaVersion": 2, "layers": []}`
	output, err := pin()
	require.Error(t, err)
	assert.Contains(t, output, "golang:1.26: the registry has no index of images for several architectures")

	index := `{"schemaVersion": 2, "manifests": [{"digest": "sha256:1"}]}`
	server.indexes["golang:1.26"] = index
	output, err = pin("--check")
	require.Error(t, err)
	assert.Contains(t, output, "golang:1.26 has no digest")
	assert.Contains(t, output, "pulumi-resource-aws-v6.83.2-linux-arm64.tar.gz has no checksum")
	assert.NotContains(t, output, "node")
	output, err = pin()
	require.NoError(t, err, output)
	want := strings.ReplaceAll(text, "golang:1.26", "golang:1.26@sha256:"+sum(index))
	assert.Equal(t, want, read(t, filepath.Join(example, "Containerfile")))
	var checksums strings.Builder
	for _, machine := range []string{"amd64", "arm64"} {
		archive := "pulumi-resource-aws-v6.83.2-linux-" + machine + ".tar.gz"
		checksums.WriteString(sum("content of "+archive) + "  " + archive + "\n")
	}
	assert.Equal(t, checksums.String(), read(t, filepath.Join(example, "plugins.sha256")))

	server.indexes["golang:1.26"] = strings.Replace(index, "sha256:1", "sha256:2", 1)
	output, err = pin()
	require.NoError(t, err, output)
	assert.Equal(t, want, read(t, filepath.Join(example, "Containerfile")), "the tag was moved; what is pinned stays")
	output, err = pin("--check")
	require.NoError(t, err, output)
}

// TestReleasesArePinned: a release whose images are not pinned is not made.
func TestReleasesArePinned(t *testing.T) {
	t.Parallel()
	for _, step := range workflows(t)["release.yaml"].Jobs["package"].Steps {
		if step.Run == ".ci/pin --check" {
			return
		}
		assert.NotContains(t, step.Run, ".ci/release", "the images are checked before the release is made")
	}
	assert.Fail(t, "the release does not run .ci/pin --check")
}

// TestPluginsNeedChecksums: the CLI verifies nothing if the checksum is empty, so that the stage fails before it installs a plugin.
func TestPluginsNeedChecksums(t *testing.T) {
	t.Parallel()
	image := strings.ReplaceAll(read(t, filepath.Join(root, "examples", "fleet", "Containerfile")), "\\\n", "")
	_, stage, found := strings.Cut(image, "RUN sum() {")
	require.True(t, found)
	script, _, _ := strings.Cut("sum() {"+stage, "\n")
	dir := t.TempDir()
	for name, text := range map[string]string{"dpkg": "echo arm64", "pulumi": `echo "$@"`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	}
	sums := filepath.Join(dir, "plugins.sha256")
	install := func(checksums string) (string, error) {
		require.NoError(t, os.WriteFile(sums, []byte(checksums), 0o600))
		command := exec.CommandContext(t.Context(), "sh", "-ec", strings.ReplaceAll(script, "/plugins.sha256", sums))
		command.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		output, err := command.CombinedOutput()
		return string(output), err
	}
	aws, kubernetes := sum("aws")+"  pulumi-resource-aws-v6.83.2-linux-", sum("kubernetes")+"  pulumi-resource-kubernetes-v4.30.0-linux-"
	for _, checksums := range []string{
		"", aws + "arm64.tar.gz\n", aws + "arm64.tar.gz\n" + kubernetes + "amd64.tar.gz\n",
	} {
		output, err := install(checksums)
		require.Error(t, err, checksums)
		assert.Regexp(t, `^(aws|kubernetes)-v[0-9.]+ has no checksum: run .ci/pin\n$`, output, checksums)
	}
	output, err := install(aws + "arm64.tar.gz\n" + kubernetes + "arm64.tar.gz\n")
	require.NoError(t, err, output)
	assert.Equal(t, "plugin install resource aws 6.83.2 --checksum "+sum("aws")+"\n"+
		"plugin install resource kubernetes 4.30.0 --checksum "+sum("kubernetes")+"\n", output)
}
