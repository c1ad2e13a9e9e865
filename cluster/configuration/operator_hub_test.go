package configuration

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func everyOperatorHub() OperatorHubArgs {
	return OperatorHubArgs{DisabledSources: []string{"redhat-operators", "community-operators"}}
}

func TestOperatorHubKeepsAFieldOfSpec(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, mockstest.Program(NewOperatorHub, "catalogs", new(everyOperatorHub())), clustertest.InCluster)
	owned := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:OperatorHubPatch", "catalogs-hub-owned")
	assert.True(t, owned.Options.RetainOnDelete, "spec must not become null")
	patch := clustertest.One(t, rec, "kubernetes:config.openshift.io/v1:OperatorHubPatch", "catalogs-hub")
	for field := range owned.Inputs["spec"].(map[string]any) {
		assert.NotContains(t, patch.Inputs["spec"], field, "two patches would take a field from each other")
	}
}
