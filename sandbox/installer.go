package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// Installer is a fake of openshift-install, and of the API of the cluster that it installs.
type Installer struct {
	// Path is the path of the program: that of this process, which the command sandbox runs as openshift-install.
	Path string
	// Kubeconfig is the path of a kubeconfig of the API. It reports a new cluster: nodes that are ready, operators that are available,
	// and nothing that the cluster created in the account. It does not answer if the account has no control plane, or one that never
	// had a bootstrap machine.
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
	listener, err := localuser.Listen()
	if err != nil {
		return nil, err
	}
	server := httptest.NewUnstartedServer(newClusterAPI(dir))
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	kubeconfig := filepath.Join(dir, openshiftinstall.APIFile)
	text := fmt.Sprintf("current-context: demo\ncontexts: [{name: demo, context: {cluster: demo, user: admin}}]\n"+
		"clusters: [{name: demo, cluster: {server: %q}}]\nusers: [{name: admin, user: {token: sandbox}}]\n", server.URL)
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

// newClusterAPI serves the API of the cluster of a sandbox: a new cluster, if it has a control plane that had a bootstrap machine. Of any
// other, the connections end without an answer.
func newClusterAPI(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		infraID, err := startedControlPlane(dir)
		if err != nil || infraID == "" {
			panic(http.ErrAbortHandler)
		}
		serveNewCluster(w, r, infraID)
	})
}

func serveNewCluster(w http.ResponseWriter, r *http.Request, infraID string) {
	path := r.URL.Path
	if strings.HasSuffix(path, "/infrastructures/cluster") {
		_ = json.NewEncoder(w).Encode(map[string]any{"status": map[string]string{"infrastructureName": infraID}}) //nolint:errchkjson // as below
		return
	}
	if strings.HasSuffix(path, "/configmaps/bootstrap") {
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]string{"status": "complete"}}) //nolint:errchkjson // as below
		return
	}
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

// startedFile is the file in the folder of a sandbox with the machines of a control plane that had a bootstrap machine.
const startedFile = "control-plane.json"

// startedControlPlane returns the infrastructure ID of the sandbox's control plane if its machines have, or had, a bootstrap machine: without
// one, their Ignition is served by nobody. It records them, because the bootstrap machine is deleted afterwards.
func startedControlPlane(dir string) (infraID string, err error) {
	account, err := fake.OpenStore[fake.Record](filepath.Join(dir, awsFile), nil)
	if err != nil {
		return "", err
	}
	started, err := fake.OpenStore[bool](filepath.Join(dir, startedFile), nil)
	if err != nil {
		return "", err
	}
	machines, bootstrap := map[string]string{}, false
	account.View(func(records map[string]fake.Record) {
		for _, record := range records {
			tags, _ := record.Outputs["tags"].(map[string]any)
			switch tag, _ := tags["Name"].(string); {
			case record.Token != "aws:ec2/instance:Instance":
			case strings.HasSuffix(tag, "-bootstrap"):
				bootstrap = true
			case strings.Contains(tag, "-master-"):
				machines[record.ID] = clusterOf(tags)
			}
		}
	})
	err = started.Update(func(known map[string]bool) error {
		maps.DeleteFunc(known, func(id string, _ bool) bool { _, exists := machines[id]; return !exists })
		for id, cluster := range machines {
			if known[id] || bootstrap {
				known[id], infraID = true, cluster
			}
		}
		return nil
	})
	return infraID, err
}

// clusterOf returns the infrastructure ID in the tags of a machine.
func clusterOf(tags map[string]any) string {
	for key := range tags {
		if infraID, found := strings.CutPrefix(key, "kubernetes.io/cluster/"); found {
			return infraID
		}
	}
	return ""
}
