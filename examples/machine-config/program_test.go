package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const project = "openshift-machine-config"

func recorder(changes map[string]string) *mocks.Recorder {
	values := map[string]string{
		project + ":kubeconfig": "../classic/install-dir/auth/kubeconfig",
		project + ":version":    "4.18.12",
	}
	for key, value := range changes {
		values[project+":"+key] = value
	}
	return mocks.New(mocks.Config(values), mocks.Project(project))
}

// scenarios are the shapes of the example whose every resource a golden file holds.
var scenarios = map[string]map[string]string{
	"upgrade":  nil,
	"released": {"version": "", "hold": "false"},
}

func TestScenarios(t *testing.T) {
	for name, changes := range scenarios {
		t.Run(name, func(t *testing.T) {
			rec := recorder(changes)
			require.NoError(t, rec.Run(program))
			golden.Check(t, "testdata/"+name+".golden", rec.Golden())
			kubetest.CheckRecorded(t, rec)
			preview := recorder(changes)
			require.NoError(t, preview.Preview(program))
			assert.Len(t, preview.Resources(), len(rec.Resources()))
		})
	}
}

func TestBadSettingsAreToldTogether(t *testing.T) {
	err := recorder(map[string]string{"kubeconfig": "nowhere", "wait": "soon"}).Run(program)
	assert.ErrorContains(
		t,
		err,
		"config kubeconfig: open nowhere: no such file or directory\nconfig wait: \"soon\" is neither true nor false",
	)
}

func TestSandbox(t *testing.T) {
	box, err := sandbox.New(sandbox.Options{
		Project: project, Program: program, Dir: t.TempDir(),
		Config: map[string]string{"kubeconfig": "../classic/install-dir/auth/kubeconfig", "version": "4.18.12"},
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
