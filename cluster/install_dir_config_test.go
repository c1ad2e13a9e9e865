package cluster

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// withInstallConfig adds the manifest with the install-config to the bootstrap machine's Ignition.
func withInstallConfig(t *testing.T, dir, manifest string) {
	t.Helper()
	file := filepath.Join(dir, "bootstrap.ign")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var ignition map[string]any
	require.NoError(t, json.Unmarshal(text, &ignition))
	storage := ignition["storage"].(map[string]any)
	storage["files"] = append(storage["files"].([]any), map[string]any{
		"path": "/opt/openshift/manifests/cluster-config.yaml", "contents": map[string]any{
			"source": "data:text/plain;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(manifest)),
		},
	})
	text, err = json.Marshal(ignition)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o600))
}

// TestMachineNetworks: openshift-install accepts no subnet outside of the machine networks (openshift/installer release-4.19
// pkg/asset/installconfig/aws/validation.go, validateSubnetCIDR), and the cluster's proxy and kubelets use them.
func TestMachineNetworks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, manifest string
		want             []string
		problem          string
	}{
		"another range": {
			reason:   "the VPC was set apart from the install-config",
			manifest: "data: {install-config: 'networking: {machineNetwork: [{cidr: 10.42.0.0/16}, {cidr: 10.43.0.0/16}]}'}",
			want:     []string{"10.42.0.0/16", "10.43.0.0/16"},
			problem: "cluster.ControlPlaneArgs.Network.CIDR: the subnet 10.0.16.0/20 is outside of the machine network 10.42.0.0/16, " +
				"10.43.0.0/16 of the install-config; set the VPC's CIDR to it, or create the install directory again with " +
				"networking.machineNetwork of the VPC",
		},
		"the VPC's range": {
			reason:   "one of several ranges is enough",
			manifest: "data: {install-config: 'networking: {machineNetwork: [{cidr: 10.42.0.0/16}, {cidr: 10.0.0.0/16}]}'}",
			want:     []string{"10.42.0.0/16", "10.0.0.0/16"},
		},
		"no text":   {reason: "what is not there is not compared", manifest: "data: {}"},
		"no object": {reason: "what cannot be read is not compared", manifest: "- a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := demo.write(t)
			withInstallConfig(t, dir, tt.manifest)
			install, err := LoadInstallDir(dir, soonAfter(demo))
			require.NoError(t, err)
			assert.Equal(t, tt.want, install.MachineNetworks, tt.reason)
			args := &ControlPlaneArgs{
				Install: install, Stage: StageBootstrap, MachineZones: []string{"us-east-2a"},
				Network: network.Network{PrivateSubnets: []network.Subnet{{Zone: "us-east-2a", CIDR: "10.0.16.0/20"}}},
			}
			var installing, running check.Problems
			args.checkMachineNetworks(&installing)
			args.Stage = StageCluster
			args.checkMachineNetworks(&running)
			if tt.problem == "" {
				require.NoError(t, installing.Err(), tt.reason)
			} else {
				require.EqualError(t, installing.Err(), tt.problem, tt.reason)
			}
			assert.NoError(t, running.Err(), "subnets of a secondary CIDR can be added to a running cluster")
		})
	}
}
