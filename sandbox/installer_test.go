package sandbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFakeInstaller(t *testing.T) {
	t.Parallel()
	installer, err := FakeInstaller(Options{Project: "small", Dir: t.TempDir()})
	require.NoError(t, err)
	defer installer.Stop()
	assert.FileExists(t, installer.Path)
	text, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	assert.Contains(t, string(text), "http://127.0.0.1:")

	get := func(path string) (int, []any) {
		recorder := httptest.NewRecorder()
		serveNewCluster(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		var list struct{ Items []any }
		_ = json.Unmarshal(recorder.Body.Bytes(), &list)
		return recorder.Code, list.Items
	}
	code, nodes := get("/api/v1/nodes")
	assert.Equal(t, http.StatusOK, code)
	assert.Len(t, nodes, 9)
	code, services := get("/api/v1/services")
	assert.Equal(t, http.StatusOK, code)
	assert.Empty(t, services, "uninstall has nothing to delete")
	code, _ = get("/api/v1/namespaces/kube-system/configmaps/bootstrap")
	assert.Equal(t, http.StatusNotFound, code)
}
