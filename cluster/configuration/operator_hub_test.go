package configuration

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
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

func TestOperatorHubArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.OperatorHubArgs", map[string]checktest.Case{
		"nothing": {
			Reason: "all default catalogs are enabled without the component",
			Args:   &OperatorHubArgs{},
			Want:   []string{".DisabledSources: required"},
		},
		"names": {
			Reason: "the operator ignores other names; your own catalogs are deleted, not disabled",
			Args:   &OperatorHubArgs{DisabledSources: []string{"redhat-operators", "my-catalog", "redhat-operators", ""}},
			Want: []string{
				".DisabledSources[1]: one-of", ".DisabledSources[3]: required", ".DisabledSources[2]: duplicate",
			},
		},
	})
}
