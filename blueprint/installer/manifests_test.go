package installer

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// accountResponse is STS's response to GetCallerIdentity.
const accountResponse = `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account>
</GetCallerIdentityResult></GetCallerIdentityResponse>`

// TestWriteManifests: a directory of openshift-install gets what `install` adds to it, once.
func TestWriteManifests(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(accountResponse))
	}))
	t.Cleanup(server.Close)
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
		"AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
	} {
		t.Setenv(name, value)
	}
	folder := t.TempDir()
	config, dir := filepath.Join(folder, "cluster.yaml"), filepath.Join(folder, "demo")
	require.NoError(t, os.WriteFile(config, []byte("name: demo\nregion: us-east-2\nrelease: 4.19.3\n"), 0o600))
	write := func() (string, error) {
		var out bytes.Buffer
		err := writeManifests(t.Context(), []string{"--config", config}, &out)
		return out.String(), err
	}
	_, err := write()
	require.ErrorContains(t, err, "run `openshift-install create manifests --dir "+dir+"` first")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "manifests"), 0o700))
	output, err := write()
	require.NoError(t, err)
	for _, name := range []string{
		"manifests/cluster-ingress-default-ingresscontroller.yaml",
		"manifests/openshift-machine-api-aws-cloud-credentials-credentials.yaml",
		"tls/bound-service-account-signing-key.key", "tls/bound-service-account-signing-key.pub",
	} {
		assert.Contains(t, output, filepath.Join(dir, name)+"\n")
		assert.FileExists(t, filepath.Join(dir, name))
	}
	_, err = write()
	require.ErrorContains(t, err, "already has a signing key")
}
