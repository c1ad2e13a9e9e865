package kubeprovider

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// answers is an API server that gives prepared answers and writes down what it was asked.
type answers struct {
	mutex sync.Mutex
	asked []string
	// byRequest holds the answers to "METHOD path", used up one by one; the last one stays.
	byRequest map[string][]string
}

func (a *answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	body, _ := io.ReadAll(r.Body)
	request := r.Method + " " + r.URL.String()
	a.asked = append(a.asked, request+" "+r.Header.Get("Content-Type")+" "+string(body))
	prepared := a.byRequest[request]
	if len(prepared) == 0 {
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(
			w,
		).Encode(
			map[string]any{"kind": "Status", "reason": "NotFound", "message": "no " + request},
		)
		return
	}
	if len(prepared) > 1 {
		a.byRequest[request] = prepared[1:]
	}
	if prepared[0] == "409" {
		w.WriteHeader(http.StatusConflict)
		fmt.Fprint(w, `{"kind":"Status","reason":"Conflict","message":"conflict with \"a\""}`)
		return
	}
	fmt.Fprint(w, prepared[0])
}

const machineSets = "/apis/machine.openshift.io/v1beta1/namespaces/ns/machinesets/m"

var machineSetRef = Ref{"machine.openshift.io/v1beta1", "MachineSet", "ns", "m"}

func newAPIServer(t *testing.T, byRequest map[string][]string) (*APIServer, *answers) {
	t.Helper()
	byRequest["GET /apis/machine.openshift.io/v1beta1"] = []string{
		`{"resources":[{"name":"machinesets/status","kind":"MachineSet","namespaced":true},{"name":"machinesets","kind":"MachineSet","namespaced":true}]}`,
	}
	byRequest["GET /api/v1"] = []string{`{"resources":[{"name":"namespaces","kind":"Namespace"}]}`}
	prepared := &answers{byRequest: byRequest}
	server := httptest.NewServer(prepared)
	t.Cleanup(server.Close)
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(kubeconfig, fmt.Appendf(nil, `
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: %q}}]
users: [{name: u, user: {token: t}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`, server.URL), 0o600))
	api, err := NewAPIServer(kubeconfig)
	require.NoError(t, err)
	return api, prepared
}

func TestAPIServerApplies(t *testing.T) {
	t.Parallel()
	const url = machineSets + "?fieldManager=me&fieldValidation=Strict"
	api, prepared := newAPIServer(t, map[string][]string{
		"PATCH " + url:                 {"409"},
		"PATCH " + url + "&force=true": {`{"kind":"MachineSet","spec":{"replicas":2}}`},
	})
	_, err := api.Apply(context.Background(), "me", bare(machineSetRef), false)
	require.EqualError(t, err, `MachineSet ns/m: Conflict: conflict with "a"`)
	live, err := api.Apply(context.Background(), "me", bare(machineSetRef), true)
	require.NoError(t, err)
	assert.Equal(t, Object{"kind": "MachineSet", "spec": map[string]any{"replicas": 2.0}}, live)
	assert.Equal(t, "PATCH "+url+`&force=true application/apply-patch+yaml `+
		`{"apiVersion":"machine.openshift.io/v1beta1","kind":"MachineSet","metadata":{"name":"m","namespace":"ns"}}`,
		prepared.asked[len(prepared.asked)-1])
}

func TestAPIServerDeletes(t *testing.T) {
	t.Parallel()
	deleting := `{"metadata":{"uid":"1","finalizers":["x","foregroundDeletion"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + machineSets: {deleting},
		"GET " + machineSets:    {deleting, `{"metadata":{"uid":"2"}}`},
		"PATCH " + machineSets:  {deleting},
	})
	require.NoError(
		t,
		api.Delete(context.Background(), machineSetRef, "foreground"),
		"another object of that name may come",
	)
	assert.Equal(t, []string{
		"GET /apis/machine.openshift.io/v1beta1  ",
		"DELETE " + machineSets + ` application/json {"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Foreground"}`,
		"GET " + machineSets + "  ",
		"GET " + controllerLease + "  ",
		"PATCH " + machineSets + ` application/json-patch+json [{"op":"test","path":"/metadata/finalizers/1","value":"foregroundDeletion"},` +
			`{"op":"remove","path":"/metadata/finalizers/1"}]`,
		"GET " + machineSets + "  ",
	}, prepared.asked)
}

func TestAPIServerLeavesGarbageToItsCollector(t *testing.T) {
	t.Parallel()
	deleting := `{"metadata":{"uid":"1","finalizers":["foregroundDeletion"]}}`
	api, _ := newAPIServer(t, map[string][]string{
		"DELETE " + machineSets:  {deleting},
		"GET " + machineSets:     {deleting},
		"GET " + controllerLease: {`{}`},
	})
	ctx, cancel := context.WithTimeout(context.Background(), pollInterval/2)
	defer cancel()
	require.EqualError(
		t,
		api.Delete(ctx, machineSetRef, ""),
		"MachineSet ns/m is still being deleted, held by its finalizers [foregroundDeletion]: context deadline exceeded",
	)
}

func TestAPIServerLetsNamespacesGo(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/namespaces/n"
	deleting := `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n","uid":"1"},"spec":{"finalizers":["kubernetes"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + path:            {deleting},
		"GET " + path:               {deleting, `{"metadata":{"uid":"2"}}`},
		"PUT " + path + "/finalize": {deleting},
	})
	require.NoError(t, api.Delete(context.Background(), Ref{APIVersion: "v1", Kind: "Namespace", Name: "n"}, ""))
	assert.Contains(
		t,
		prepared.asked,
		"PUT "+path+`/finalize application/json {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n","uid":"1"},"spec":{}}`,
	)
}

func TestAPIServerTellsWhatItMisses(t *testing.T) {
	t.Parallel()
	api, _ := newAPIServer(t, map[string][]string{})
	_, err := api.Get(context.Background(), machineSetRef)
	require.ErrorIs(t, err, ErrNotFound)
	_, err = api.Get(context.Background(), Ref{"v1", "Nothing", "", "n"})
	require.EqualError(t, err, "the API server knows no kind Nothing in v1")
	_, err = api.Get(context.Background(), Ref{"a.b/v1", "Nothing", "", "n"})
	require.EqualError(t, err, "the API server knows no a.b/v1")
}
