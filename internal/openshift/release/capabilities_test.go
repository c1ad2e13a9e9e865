package release_test

import (
	"testing"

	configv1 "github.com/openshift/api/config/v1"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// TestCapabilities compares the sets with those of openshift/api.
func TestCapabilities(t *testing.T) {
	t.Parallel()
	var names []string
	for set, want := range configv1.ClusterVersionCapabilitySets {
		names = append(names, string(set))
		var capabilities []string
		for _, capability := range want {
			capabilities = append(capabilities, string(capability))
		}
		assert.ElementsMatch(t, capabilities, release.Capabilities(string(set)), set)
	}
	assert.ElementsMatch(t, names, release.CapabilitySets())
	var known []string
	for _, capability := range configv1.KnownClusterVersionCapabilities {
		known = append(known, string(capability))
	}
	assert.ElementsMatch(t, known, release.AllCapabilities())
	assert.Empty(t, release.Capabilities("v4.99"))
}

func TestDisabledCapabilities(t *testing.T) {
	t.Parallel()
	assert.Empty(t, release.DisabledCapabilities("vCurrent", nil))
	assert.Equal(t, []string{"Ingress", "CloudControllerManager", "OperatorLifecycleManagerV1"},
		release.DisabledCapabilities("v4.15", nil))
	assert.Equal(t, []string{"OperatorLifecycleManagerV1"},
		release.DisabledCapabilities("v4.15", []string{"CloudControllerManager", "Ingress"}))
}
