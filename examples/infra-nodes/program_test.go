package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
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

func inputs(rec *mocks.Recorder) map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, r := range rec.Resources() {
		all[r.URN] = r.Inputs
	}
	return all
}

func TestGolden(t *testing.T) {
	golden.Check(t, "testdata/infra-nodes.golden", record(t, nil).Golden())
}

func TestTheClusterTakesEveryObject(t *testing.T) {
	kubetest.CheckRecorded(t, record(t, nil))
}

func TestPreviewRegistersWhatUpdateDoes(t *testing.T) {
	preview := recorder(nil)
	require.NoError(t, preview.Preview(program))
	var previewed, updated []string
	for _, r := range preview.Resources() {
		previewed = append(previewed, r.URN)
	}
	for _, r := range record(t, nil).Resources() {
		updated = append(updated, r.URN)
	}
	assert.Equal(t, updated, previewed)
}

func TestScaleUpTouchesTheMachineSetsAlone(t *testing.T) {
	before, after := inputs(record(t, nil)), inputs(record(t, map[string]string{"replicasPerZone": "2"}))
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
	err := mocks.New(mocks.Config(map[string]string{project + ":routers": "many"}), mocks.Project(project)).Run(program)
	for _, key := range []string{"infraId", "kubeconfig", "securityGroupIds", "instanceProfile", "ami", "registryBucket", "subnets"} {
		assert.ErrorContains(t, err, "config "+key+": is required")
	}
	assert.ErrorContains(t, err, `config routers: "many" is no whole number`)
}
