package apiserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

// recordedServer is an API server with prepared responses that records its requests.
type recordedServer struct {
	mutex    sync.Mutex
	requests []string
	// byRequest are the responses to "METHOD path", each used once; the last one is repeated.
	byRequest map[string][]string
	// cancel is called at the request of canceled.
	canceled string
	cancel   func()
}

func (a *recordedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	body, _ := io.ReadAll(r.Body)
	request := r.Method + " " + r.URL.String()
	a.requests = append(a.requests, request+" "+r.Header.Get("Content-Type")+" "+string(body))
	if request == a.canceled {
		a.cancel()
	}
	prepared := a.byRequest[request]
	if len(prepared) == 0 {
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]any{"kind": "Status", "reason": "NotFound", "message": "no " + request})
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
	if prepared[0] == "hang" {
		<-r.Context().Done()
		return
	}
	fmt.Fprint(w, prepared[0])
}

const machineSets = "/apis/machine.openshift.io/v1beta1/namespaces/ns/machinesets/m"

var machineSetRef = kubernetes.Ref{
	APIVersion: "machine.openshift.io/v1beta1",
	Kind:       "MachineSet",
	Namespace:  "ns",
	Name:       "m",
}

func newAPIServer(t *testing.T, byRequest map[string][]string) (*APIServer, *recordedServer) {
	t.Helper()
	byRequest["GET /apis/machine.openshift.io/v1beta1"] = []string{
		`{"resources":[{"name":"machinesets/status","kind":"MachineSet","namespaced":true},` +
			`{"name":"machinesets","kind":"MachineSet","namespaced":true}]}`,
	}
	byRequest["GET /api/v1"] = []string{`{"resources":[{"name":"namespaces","kind":"Namespace"}]}`}
	prepared := &recordedServer{byRequest: byRequest}
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
	api, err := New(kubeconfig)
	require.NoError(t, err)
	return api, prepared
}

func TestApply(t *testing.T) {
	t.Parallel()
	const url = machineSets + "?fieldManager=me&fieldValidation=Strict"
	api, prepared := newAPIServer(t, map[string][]string{
		"PATCH " + url:                 {"409"},
		"PATCH " + url + "&force=true": {`{"kind":"MachineSet","spec":{"replicas":2}}`},
	})
	_, err := api.Apply(context.Background(), "me", kubernetes.Bare(machineSetRef), false)
	require.EqualError(t, err, `MachineSet ns/m: 409 Conflict: conflict with "a"`)
	live, err := api.Apply(context.Background(), "me", kubernetes.Bare(machineSetRef), true)
	require.NoError(t, err)
	assert.Equal(t, kubernetes.Object{"kind": "MachineSet", "spec": map[string]any{"replicas": 2.0}}, live)
	assert.Equal(t, "PATCH "+url+`&force=true application/apply-patch+yaml `+
		`{"apiVersion":"machine.openshift.io/v1beta1","kind":"MachineSet","metadata":{"name":"m","namespace":"ns"}}`,
		prepared.requests[len(prepared.requests)-1])
}

func TestDelete(t *testing.T) {
	t.Parallel()
	deleting := `{"metadata":{"uid":"1","finalizers":["x","foregroundDeletion"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + machineSets: {deleting},
		"GET " + machineSets:    {deleting, `{"metadata":{"uid":"2"}}`},
		"PATCH " + machineSets:  {deleting},
	})
	require.NoError(t, api.Delete(context.Background(), machineSetRef, "foreground"),
		"another object may get the name")
	assert.Equal(t, []string{
		"GET /apis/machine.openshift.io/v1beta1  ",
		"DELETE " + machineSets + ` application/json ` +
			`{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Foreground"}`,
		"GET " + machineSets + "  ",
		"GET " + controllerLease + "  ",
		"PATCH " + machineSets + ` application/json-patch+json ` +
			`[{"op":"test","path":"/metadata/finalizers/1","value":"foregroundDeletion"},` +
			`{"op":"remove","path":"/metadata/finalizers/1"}]`,
		"GET " + machineSets + "  ",
	}, prepared.requests)
}

func TestDeleteLeavesGarbageToController(t *testing.T) {
	t.Parallel()
	deleting := `{"metadata":{"uid":"1","finalizers":["foregroundDeletion"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + machineSets:  {deleting},
		"GET " + machineSets:     {deleting},
		"GET " + controllerLease: {`{}`},
	})
	ctx, cancel := context.WithCancel(t.Context())
	prepared.canceled, prepared.cancel = "GET "+controllerLease, cancel
	require.EqualError(t, api.Delete(ctx, machineSetRef, ""),
		"MachineSet ns/m is still being deleted; its finalizers are [foregroundDeletion]: context canceled")
}

// A command is interrupted between two requests, or during one.
func TestDeleteWhoseLastRequestDoesNotEnd(t *testing.T) {
	t.Parallel()
	deleting := `{"metadata":{"uid":"1","finalizers":["foregroundDeletion"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + machineSets:  {deleting},
		"GET " + machineSets:     {"hang"},
		"GET " + controllerLease: {`{}`},
	})
	ctx, cancel := context.WithCancel(t.Context())
	prepared.canceled, prepared.cancel = "GET "+machineSets, cancel
	require.EqualError(t, api.Delete(ctx, machineSetRef, ""),
		"MachineSet ns/m is still being deleted; its finalizers are [foregroundDeletion]: context canceled")
}

func TestDeleteFinalizesNamespace(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/namespaces/n"
	deleting := `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n","uid":"1"},` +
		`"spec":{"finalizers":["kubernetes"]}}`
	api, prepared := newAPIServer(t, map[string][]string{
		"DELETE " + path:            {deleting},
		"GET " + path:               {deleting, `{"metadata":{"uid":"2"}}`},
		"PUT " + path + "/finalize": {deleting},
	})
	require.NoError(t,
		api.Delete(context.Background(), kubernetes.Ref{APIVersion: "v1", Kind: "Namespace", Name: "n"}, ""))
	assert.Contains(
		t,
		prepared.requests,
		"PUT "+path+`/finalize application/json `+
			`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n","uid":"1"},"spec":{}}`,
	)
}

// Two that remove the same finalizer: the other one was first, and the next look at the object finds it gone.
func TestDeleteBesideAController(t *testing.T) {
	t.Parallel()
	const namespace = "/api/v1/namespaces/n"
	for _, c := range []struct {
		ref                kubernetes.Ref
		path, write, state string
	}{
		{
			kubernetes.Ref{APIVersion: "v1", Kind: "Namespace", Name: "n"}, namespace, "PUT " + namespace + "/finalize",
			`{"metadata":{"name":"n","uid":"1"},"spec":{"finalizers":["kubernetes"]}}`,
		},
		{machineSetRef, machineSets, "PATCH " + machineSets, `{"metadata":{"uid":"1","finalizers":["foregroundDeletion"]}}`},
	} {
		t.Run(c.ref.Kind, func(t *testing.T) {
			t.Parallel()
			api, prepared := newAPIServer(t, map[string][]string{
				"DELETE " + c.path: {c.state}, "GET " + c.path: {c.state, `{"metadata":{"uid":"2"}}`}, c.write: {"409"},
			})
			require.NoError(t, api.Delete(context.Background(), c.ref, ""))
			assert.True(t, slices.ContainsFunc(prepared.requests, func(request string) bool {
				return strings.HasPrefix(request, c.write)
			}), prepared.requests)
		})
	}
}

func TestGetReportsWhatIsMissing(t *testing.T) {
	t.Parallel()
	api, _ := newAPIServer(t, map[string][]string{})
	_, err := api.Get(context.Background(), machineSetRef)
	require.ErrorIs(t, err, kubernetes.ErrNotFound)
	_, err = api.Get(context.Background(), kubernetes.Ref{APIVersion: "v1", Kind: "Nothing", Namespace: "", Name: "n"})
	require.EqualError(t, err, "the API server has no kind Nothing in v1")
	_, err = api.Get(context.Background(),
		kubernetes.Ref{APIVersion: "a.b/v1", Kind: "Nothing", Namespace: "", Name: "n"})
	require.EqualError(t, err, "the API server has no a.b/v1")
}
