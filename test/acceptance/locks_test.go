package acceptance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testLock makes tests that change the same resources run one after the other. All other tests run in parallel, because
// they spend almost all of their time waiting for the account. A test must not run parallel subtests while it has a lock:
// tests that wait for the lock can have all places of -parallel.
type testLock struct {
	mutex sync.Mutex
	// prepare runs when a test has locked.
	prepare func(*testing.T)
}

var (
	// clusterLock is for the API server with its operators' objects. Each test begins with those of a new cluster.
	clusterLock = testLock{prepare: newClusterObjects}
	// demoLock is for what the account has of the cluster of examples/classic/install-dir. A test locks clusterLock after it, when
	// its next stage is inside the cluster: until then the other tests need not wait for its load balancers and instances.
	demoLock testLock
	// networkRegionLock is for networkRegion, where the tests look for leftovers.
	networkRegionLock testLock
	// elasticClusterLock is for the groups, roles and rules of the pools of elasticID.
	elasticClusterLock testLock
	// ocmLock is for OpenShift Cluster Manager and AWS's managed policies for ROSA.
	ocmLock testLock
)

// acquire makes the test parallel and locks until its cleanup.
func (l *testLock) acquire(t *testing.T) {
	t.Helper()
	t.Parallel()
	l.lock(t)
}

// lock locks until the cleanup of a test that is parallel already.
func (l *testLock) lock(t *testing.T) {
	t.Helper()
	l.mutex.Lock()
	t.Cleanup(l.mutex.Unlock)
	if l.prepare != nil {
		l.prepare(t)
	}
}

// newClusterObjects creates again the objects of which components keep fields when they are deleted, and asserts at the
// end of the test that it has not changed the specs of the other objects of a new cluster.
func newClusterObjects(t *testing.T) {
	t.Helper()
	created, err := filepath.Glob(seed("created", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, created)
	for _, path := range created {
		manifest, err := os.ReadFile(path)
		require.NoError(t, err)
		createAgain(t, strings.TrimSuffix(filepath.Base(path), ".yaml"), string(manifest))
	}
	before := seededSpecs(t)
	t.Cleanup(func() { assert.Equal(t, before, seededSpecs(t), "the test leaves the cluster's objects as they were") })
}

// seed returns a path in the lab's directory of the objects of a new cluster.
func seed(elements ...string) string {
	return filepath.Join(append([]string{filepath.Dir(os.Getenv(labVariable)), "seed"}, elements...)...)
}

// createAgain deletes an object without its finalizers, and creates it as its operator does.
func createAgain(t *testing.T, operator, manifest string) {
	t.Helper()
	if kubectl(t, manifest, "get", "--ignore-not-found", "-f", "-") != "" {
		kubectl(t, manifest, "patch", "-f", "-", "--type=merge", "-p", `{"metadata":{"finalizers":null}}`)
		kubectl(t, manifest, "delete", "-f", "-")
	}
	kubectl(t, manifest, "create", "--field-manager="+operator, "-f", "-")
}

// seededSpecs returns the specs of the objects in the lab's seed, except those in created.
func seededSpecs(t *testing.T) map[string]any {
	t.Helper()
	var list struct {
		Items []struct {
			Kind     string
			Metadata struct{ Namespace, Name string }
			Spec     any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(kubectl(t, "", "get", "-f", seed(), "-o", "json")), &list))
	specs := map[string]any{}
	for _, item := range list.Items {
		specs[item.Kind+" "+item.Metadata.Namespace+"/"+item.Metadata.Name] = item.Spec
	}
	return specs
}
