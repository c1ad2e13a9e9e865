package mocks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestInstallDir: the directory is complete and its Ignition is fresh, so that a test needs no AllowExpiredIgnition.
func TestInstallDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, "demo.example.com", "eu-west-1"))
	loaded, err := cluster.LoadInstallDir(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"demo-x7k2p", "demo", "demo.example.com", "eu-west-1"},
		[]string{loaded.InfraID, loaded.ClusterName, loaded.Domain, loaded.Region})
	require.Empty(t, loaded.Warnings)
	other := t.TempDir()
	require.NoError(t, mocks.InstallDir(other, "shop.example.com", "eu-west-1"))
	second, err := cluster.LoadInstallDir(other)
	require.NoError(t, err)
	require.NotEqual(t, loaded.ClusterID, second.ClusterID, "an ID identifies one cluster")
	require.Error(t, mocks.InstallDir("/dev/null/demo", "demo.example.com", "eu-west-1"), "the directory must be writable")
}
