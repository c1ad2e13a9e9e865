package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/fleet"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

const project = "openshift-fleet"

// exampleOf returns the program with the configuration of a cluster of fleet.yaml.
func exampleOf(t *testing.T, i int) mockstest.Example {
	t.Helper()
	parsed, err := fleet.Parse(list)
	require.NoError(t, err)
	config := map[string]string{}
	for key, value := range parsed.Clusters[i].Settings(project, false) {
		config[strings.TrimPrefix(key, project+":")] = value
	}
	return mockstest.Example{Project: project, Program: fleet.Program(options.Blueprints), Config: config}
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"ohio": nil}

func TestScenarios(t *testing.T) { exampleOf(t, 0).CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, exampleOf(t, 0), scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, exampleOf(t, 0)) }

func TestBlueprints(t *testing.T) {
	t.Parallel()
	for blueprint, kind := range map[string]string{
		"rosa-hcp": "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "rosa-classic": "rhcs:index/clusterRosaClassic:ClusterRosaClassic",
	} {
		rec := exampleOf(t, 0).Run(t, map[string]string{"blueprint": blueprint, "zones": "us-east-2a", "protect": "true"})
		assert.Len(t, rec.OfType(kind), 1, blueprint)
	}
}

// TestClustersShareNoName: the clusters are in one account, in which IAM's names are the same in all regions.
func TestClustersShareNoName(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for i := range 3 {
		e := exampleOf(t, i)
		for _, r := range e.Run(t, nil).Resources() {
			name, _ := r.Outputs["name"].(string)
			if !r.Custom || name == "" || r.Type == "rhcs:index/hcpMachinePool:HcpMachinePool" {
				continue // a pool's name is that in its cluster
			}
			key := r.Type + " " + name
			assert.Empty(t, seen[key], "%s is in two clusters", key)
			seen[key] = e.Config["name"]
		}
	}
	assert.NotEmpty(t, seen)
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	exampleOf(t, 0).CheckRejected(t, nil, `blueprint: there is no ""`)
	exampleOf(t, 0).CheckRejected(t, map[string]string{"blueprint": "rosa-hcp"},
		"Missing required configuration variable 'openshift-fleet:name'")
	exampleOf(t, 0).CheckRejected(t, exampleOf(t, 0).Configured(map[string]string{"workers": "two"}),
		"required configuration variable 'openshift-fleet:workers'")
}
