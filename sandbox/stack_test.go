package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStack(t *testing.T) {
	t.Parallel()
	stack, err := NewStack(Options{Project: "small", Program: smallProgram, Dir: t.TempDir()},
		map[string]string{"aws:region": "us-east-2", "replicas": "3", "path": "default/"})
	require.NoError(t, err)
	ctx := t.Context()
	count := func() int {
		found, err := stack.Resources(ctx)
		require.NoError(t, err)
		return found
	}
	assert.Zero(t, count())
	require.NoError(t, stack.SetConfig(ctx, map[string]string{"path": "set/"}))
	require.NoError(t, stack.SetConfig(ctx, map[string]string{"description": "both are kept"}))
	for key, want := range map[string]string{"path": "set/", "description": "both are kept", "replicas": ""} {
		found, err := stack.Config(ctx, key)
		require.NoError(t, err)
		assert.Equal(t, want, found, key)
	}

	var out bytes.Buffer
	require.NoError(t, stack.Up(ctx, &out))
	assert.Contains(t, out.String(), "created")
	assert.Equal(t, 9, count(), "with the providers")
	require.NoError(t, stack.Destroy(ctx, &out))
	assert.Contains(t, out.String(), "deleted")
	assert.Zero(t, count())
	require.NoError(t, stack.Remove(ctx))
	found, err := stack.Config(ctx, "path")
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestServeClusterAPI(t *testing.T) {
	t.Parallel()
	kubeconfig, stop, err := ServeClusterAPI(t.TempDir())
	require.NoError(t, err)
	defer stop()
	text, err := os.ReadFile(kubeconfig)
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
