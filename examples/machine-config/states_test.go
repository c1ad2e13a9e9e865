package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/statetest"
)

// TestStatesOfEarlierVersions: an update of the library changes nothing in stacks that exist. An upgrade takes two
// updates, of which the second resumes the pools.
func TestStatesOfEarlierVersions(t *testing.T) {
	t.Parallel()
	statetest.Check(t, example, map[string]map[string]string{"released": scenarios["released"]})
}
