//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestARunningClusterIsKept: no setting deletes members of etcd, the API's load balancers or the objects in the cluster. The preview names
// what would be lost.
func TestARunningClusterIsKept(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	run := func(withoutBootstrap string, args ...string) (string, error) {
		process := exec.CommandContext(t.Context(), self, append(args, "--dir", dir)...)
		process.Dir = "../.."
		process.Env = append(os.Environ(), commandVariable+"=true", stage.WithoutBootstrapVariable+"="+withoutBootstrap)
		output, err := process.CombinedOutput()
		return string(output), err
	}
	account := func() string {
		text, err := os.ReadFile(filepath.Join(dir, "aws.json"))
		require.NoError(t, err)
		return string(text)
	}
	output, err := run("false", "up")
	require.Error(t, err, "a cluster cannot begin without a bootstrap machine")
	assert.Contains(t, output, "cluster.ControlPlaneArgs.Stage: a new cluster begins with stage bootstrap")
	assert.NoFileExists(t, filepath.Join(dir, "aws.json"), "the preview fails")

	output, err = run("true", "up")
	require.NoError(t, err, output)
	before := account()
	tests := map[string]struct {
		settings []string
		want     []string
	}{
		"three zones become one": {
			settings: []string{"zones=us-east-2a", "furtherZones=us-east-2b,us-east-2c"},
			want: []string{
				"cluster.ControlPlaneArgs.MachineZones: the update would delete the control-plane machines us-east-2b, us-east-2c",
				"cannot be reached", "AllowMachineDeletion",
				"cluster.ControlPlaneArgs.Network.PrivateSubnets: us-east-2b, us-east-2c cannot be taken away",
			},
		},
		"two zones retire": {
			settings: []string{"zones=us-east-2a,us-east-2d,us-east-2e", "furtherZones=us-east-2b,us-east-2c"},
			want:     []string{"the control-plane machines us-east-2b, us-east-2c"},
		},
		"one zone retires": {
			settings: []string{"zones=us-east-2a,us-east-2b,us-east-2d"},
			want:     []string{"the control-plane machines us-east-2c", "cannot be reached"},
		},
		"back to stage bootstrap": {
			settings: []string{"stage=bootstrap"},
			want:     []string{"cluster.ControlPlaneArgs.Stage: cluster cannot become bootstrap: the cluster is installed"},
		},
	}
	for name, tt := range tests {
		args := []string{"up"}
		for _, setting := range tt.settings {
			args = append(args, "-c", setting)
		}
		output, err := run("true", args...)
		require.Error(t, err, name)
		for _, want := range tt.want {
			assert.Contains(t, output, want, name)
		}
		assert.Equal(t, before, account(), name)
	}
	output, err = run("true", "destroy")
	require.NoError(t, err, output)
	assert.Equal(t, "{}", strings.TrimSpace(account()))
}
