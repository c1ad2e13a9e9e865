package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
)

// ServeClusterAPI serves what a new cluster's API reports: nodes that are ready, operators that are available, and nothing that the
// cluster created in the account. It returns the path of a kubeconfig in dir.
func ServeClusterAPI(dir string) (kubeconfig string, stop func(), err error) {
	server := httptest.NewServer(http.HandlerFunc(serveNewCluster))
	kubeconfig = filepath.Join(dir, "api.kubeconfig")
	text := fmt.Sprintf("clusters: [{cluster: {server: %q}}]\nusers: [{user: {}}]\n", server.URL)
	if err = os.MkdirAll(dir, 0o700); err == nil {
		err = os.WriteFile(kubeconfig, []byte(text), 0o600)
	}
	if err != nil {
		server.Close()
		return "", nil, err
	}
	return kubeconfig, server.Close, nil
}

// newCluster are the objects of a new cluster, by the ends of their lists' paths: names and the condition that is true.
var newCluster = map[string]struct {
	names     []string
	condition string
}{
	"/nodes": {
		names:     []string{"master-a", "master-b", "master-c", "infra-a", "infra-b", "infra-c", "worker-a", "worker-b", "worker-c"},
		condition: "Ready",
	},
	"/clusteroperators":   {names: []string{"authentication", "console", "dns", "etcd", "ingress", "network"}, condition: "Available"},
	"/services":           {},
	"/ingresscontrollers": {names: []string{"default"}},
	"/machines":           {names: []string{"infra-a", "infra-b", "infra-c", "worker-a", "worker-b", "worker-c"}},
}

func serveNewCluster(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	list, found := newCluster[path[strings.LastIndex(path, "/"):]]
	if !found && r.Method == http.MethodGet && path != "/version" {
		http.Error(w, `{"message": "not found"}`, http.StatusNotFound)
		return
	}
	items := []any{}
	for _, name := range list.names {
		items = append(items, map[string]any{
			"metadata": map[string]any{"name": name},
			"status":   map[string]any{"conditions": []any{map[string]any{"type": list.condition, "status": "True"}}},
		})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"items": items}) //nolint:errchkjson // the status is sent
}
