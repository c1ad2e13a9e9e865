package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

var example = mockstest.Example{Project: "openshift-infra-nodes", Program: program, Config: sandboxConfig}

func TestScenarios(t *testing.T) {
	t.Parallel()
	for _, rec := range example.CheckScenarios(t, map[string]map[string]string{"infra-nodes": nil}) {
		kubetest.CheckRecorded(t, rec)
	}
}

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

func TestInvalidSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, map[string]string{"routers": "many"},
		"config infraId: is required",
		"config kubeconfig: is required",
		"config securityGroupIds: is required",
		"config instanceProfile: is required",
		"config ami: is required",
		"config registryBucket: is required",
		"config subnets: is required",
		`config routers: "many" is not a whole number`,
	)
}
