package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const chainBudget = 8

func stackConfig(changes map[string]string) map[string]string {
	values := map[string]string{}
	for _, layer := range []map[string]string{sandboxConfig, {"installDir": "install-dir"}, changes} {
		for key, value := range layer {
			if !strings.Contains(key, ":") {
				key = "openshift-classic:" + key
			}
			values[key] = value
		}
	}
	return values
}

func record(t *testing.T, changes map[string]string) *mocks.Recorder {
	t.Helper()
	rec := mocks.New(mocks.Config(stackConfig(changes)), mocks.Project("openshift-classic"))
	require.NoError(t, rec.Run(program))
	return rec
}

// scenarios are the shapes of the example whose every resource a golden file holds.
var scenarios = map[string]map[string]string{
	"bootstrap": nil,
	"cluster":   {"stage": "cluster"},
	"internal":  {"stage": "cluster", "publish": "Internal"},
}

func TestScenarios(t *testing.T) {
	for name, changes := range scenarios {
		t.Run(name, func(t *testing.T) {
			golden.Check(t, "testdata/"+name+".golden", record(t, changes).Golden())
		})
	}
}

func TestPreviewRegistersWhatUpdateDoes(t *testing.T) {
	for name, changes := range scenarios {
		t.Run(name, func(t *testing.T) {
			preview := mocks.New(mocks.Config(stackConfig(changes)), mocks.Project("openshift-classic"))
			require.NoError(t, preview.Preview(program))
			assert.Equal(t, mockstest.URNs(record(t, changes)), mockstest.URNs(preview))
		})
	}
}

func TestLongestChain(t *testing.T) {
	for name, changes := range scenarios {
		rec := record(t, changes)
		var chain []string
		for _, urn := range rec.Graph().LongestChain() {
			chain = append(chain, urn[strings.LastIndex(urn, "::")+2:])
		}
		t.Logf("%s: %d: %s", name, len(chain), strings.Join(chain, " → "))
		assert.LessOrEqual(t, len(chain), chainBudget, name)
	}
}

func TestStageClusterKeepsEverythingButTheBootstrap(t *testing.T) {
	before, after := mockstest.Inputs(
		record(t, nil),
	), mockstest.Inputs(
		record(t, map[string]string{"stage": "cluster"}),
	)
	for urn, want := range before {
		got, kept := after[urn]
		if !kept {
			assert.Contains(t, urn, "bootstrap")
			continue
		}
		assert.Equal(t, want, got, urn)
	}
}

// TestFurtherZoneMovesNothing adds a zone that sorts first: what spans all zones changes in place, and all else is new.
func TestFurtherZoneMovesNothing(t *testing.T) {
	stage := map[string]string{"stage": "cluster", "zones": "us-east-2b,us-east-2c,us-east-2d"}
	before := record(t, stage)
	stage["furtherZones"] = "us-east-2a"
	after := record(t, stage)

	var changed []string
	for _, change := range after.Changes(before) {
		if change.Op != mocks.Create {
			changed = append(changed, change.String())
		}
	}
	assert.Equal(t, []string{
		"update LoadBalancer demo-apps: subnets",
		"update VpcEndpoint demo-s3: routeTableIds",
		"update Group demo-worker-group: vpcZoneIdentifiers",
	}, changed)
	_, found := after.Find("demo-machineset-us-east-2a")
	assert.True(t, found, "infra nodes are in the further zone")
}

func TestEverySecretTextIsSecret(t *testing.T) {
	rec := record(t, nil)
	for _, name := range []string{"demo-master-us-east-2a", "demo-bootstrap-ignition"} {
		r, found := rec.Find(name)
		require.True(t, found, name)
		held := maps.Clone(r.Inputs)
		_, userData := held["userData"].(mocks.Secret)
		_, content := held["content"].(mocks.Secret)
		assert.True(t, userData || content, "%s: %v", name, held)
	}
}
