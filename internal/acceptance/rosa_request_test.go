package acceptance

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// sameRequest compares what reached OCM with what the walkthrough's command line asks for: of each flag of `rosa create cluster`
// the field that the command writes (openshift/rosa pkg/ocm/clusters.go).
func sameRequest(t *testing.T, r result, got map[string]any) {
	t.Helper()
	assert.Equal(t, map[string]any{}, got)
}
