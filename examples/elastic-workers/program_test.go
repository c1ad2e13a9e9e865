package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: "openshift-elastic-workers",
	Program: program,
	Config:  mockstest.With(sandboxConfig, map[string]string{"workerIgnition": "../classic/install-dir/worker.ign"}),
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"elastic-workers": nil}

func TestScenarios(t *testing.T) {
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
}

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

func TestThePoolSelectsALabelThatKubeletsSet(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	pools := rec.OfType("kubernetes:machineconfiguration.openshift.io/v1:MachineConfigPool")
	require.Len(t, pools, 1)
	selector := pools[0].Inputs["spec"].(map[string]any)["nodeSelector"].(map[string]any)["matchLabels"]
	assert.Equal(t, map[string]any{"example.com/elastic": "true"}, selector, "a kubelet cannot register with a role")
}

// TestOrder: the pool is deleted after its instances.
func TestOrder(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	workers, pool := rec.OfType("openshift-aws:nodes:WorkerPool")[0], mockstest.Find(t, rec, "elastic-pool")
	assert.True(t, rec.Graph().Reaches(workers.URN, pool.URN))
}

func TestDisablingSpotUpdatesOnlyTheGroup(t *testing.T) {
	t.Parallel()
	before := mockstest.Inputs(example.Run(t, nil))
	after := mockstest.Inputs(example.Run(t, map[string]string{"spot": "false"}))
	var changed []string
	for urn, want := range before {
		if !assert.ObjectsAreEqual(want, after[urn]) {
			changed = append(changed, urn[strings.LastIndex(urn, "::")+2:])
		}
	}
	assert.Equal(t, []string{"elastic-group"}, changed)
}

// TestShortTermCredentials: with an OIDC provider, each agent has a role of its own; the control plane gets nothing.
func TestShortTermCredentials(t *testing.T) {
	t.Parallel()
	const issuer = "arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"
	rec := example.Run(t, map[string]string{"oidcProviderArn": issuer, "controlPlaneRole": ""})
	roles := rec.OfType("aws:iam/role:Role")
	require.Len(t, roles, 3)
	for _, role := range roles {
		assert.Contains(t, role.Inputs["assumeRolePolicy"], issuer)
	}
	for _, policy := range rec.OfType("aws:iam/rolePolicy:RolePolicy") {
		assert.NotEqual(t, sandboxConfig["controlPlaneRole"], policy.Inputs["role"])
	}
	var tokens int
	for _, deployment := range rec.OfType("kubernetes:apps/v1:Deployment") {
		tokens += strings.Count(fmt.Sprint(deployment.Inputs), "AWS_ROLE_ARN")
	}
	assert.Equal(t, 3, tokens, "the approver, the autoscaler and the termination handler")
}

// TestClusterStack: the stack of examples/classic exports the settings.
func TestClusterStack(t *testing.T) {
	t.Parallel()
	ignition, err := os.ReadFile(example.Config["workerIgnition"])
	require.NoError(t, err)
	example.CheckStackOutputs(t, "clusterStack", map[string]any{
		"infraId":          sandboxConfig["infraId"],
		"kubeconfig":       mocks.Secret{Value: sandboxConfig["kubeconfig"]},
		"workerIgnition":   mocks.Secret{Value: string(ignition)},
		"securityGroupIds": []any{"sg-0123456789abcdef0", "sg-0123456789abcdef1"},
		"instanceProfile":  sandboxConfig["instanceProfile"],
		"controlPlaneRole": sandboxConfig["controlPlaneRole"],
		"ami":              sandboxConfig["ami"],
		"subnets": map[string]any{
			"us-east-2a": "subnet-0123456789abcdef0",
			"us-east-2b": "subnet-0123456789abcdef1",
			"us-east-2c": "subnet-0123456789abcdef2",
		},
	})
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-elastic-workers:kubeconfig'")
	example.CheckRejected(t, example.Configured(map[string]string{"max": "many"}),
		"required configuration variable 'openshift-elastic-workers:max'")
	example.CheckRejected(t, example.Configured(map[string]string{"spot": "some"}),
		"required configuration variable 'openshift-elastic-workers:spot'")
}
