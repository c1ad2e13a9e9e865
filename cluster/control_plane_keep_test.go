package cluster_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// fiveMachines has two machines in two zones.
func fiveMachines(a *cluster.ControlPlaneArgs) {
	a.MachineZones = []string{"us-east-2a", "us-east-2a", "us-east-2b", "us-east-2b", "us-east-2c"}
}

// runningFive returns a stack of five machines at StageCluster, and the addresses of their members of etcd by their keys.
func runningFive(t *testing.T) (*machineStack, map[string]any) {
	t.Helper()
	s := newMachineStack(t)
	s.change = func(a *cluster.ControlPlaneArgs) {
		fiveMachines(a)
		a.Stage = cluster.StageBootstrap
	}
	_, err := s.box.Up(t.Context())
	require.NoError(t, err)
	s.change = fiveMachines
	result, err := s.box.Up(t.Context())
	require.NoError(t, err)
	addresses := result.Outputs["addresses"].(map[string]any)
	s.members = nil
	for _, address := range addresses {
		s.members = append(s.members, address.(string))
	}
	return s, addresses
}

func (s *machineStack) removeMember(address any) {
	for i, member := range s.members {
		if member == address {
			s.members = append(s.members[:i:i], s.members[i+1:]...)
		}
	}
}

// TestMachinesAreKept deletes machines of a control plane of five, whose API answers.
func TestMachinesAreKept(t *testing.T) {
	t.Parallel()
	one := func(a *cluster.ControlPlaneArgs) {
		a.MachineZones = []string{"us-east-2a", "us-east-2b", "us-east-2b", "us-east-2c", "us-east-2c"}
	}
	two := func(a *cluster.ControlPlaneArgs) { a.MachineZones = machineZones }
	tests := map[string]struct {
		reason string
		before func(s *machineStack, addresses map[string]any)
		change func(*cluster.ControlPlaneArgs)
		want   string
	}{
		"with its member": {
			reason: "a deleted machine takes its member along", change: one,
			want: "delete the control-plane machines us-east-2a-2 with their members of etcd: etcd still has the member of us-east-2a-2",
		},
		"without its member": {
			reason: "etcd has removed the member", change: one,
			before: func(s *machineStack, addresses map[string]any) { s.removeMember(addresses["us-east-2a-2"]) },
		},
		"one without its member, one with it": {
			reason: "a deleted machine takes its member along", change: two,
			before: func(s *machineStack, addresses map[string]any) { s.removeMember(addresses["us-east-2a-2"]) },
			want:   "us-east-2a-2, us-east-2b-2 with their members of etcd: etcd still has the member of us-east-2b-2",
		},
		"two without their members": {
			reason: "etcd has three members, and keeps them", change: two,
			before: func(s *machineStack, addresses map[string]any) {
				s.removeMember(addresses["us-east-2a-2"])
				s.removeMember(addresses["us-east-2b-2"])
			},
		},
		"by their names": {
			reason: "the argument says that it is meant",
			change: func(a *cluster.ControlPlaneArgs) {
				a.MachineZones, a.AllowMachineDeletion = machineZones, []string{"us-east-2a-2", "us-east-2b-2"}
			},
		},
		"the API of another cluster": {
			reason: "another cluster's members say nothing", change: one,
			before: func(s *machineStack, _ map[string]any) { s.infraID = "alpha-aaaaa" },
			want:   "is of the cluster alpha-aaaaa, not of demo-x7k2p",
		},
		"without the API": {
			reason: "nothing says that etcd keeps its majority", change: one,
			before: func(s *machineStack, _ map[string]any) { s.kubeconfig = clustertest.ClosedAPI() },
			want:   "https://127.0.0.1:1 cannot be reached",
		},
	}
	s, addresses := runningFive(t)
	kubeconfig, members := s.kubeconfig, s.members
	for name, tt := range tests {
		s.kubeconfig, s.infraID, s.members = kubeconfig, "", members
		if tt.before != nil {
			tt.before(s, addresses)
		}
		s.change = tt.change
		_, err := s.box.Preview(t.Context())
		if tt.want != "" {
			require.ErrorContains(t, err, tt.want, name+": "+tt.reason)
			continue
		}
		require.NoError(t, err, name+": "+tt.reason)
	}
}

// TestControlPlaneIsKept changes what a cluster keeps for life.
func TestControlPlaneIsKept(t *testing.T) {
	t.Parallel()
	s := newMachineStack(t)
	s.change = func(a *cluster.ControlPlaneArgs) { a.Stage = cluster.StageBootstrap }
	_, err := s.box.Up(t.Context())
	require.NoError(t, err)
	other := func(a *cluster.ControlPlaneArgs) { a.Install.InfraID = "demo-aaaaa" }
	s.change = func(a *cluster.ControlPlaneArgs) {
		a.Stage = cluster.StageBootstrap
		other(a)
	}
	_, err = s.box.Preview(t.Context())
	require.NoError(t, err, "an installation that has failed begins again in another directory")
	const provider = "arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com"
	s.change = func(a *cluster.ControlPlaneArgs) { a.OIDCProviderARN = pulumi.String(provider) }
	_, err = s.box.Up(t.Context())
	require.NoError(t, err)
	for want, change := range map[string]func(*cluster.ControlPlaneArgs){
		"cluster.ControlPlaneArgs.OIDCProviderARN: " + provider + " cannot become none": func(*cluster.ControlPlaneArgs) {},
		"cluster.ControlPlaneArgs.Install: demo-x7k2p cannot become demo-aaaaa":         other,
		"cluster.ControlPlaneArgs.Stage: cluster cannot become bootstrap": func(a *cluster.ControlPlaneArgs) {
			a.Stage = cluster.StageBootstrap
		},
		"PrivateSubnets: us-east-2b: subnet-1aaaaaaaaaaaaaaaa cannot become subnet-0": func(a *cluster.ControlPlaneArgs) {
			a.Network.PrivateSubnets[1].ID = pulumi.String("subnet-0123456789abcdef0")
		},
		"cluster.ControlPlaneArgs.Network: vpc-0123456789abcdef0 cannot become vpc-0aaaaaaaaaaaaaaaa": func(a *cluster.ControlPlaneArgs) {
			a.Network.ID = pulumi.String("vpc-0aaaaaaaaaaaaaaaa").ToStringOutput()
		},
		"cluster.ControlPlaneArgs.PrivateZoneID: none cannot become Z0PRIVATEEXISTING": func(a *cluster.ControlPlaneArgs) {
			a.PrivateZoneID = pulumi.String("Z0PRIVATEEXISTING")
		},
		"cluster.ControlPlaneArgs.Network.PrivateSubnets: us-east-2c cannot be taken away": func(a *cluster.ControlPlaneArgs) {
			a.Network.PrivateSubnets = a.Network.PrivateSubnets[:2]
			a.MachineZones = []string{"us-east-2a", "us-east-2b", "us-east-2b"}
			a.AllowMachineDeletion = []string{"us-east-2c"}
		},
	} {
		s.change = change
		_, err := s.box.Preview(t.Context())
		require.ErrorContains(t, err, want)
	}
	destroyed, err := s.box.Destroy(t.Context())
	require.NoError(t, err)
	assert.NotEmpty(t, destroyed.Steps)
}
