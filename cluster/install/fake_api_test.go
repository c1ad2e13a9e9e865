package install

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// fakeAPI is an API server with the objects of a test, by their paths.
type fakeAPI struct {
	url       string
	bootstrap string

	mutex    sync.Mutex
	objects  map[string]map[string]any
	requests []string
	// recreate are the paths of objects that somebody creates again.
	recreate map[string]bool
	// down makes the API not ready, and patched are the patches by their paths.
	down    bool
	patched map[string][]string
	// deleted is called after an object is deleted.
	deleted func(path string)
}

// newFakeAPI returns the API of the cluster demo-x7k2p.
func newFakeAPI(t *testing.T) *fakeAPI {
	t.Helper()
	api := &fakeAPI{objects: map[string]map[string]any{}, recreate: map[string]bool{}, patched: map[string][]string{}}
	api.setInfraID("demo-x7k2p")
	server := httptest.NewServer(http.HandlerFunc(api.serve))
	t.Cleanup(server.Close)
	api.url = server.URL
	return api
}

func (a *fakeAPI) kubeconfig(t *testing.T) string { return writeKubeconfig(t, a.url) }

// setInfraID sets the infrastructure ID that the cluster reports.
func (a *fakeAPI) setInfraID(infraID string) {
	a.objects["/apis/config.openshift.io/v1/infrastructures/cluster"] = map[string]any{
		"metadata": map[string]any{"name": "cluster"}, "status": map[string]any{"infrastructureName": infraID},
	}
}

// forgetInfraID makes the API one of another Kubernetes distribution.
func (a *fakeAPI) forgetInfraID() {
	delete(a.objects, "/apis/config.openshift.io/v1/infrastructures/cluster")
}

// add adds an object at a path.
func (a *fakeAPI) add(path string, spec map[string]any) {
	parts := strings.Split(path, "/")
	metadata := map[string]any{"name": parts[len(parts)-1]}
	if i := len(parts) - 4; i > 0 && parts[i] == "namespaces" {
		metadata["namespace"] = parts[i+1]
	}
	a.objects[path] = map[string]any{"metadata": metadata, "spec": spec}
}

func (a *fakeAPI) serve(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if r.Header.Get("Authorization") != "Bearer hidden" {
		http.Error(w, `{"message": "unauthorized"}`, http.StatusUnauthorized)
		return
	}
	if a.down {
		http.Error(w, `{"message": "etcdserver: no leader"}`, http.StatusServiceUnavailable)
		return
	}
	object, found := a.objects[r.URL.Path]
	switch {
	case r.Method != http.MethodGet:
		a.requests = append(a.requests, r.Method+" "+r.URL.Path)
		if !found {
			http.Error(w, `{"message": "not found"}`, http.StatusNotFound)
			return
		}
		if r.Method == http.MethodPatch {
			text, _ := io.ReadAll(r.Body)
			a.patched[r.URL.Path] = append(a.patched[r.URL.Path], string(text))
		}
		if r.Method == http.MethodDelete {
			delete(a.objects, r.URL.Path)
			if a.deleted != nil {
				a.deleted(r.URL.Path)
			}
			if a.recreate[r.URL.Path] {
				object["metadata"].(map[string]any)["uid"] = "another"
				a.objects[r.URL.Path] = object
			}
		}
		_, _ = w.Write([]byte("{}"))
	case found:
		_ = json.NewEncoder(w).Encode(object)
	case r.URL.Path == "/version":
		_, _ = w.Write([]byte("{}"))
	case strings.HasSuffix(r.URL.Path, "/configmaps/bootstrap") && a.bootstrap != "":
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"status": a.bootstrap}})
	default:
		a.list(w, r.URL.Path)
	}
}

// kinds are the lists that the API server has.
var kinds = map[string]bool{
	"nodes": true, "clusteroperators": true, "services": true, "machines": true, "ingresscontrollers": true, "gateways": true,
	"certificatesigningrequests": true, "machineconfigpools": true,
}

// list serves the objects of a kind, in one namespace or in all.
func (a *fakeAPI) list(w http.ResponseWriter, path string) {
	kind := path[strings.LastIndex(path, "/")+1:]
	if !kinds[kind] {
		http.Error(w, `{"message": "not found"}`, http.StatusNotFound)
		return
	}
	items := []any{}
	for _, name := range slices.Sorted(maps.Keys(a.objects)) {
		parts := strings.Split(name, "/")
		if parts[len(parts)-2] == kind {
			items = append(items, a.objects[name])
		}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"items": items})
}
