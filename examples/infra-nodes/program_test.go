package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: "openshift-infra-nodes", Program: program, Config: sandboxConfig}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"infra-nodes": nil}

func TestScenarios(t *testing.T) {
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
}

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

func TestScalingUpdatesOnlyTheMachineSets(t *testing.T) {
	t.Parallel()
	before := mockstest.Inputs(example.Run(t, nil))
	after := mockstest.Inputs(example.Run(t, map[string]string{"replicasPerZone": "2"}))
	changed := 0
	for urn, want := range before {
		if assert.ObjectsAreEqual(want, after[urn]) {
			continue
		}
		changed++
		assert.Contains(t, urn, "MachineSet")
		assert.InDelta(t, 2, after[urn]["spec"].(map[string]any)["replicas"], 0)
	}
	assert.Equal(t, 3, changed)
	assert.Len(t, after, len(before))
}

// TestClusterStack: the stack of examples/classic exports the settings.
func TestClusterStack(t *testing.T) {
	t.Parallel()
	example.CheckStackOutputs(t, "clusterStack", map[string]any{
		"infraId":          sandboxConfig["infraId"],
		"kubeconfig":       mocks.Secret{Value: sandboxConfig["kubeconfig"]},
		"securityGroupIds": []any{"sg-0123456789abcdef0", "sg-0123456789abcdef1"},
		"instanceProfile":  sandboxConfig["instanceProfile"],
		"ami":              sandboxConfig["ami"],
		"registryBucket":   sandboxConfig["registryBucket"],
		"subnets": map[string]any{
			"us-east-2a": "subnet-0123456789abcdef0",
			"us-east-2b": "subnet-0123456789abcdef1",
			"us-east-2c": "subnet-0123456789abcdef2",
		},
	})
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-infra-nodes:infraId'")
	example.CheckRejected(t, example.Configured(map[string]string{"routers": "many"}),
		"required configuration variable 'openshift-infra-nodes:routers'")
}
