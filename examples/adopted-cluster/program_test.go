package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: project, Program: program, Config: sandboxConfig}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"adopted-cluster": nil}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestNames: the roles have the names that the rosa command gives them.
func TestNames(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{"accountPrefix": "ManagedOpenShift", "operatorPrefix": "demo-a1b2"})
	names := map[string]bool{}
	for _, role := range rec.OfType("aws:iam/role:Role") {
		names[role.Outputs["name"].(string)] = true
	}
	assert.True(t, names["ManagedOpenShift-HCP-ROSA-Installer-Role"], names)
	assert.True(t, names["demo-a1b2-kube-system-kms-provider"], names)
	assert.Empty(t, rec.OfType("aws:ec2/vpc:Vpc"), "the network is not in the stack")
}
