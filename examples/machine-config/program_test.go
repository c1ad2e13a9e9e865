package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
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
	t.Parallel()
	for _, rec := range example.CheckScenarios(t, scenarios) {
		kubetest.CheckRecorded(t, rec)
	}
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

func TestSandbox(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	box, err := sandbox.New(sandbox.Options{
		Project: example.Project, Program: program, Dir: t.TempDir(), Config: example.Configured(nil),
	})
	require.NoError(t, err)
	up, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Positive(t, up.Changes["create"])
	again, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.Zero(t, again.Changes["create"]+again.Changes["update"]+again.Changes["delete"], again.Changes)
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)
}
