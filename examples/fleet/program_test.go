package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

// exampleOf returns the program with the configuration of a cluster of fleet.yaml.
func exampleOf(t *testing.T, i int) mockstest.Example {
	t.Helper()
	list, err := loadFleet("")
	require.NoError(t, err)
	return mockstest.Example{Project: project, Program: program, Config: list.Clusters[i].config()}
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	exampleOf(t, 0).CheckScenarios(t, map[string]map[string]string{"ohio": nil})
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
	exampleOf(t, 0).CheckRejected(t, nil, "Missing required configuration variable 'openshift-fleet:name'")
	exampleOf(t, 0).CheckRejected(t, exampleOf(t, 0).Configured(map[string]string{"workers": "two"}),
		"required configuration variable 'openshift-fleet:workers'")
}
