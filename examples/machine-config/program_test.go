package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: "openshift-machine-config",
	Program: program,
	Config: map[string]string{
		"kubeconfig": "../classic/install-dir/auth/kubeconfig",
		"version":    "4.18.12",
	},
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{
	"upgrade":  nil,
	"released": {"version": "", "paused": "false"},
}

func TestScenarios(t *testing.T) {
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
}

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

// TestAdopted: what the program creates can be adopted by it. An upgrade follows the adoption: a preview cannot know whether it pauses the
// pools.
func TestAdopted(t *testing.T) {
	adopted := example
	adopted.Config = map[string]string{"kubeconfig": example.Config["kubeconfig"]}
	adopttest.Check(t, adopted)
}

// TestClusterStack: the stack of examples/classic exports the kubeconfig.
func TestClusterStack(t *testing.T) {
	t.Parallel()
	kubeconfig, err := os.ReadFile(example.Config["kubeconfig"])
	require.NoError(t, err)
	example.CheckStackOutputs(t, "clusterStack", map[string]any{"kubeconfig": mocks.Secret{Value: string(kubeconfig)}})
}

func TestInvalidSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-machine-config:kubeconfig'")
	example.CheckRejected(t, example.Configured(map[string]string{"paused": "soon"}),
		"required configuration variable 'openshift-machine-config:paused'")
}
