package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fakeOCM is the program of the lab's fake of OCM (test/lab/ocm), which each test starts.
var fakeOCM = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "fake-ocm")
	if err != nil {
		return "", err
	}
	program := filepath.Join(folder, "ocm")
	build := exec.Command("go", "build", "-o", program, "./test/lab/ocm")
	build.Dir = filepath.Join("..", "..")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return program, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if program, err := fakeOCM(); err == nil {
		_ = os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

// ocm is OCM's API in a test.
type ocm struct {
	t   *testing.T
	url string
	// mutex guards hooks, which are called when requests arrive.
	mutex *sync.Mutex
	hooks *[]*hook
}

// hook is called when a number of requests with a method and a path has arrived.
type hook struct {
	method, path string
	number       int
	do           func()
}

// at calls do, once, when so many requests have arrived from now on: with a method, and a path below the API of clusters, * for any ID.
func (o ocm) at(method, pattern string, number int, do func()) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	*o.hooks = append(*o.hooks, &hook{method, "/api/clusters_mgmt/v1/" + pattern, number, do})
}

// arrives calls the hooks of a request.
func (o ocm) arrives(r *http.Request) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, h := range *o.hooks {
		if matched, _ := path.Match(h.path, r.URL.Path); matched && h.method == r.Method {
			if h.number--; h.number == 0 {
				go h.do()
			}
		}
	}
}

func startOCM(t *testing.T) ocm {
	t.Helper()
	program, err := fakeOCM()
	require.NoError(t, err)
	// Everything in this AWS account exists.
	aws := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<vpcId>vpc-0a</vpcId><groupId>sg-0a</groupId><vpcEndpointId>vpce-0a</vpcEndpointId>")
	}))
	t.Cleanup(aws.Close)
	// The program gets the listener, not its port, which another test could take before the program listens.
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	require.NoError(t, err)
	defer file.Close()
	command := exec.Command(program, "-", aws.URL)
	command.ExtraFiles = []*os.File{file}
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	backend, err := url.Parse("http://" + listener.Addr().String())
	require.NoError(t, err)
	api, proxy := ocm{t: t, mutex: &sync.Mutex{}, hooks: &[]*hook{}}, httputil.NewSingleHostReverseProxy(backend)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.arrives(r)
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	api.url = front.URL
	return api
}

// call sends a request to OCM, with a path below the API of clusters unless it begins with a slash.
func (o ocm) call(method, path string, body map[string]any) (int, map[string]any) {
	o.t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/api/clusters_mgmt/v1/" + path
	}
	text, err := json.Marshal(body)
	require.NoError(o.t, err)
	request, err := http.NewRequest(method, o.url+path, bytes.NewReader(text))
	require.NoError(o.t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(o.t, err)
	defer response.Body.Close()
	answer := map[string]any{}
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer
}

// does sends a request that OCM accepts.
func (o ocm) does(method, path string, body map[string]any) map[string]any {
	o.t.Helper()
	status, answer := o.call(method, path, body)
	require.Less(o.t, status, http.StatusMultipleChoices, "%s %s: %v", method, path, answer)
	return answer
}

// installations sets how the installations end that begin from now on, and after how many reads.
func (o ocm) installations(state string, reads int) {
	o.t.Helper()
	o.does(http.MethodPut, "/lab/operations", map[string]any{"begins": "installing", "ends": state, "reads": reads})
}

// ids are the IDs in a collection.
func (o ocm) ids(collection string) []string {
	o.t.Helper()
	var all []string
	items, _ := o.does(http.MethodGet, collection, nil)["items"].([]any)
	for _, item := range items {
		all = append(all, item.(map[string]any)["id"].(string))
	}
	return all
}

// token is an unsigned token that expires at a time. The fake of OCM verifies none.
func token(expires time.Time) string {
	var parts []string
	for _, part := range []string{
		`{"alg":"RS256","typ":"JWT","kid":"test"}`, fmt.Sprintf(`{"typ":"Bearer","iat":1700000000,"exp":%d}`, expires.Unix()), "signature",
	} {
		parts = append(parts, base64.RawURLEncoding.EncodeToString([]byte(part)))
	}
	return strings.Join(parts, ".")
}
