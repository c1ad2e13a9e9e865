package acceptance

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// awayAPI is a proxy in front of the API server that can be away: it closes connections without a response.
type awayAPI struct {
	kubeconfig string
	away       atomic.Bool
	// unanswered counts the requests that were not answered.
	unanswered atomic.Int64
	// leaveAt reports whether the API server leaves at a request that writes, and whether it has received that request.
	leaveAt func(r *http.Request) (leaves, received bool)
}

func newAwayAPI(t *testing.T) *awayAPI {
	t.Helper()
	config, err := clientcmd.LoadFromFile(os.Getenv("KUBECONFIG"))
	require.NoError(t, err)
	require.Len(t, config.Clusters, 1)
	api := &awayAPI{kubeconfig: filepath.Join(t.TempDir(), "kubeconfig")}
	for _, entry := range config.Clusters {
		target, err := url.Parse(entry.Server)
		require.NoError(t, err)
		proxy := httputil.NewSingleHostReverseProxy(target)
		proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		// Clients send no token without TLS.
		director := proxy.Director
		proxy.Director = func(r *http.Request) {
			director(r)
			r.Header.Set("Authorization", "Bearer "+config.AuthInfos["admin"].Token)
		}
		server := httptest.NewServer(api.handler(proxy))
		t.Cleanup(server.Close)
		entry.Server, entry.InsecureSkipTLSVerify = server.URL, false
	}
	require.NoError(t, clientcmd.WriteToFile(*config, api.kubeconfig))
	return api
}

func (a *awayAPI) handler(server http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.away.Load() {
			a.unanswered.Add(1)
			panic(http.ErrAbortHandler)
		}
		if a.leaveAt != nil && r.Method != http.MethodGet {
			if leaves, received := a.leaveAt(r); leaves && a.away.CompareAndSwap(false, true) {
				a.unanswered.Add(1)
				if received {
					server.ServeHTTP(httptest.NewRecorder(), r)
				}
				panic(http.ErrAbortHandler)
			}
		}
		server.ServeHTTP(w, r)
	})
}

// awayStack is a stack of objects in the cluster: created ones, and a patch of one that the cluster has.
type awayStack struct {
	generation int
}

func (s *awayStack) names() []string {
	names := []string{"99-away-a", "99-away-b", "99-away-c", "99-away-d"}
	if s.generation > 1 {
		names = append(names, "99-away-e", "99-away-f")
	}
	return names
}

func (s *awayStack) program(ctx *pulumi.Context, in pulumi.ResourceOption) error {
	for _, name := range s.names() {
		file := machineconfig.MachineConfigFile{
			Path: "/etc/generation", Contents: pulumi.String(strconv.Itoa(s.generation)), Mode: 0o600,
		}
		if _, err := machineconfig.NewMachineConfig(ctx, name, &machineconfig.MachineConfigArgs{
			Name: name, Pool: "worker", Files: []machineconfig.MachineConfigFile{file},
		}, in); err != nil {
			return err
		}
	}
	_, err := machineconfig.NewMachineConfigPool(ctx, "worker",
		&machineconfig.MachineConfigPoolArgs{Name: "worker", MaxUnavailable: fmt.Sprintf("%d0%%", s.generation)}, in)
	return err
}

// afterWrites leaves at a write of that number.
func afterWrites(number int64) func(*http.Request) (bool, bool) {
	var writes atomic.Int64
	return func(*http.Request) (bool, bool) { return writes.Add(1) == number, false }
}

// fails runs an operation during which the API server leaves, and repeats it while the API server is away.
func (a *awayAPI) fails(t *testing.T, attempts int, operation func(context.Context) (*sandbox.Result, error)) {
	t.Helper()
	unanswered := a.unanswered.Load()
	for attempt := range attempts {
		_, err := operation(t.Context())
		var failure *sandbox.Failure
		require.ErrorAs(t, err, &failure, "attempt %d", attempt)
	}
	assert.Greater(t, a.unanswered.Load(), unanswered, "requests were not answered")
	a.leaveAt = nil
	a.away.Store(false)
}

// TestTheAPIServerIsAway lets the API server go away in the middle of an update and of a destroy, for four attempts. After
// them the same commands finish.
func TestTheAPIServerIsAway(t *testing.T) {
	clusterLock.acquire(t)
	api := newAwayAPI(t)
	stack := &awayStack{generation: 1}
	live := newLiveStackIn(t, "away", api.kubeconfig, stack.program)
	live.up()

	stack.generation = 2
	api.leaveAt = afterWrites(3)
	api.fails(t, 4, live.box.Up)
	live.up()
	live.assertStable("after the API server is back")
	assert.Equal(t, stack.names(), awayConfigs(t), "nothing is lost or doubled")
	for _, name := range stack.names() {
		assert.Contains(t, fmt.Sprint(specOf(t, "machineconfig", name)), "base64,Mg==", "%s contains 2", name)
	}
	assert.Equal(t, "20%", specOf(t, "machineconfigpool", "worker")["maxUnavailable"])

	api.leaveAt = afterWrites(3)
	api.fails(t, 4, live.box.Destroy)
	live.destroy()
	assert.Empty(t, awayConfigs(t), "nothing is left over")
	assert.NotContains(t, specOf(t, "machineconfigpool", "worker"), "maxUnavailable", "the patch is restored")
}

// TestTheAPIServerIsAwayAfterACreation cuts the answer to a creation: Pulumi does not know the object, and the next
// update says so. The test does what docs/troubleshooting-pulumi.md says.
func TestTheAPIServerIsAwayAfterACreation(t *testing.T) {
	clusterLock.acquire(t)
	api := newAwayAPI(t)
	stack := &awayStack{generation: 1}
	live := newLiveStackIn(t, "away-creation", api.kubeconfig, stack.program)
	live.up()

	stack.generation = 2
	api.leaveAt = func(r *http.Request) (bool, bool) { return strings.HasSuffix(r.URL.Path, "/99-away-e"), true }
	api.fails(t, 1, live.box.Up)
	_, err := live.box.Up(t.Context())
	require.ErrorContains(t, err, "99-away-e already exists")
	kubectl(t, "", "delete", "machineconfig", "99-away-e")
	live.up()
	live.assertStable("after the object was deleted")
	assert.Equal(t, stack.names(), awayConfigs(t))
	live.destroy()
	assert.Empty(t, awayConfigs(t))
}

// awayConfigs returns the names of the stack's MachineConfigs in the cluster.
func awayConfigs(t *testing.T) []string {
	t.Helper()
	names := strings.Fields(kubectl(t, "", "get", "machineconfigs", "-o", "name"))
	for i := range names {
		_, names[i], _ = strings.Cut(names[i], "/")
	}
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, "99-away-") })
}
