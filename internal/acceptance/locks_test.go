package acceptance

import (
	"sync"
	"testing"
)

// testLock makes tests that change the same resources run one after the other. All other tests run in parallel, because
// they spend almost all of their time waiting for the account.
type testLock struct {
	mutex sync.Mutex
}

var (
	// clusterLock is for the API server with its operators' objects.
	clusterLock testLock
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
}
