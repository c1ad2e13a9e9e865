package acceptance

import (
	"sync"
	"testing"
)

// shared is something that several tests change. They take turns, beside all other tests: almost all of a test's time is
// waiting for the account, so that tests beside each other cost little.
type shared struct {
	taken sync.Mutex
}

var (
	// theCluster is the API server with its operators' objects.
	theCluster shared
	// theNetworkRegion is examined for what a test left in it.
	theNetworkRegion shared
	// theElasticCluster is one by name alone: its pools' groups, roles and rules.
	theElasticCluster shared
	// theOCM is the service that makes managed clusters, and the policies that AWS has for them.
	theOCM shared
)

// inTurn waits for the test's turn, which ends after its clean-up.
func (s *shared) inTurn(t *testing.T) {
	t.Helper()
	t.Parallel()
	s.taken.Lock()
	t.Cleanup(s.taken.Unlock)
}
