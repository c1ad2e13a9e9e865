package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

// elasticChainBudget is the maximum number of resources in a chain of dependencies, and chainBudget without elastic
// workers, whose approver adds a namespace, its configuration and a Deployment.
const (
	chainBudget        = 8
	elasticChainBudget = 10
)

var example = mockstest.Example{
	Project: "openshift-classic",
	Program: program,
	Config:  mockstest.With(sandboxConfig, map[string]string{"installDir": "install-dir"}),
	Base:    "cluster",
}

var installing = map[string]string{"stage": "bootstrap"}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{
	"bootstrap": installing,
	"cluster":   nil,
	"internal":  {"publish": "Internal"},
	"two-zones": {"zones": "us-east-2a,us-east-2b,us-east-2a"},
}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

func TestLongestChain(t *testing.T) {
	t.Parallel()
	for name, changes := range scenarios {
		rec := example.Run(t, changes)
		var chain []string
		for _, urn := range rec.Graph().LongestChain() {
			chain = append(chain, urn[strings.LastIndex(urn, "::")+2:])
		}
		t.Logf("%s: %d: %s", name, len(chain), strings.Join(chain, " → "))
		assert.LessOrEqual(t, len(chain), elasticChainBudget, name)
	}
	without := example.Run(t, map[string]string{"elasticWorkers": "0"})
	assert.LessOrEqual(t, len(without.Graph().LongestChain()), chainBudget)
}

func TestStageClusterDeletesOnlyTheBootstrap(t *testing.T) {
	t.Parallel()
	before := mockstest.Inputs(example.Run(t, installing))
	after := mockstest.Inputs(example.Run(t, map[string]string{"stage": "cluster"}))
	for urn, want := range before {
		got, kept := after[urn]
		if !kept {
			assert.Contains(t, urn, "bootstrap")
			continue
		}
		assert.Equal(t, want, got, urn)
	}
}

// TestFurtherZoneReplacesNothing adds a zone that sorts first. Resources of all zones are updated in place, the
// others are created.
func TestFurtherZoneReplacesNothing(t *testing.T) {
	t.Parallel()
	stage := map[string]string{"stage": "cluster", "zones": "us-east-2b,us-east-2c,us-east-2d"}
	before := example.Run(t, stage)
	stage["furtherZones"] = "us-east-2a"
	after := example.Run(t, stage)

	var changed []string
	for _, change := range after.Changes(before) {
		if change.Op != mocks.Create {
			changed = append(changed, change.String())
		}
	}
	assert.Equal(t, []string{
		"update LoadBalancer demo-apps: subnets", "update VpcEndpoint demo-s3: routeTableIds",
		"update Group demo-elastic-group: vpcZoneIdentifiers",
	}, changed)
	for _, name := range []string{"demo-machineset-us-east-2a", "demo-worker-machineset-us-east-2a"} {
		_, found := after.Find(name)
		assert.True(t, found, "the further zone has infra nodes and workers: %s", name)
	}
}

// The cluster approves the CSRs of machines that its Machine API created, and no others.
func TestEveryWorkerHasAnApprover(t *testing.T) {
	t.Parallel()
	for elastic, approvers := range map[string]int{"0": 0, "2": 1} {
		rec := example.Run(t, map[string]string{"stage": "cluster", "elasticWorkers": elastic})
		assert.Len(t, rec.OfType("aws:autoscaling/group:Group"), approvers, "Auto Scaling groups")
		assert.Len(t, rec.OfType("openshift-aws:nodes:CSRApprover"), approvers, "approvers")
	}
	bootstrap := example.Run(t, installing)
	assert.Empty(t, bootstrap.OfType("aws:autoscaling/group:Group"), "nothing approves CSRs at stage bootstrap")
}

func TestIgnitionIsSecret(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, installing)
	for _, name := range []string{"demo-master-us-east-2a", "demo-bootstrap-ignition"} {
		r := mockstest.Find(t, rec, name)
		inputs := maps.Clone(r.Inputs)
		_, userData := inputs["userData"].(mocks.Secret)
		_, content := inputs["content"].(mocks.Secret)
		assert.True(t, userData || content, "%s: %v", name, inputs)
	}
}
