package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/statetest"
)

// TestStatesOfEarlierVersions: an update of the library changes nothing in stacks that exist.
func TestStatesOfEarlierVersions(t *testing.T) {
	t.Parallel()
	statetest.Check(t, example, scenarios)
}
