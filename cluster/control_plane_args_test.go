package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestControlPlaneArgsAccepted(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change change
	}{
		"usual": {reason: "three machines with an external API", change: func(*ControlPlaneArgs) {}},
		"one machine": {
			reason: "etcd with one member is supported",
			change: func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = a.Network.PrivateSubnets[:1] },
		},
		"five machines":              {reason: "a region with six zones has room for five", change: five},
		"no profile after bootstrap": {reason: "the bootstrap machine is deleted", change: afterBootstrap},
		"internal without public subnets": {
			reason: "nothing of an internal API is public",
			change: func(a *ControlPlaneArgs) {
				a.Scope, a.Network.PublicSubnets, a.PublicZoneID = network.Internal, nil, nil
			},
		},
		"internal with public subnets": {reason: "Scope alone switches the API", change: internalOnly},
		"internal without allowed CIDRs": {
			reason: "the list is unused",
			change: func(a *ControlPlaneArgs) { a.Scope, a.APIAllowedCIDRs = network.Internal, []string{} },
		},
		"one address": {
			reason: "a /32 is a CIDR",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{"203.0.113.7/32"} },
		},
		"more public zones": {
			reason: "a public subnet does not need a machine",
			change: func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = a.Network.PrivateSubnets[2:] },
		},
		"one zone":                     {reason: "the least that AWS has in a region", change: inZones("a", "a", "a")},
		"two zones":                    {reason: "accounts in us-west-1 have two", change: inZones("a", "b", "a")},
		"five machines in three zones": {reason: "five etcd members", change: inZones("a", "b", "c", "a", "b")},
		"zones without machines": {
			reason: "the load balancers have subnets there",
			change: func(a *ControlPlaneArgs) {
				a.MachineZones = []string{"us-east-2b"}
				a.Network.PublicSubnets = a.Network.PublicSubnets[1:]
			},
		},
		"gp3 baseline": {
			reason: "gp3 has IOPS by default",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{Type: "gp3"} },
		},
		"16 security groups": {
			reason: "a raised quota allows 16",
			change: func(a *ControlPlaneArgs) { a.AdditionalSecurityGroupIDs = groupIDs(13) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, demoArgs(tt.change).Validate(), tt.reason)
		})
	}
}

func five(a *ControlPlaneArgs) {
	a.Install.Region = "us-east-1"
	a.Network.PublicSubnets = subnets("public", "us-east-1", 0, "a", "b", "c", "d", "f")
	a.Network.PrivateSubnets = subnets("private", "us-east-1", 100, "a", "b", "c", "d", "f")
}
