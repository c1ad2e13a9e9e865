package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const project = "openshift-infra-nodes"

func recorder(changes map[string]string) *mocks.Recorder {
	values := map[string]string{}
	for _, layer := range []map[string]string{sandboxConfig, changes} {
		for key, value := range layer {
			if !strings.Contains(key, ":") {
				key = project + ":" + key
			}
			values[key] = value
		}
	}
	return mocks.New(mocks.Config(values), mocks.Project(project))
}

func record(t *testing.T, changes map[string]string) *mocks.Recorder {
	t.Helper()
	rec := recorder(changes)
	require.NoError(t, rec.Run(program))
	return rec
}

func TestGolden(t *testing.T) {
	golden.Check(t, "testdata/infra-nodes.golden", record(t, nil).Golden())
}

func TestObjectsMatchTheirSchemas(t *testing.T) {
	kubetest.CheckRecorded(t, record(t, nil))
}

func TestPreviewRegistersWhatTheUpdateRegisters(t *testing.T) {
	preview := recorder(nil)
	require.NoError(t, preview.Preview(program))
	assert.Equal(t, mockstest.URNs(record(t, nil)), mockstest.URNs(preview))
}

func TestScaleUpChangesOnlyTheMachineSets(t *testing.T) {
	before, after := mockstest.Inputs(
		record(t, nil),
	), mockstest.Inputs(
		record(t, map[string]string{"replicasPerZone": "2"}),
	)
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

func TestMissingSettingsAreReportedTogether(t *testing.T) {
	err := mocks.New(
		mocks.Config(map[string]string{project + ":routers": "many"}),
		mocks.Project(project),
	).Run(
		program,
	)
	for _, key := range []string{"infraId", "kubeconfig", "securityGroupIds", "instanceProfile", "ami", "registryBucket", "subnets"} {
		assert.ErrorContains(t, err, "config "+key+": is required")
	}
	assert.ErrorContains(t, err, `config routers: "many" is not a whole number`)
}
