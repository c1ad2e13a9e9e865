package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: project, Program: program, Config: map[string]string{
	"clusterId":    sandboxConfig["clusterId"],
	"kubeconfig":   "../classic/install-dir/auth/kubeconfig",
	"volumeKeyArn": sandboxConfig["volumeKeyArn"],
}}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{
	"encrypted-volumes": nil,
	"two-routers":       {"routers": "2", "volumeKeyArn": ""},
}

func TestScenarios(t *testing.T) {
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
}

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestTheOperatorsFieldsAreLeftAlone asserts the fields that the program owns: cloud-ingress-operator reverts the
// placement of routers, and the registry's operator has the role for its bucket only.
func TestTheOperatorsFieldsAreLeftAlone(t *testing.T) {
	t.Parallel()
	_, patched := kubetest.Recorded(t, example.Run(t, nil))
	specs := map[string]any{}
	for _, object := range patched {
		if object["spec"] != nil {
			specs[object["kind"].(string)] = object["spec"]
		}
	}
	assert.Equal(t, map[string]any{
		"IngressController": map[string]any{"replicas": int64(3)},
		"Config":            map[string]any{"managementState": "Managed", "replicas": int64(2)},
	}, specs)
}

// TestClusterStack: the stack of examples/rosa-hcp exports the cluster's ID and the key.
func TestClusterStack(t *testing.T) {
	t.Parallel()
	example.CheckStackOutputs(t, "clusterStack", map[string]any{
		"clusterId": sandboxConfig["clusterId"], "volumeKeyArn": sandboxConfig["volumeKeyArn"],
	})
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-rosa-configuration:clusterId'")
	example.CheckRejected(t, example.Configured(map[string]string{"routers": "three"}),
		"required configuration variable 'openshift-rosa-configuration:routers'")
}

// TestANewKubeconfigReplacesNothing runs the program in the sandbox. Tokens expire, so every run may have another
// kubeconfig.
func TestANewKubeconfigReplacesNothing(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	up := func(changes map[string]string) map[string]int {
		return mockstest.Must(t, example.Sandbox(t, dir, changes).Up).Changes
	}
	assert.Equal(t, []string{"create"}, mockstest.Kinds(up(nil)))
	const other = "apiVersion: v1"
	renewed := up(map[string]string{"kubeconfig": other})
	assert.Zero(t, renewed["replace"]+renewed["create"]+renewed["delete"], renewed)
	assert.Equal(t, 1, up(map[string]string{"kubeconfig": other, "routers": "4"})["update"])
}
