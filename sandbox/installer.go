package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// Installer is a fake of openshift-install, and of the API of the cluster that it installs.
type Installer struct {
	// Path is the path of the program: that of this process, which [Main] lets act as openshift-install.
	Path string
	// Kubeconfig is the path of a kubeconfig of the API. It reports a new cluster: nodes that are ready, operators that are available,
	// and nothing that the cluster created in the account.
	Kubeconfig string
	// Dir is the folder of the sandbox.
	Dir string
	// Stop stops the API.
	Stop func()
}

// FakeInstaller returns a fake of openshift-install in the folder of a sandbox, for an installation by cluster/install. Of opts, it uses
// Project and Dir.
func FakeInstaller(opts Options) (*Installer, error) {
	s, err := open(opts)
	if err != nil {
		return nil, err
	}
	dir := s.opts.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	program, err := openshiftinstall.Link(dir)
	if err != nil {
		return nil, err
	}
	server := httptest.NewServer(http.HandlerFunc(serveNewCluster))
	kubeconfig := filepath.Join(dir, "api.kubeconfig")
	text := fmt.Sprintf("clusters: [{cluster: {server: %q}}]\nusers: [{user: {}}]\n", server.URL)
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		server.Close()
		return nil, err
	}
	return &Installer{Path: program, Kubeconfig: kubeconfig, Dir: dir, Stop: server.Close}, nil
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
