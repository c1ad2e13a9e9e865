package network_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestCIDRBelowACluster changes the CIDR of a VPC in the real engine.
func TestCIDRBelowACluster(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	args := &network.VpcArgs{CIDR: "10.40.0.0/16", Zones: []string{"us-east-2a"}, NAT: network.NATNone}
	box, err := sandbox.New(sandbox.Options{
		Project: "cidr", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: mockstest.Program(network.NewVpc, "demo", args),
	})
	require.NoError(t, err)
	_, err = box.Up(t.Context())
	require.NoError(t, err)

	args.CIDR = "10.41.0.0/16"
	const rejected = "network.VpcArgs.CIDR: 10.40.0.0/16 cannot become 10.41.0.0/16"
	_, err = box.Preview(t.Context())
	require.ErrorContains(t, err, rejected, "AWS cannot change the CIDR of a VPC, and a cluster cannot move to another one")
	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, rejected)
	args.CIDR = "10.40.0.0/16"
	unchanged, err := box.Up(t.Context())
	require.NoError(t, err)
	assert.False(t, unchanged.Changed(), "nothing was created: %v", unchanged.Changes)

	args.SecondaryCIDRs = []string{"10.41.0.0/16"}
	_, err = box.Up(t.Context())
	require.NoError(t, err, "a further CIDR adds addresses")

	args.CIDR, args.SecondaryCIDRs, args.AllowReplacement = "10.42.0.0/16", nil, true
	_, err = box.Up(t.Context())
	require.NoError(t, err, "a VPC without a cluster can be replaced")
}

// TestIPv6Goes: a preview warns of what AWS would reject in the update, because the VPC is updated before its subnets.
func TestIPv6Goes(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	var out bytes.Buffer
	args := &network.VpcArgs{Zones: []string{"us-east-2a"}, IPv6: true, NAT: network.NATNone}
	box, err := sandbox.New(sandbox.Options{
		Project: "ipv6", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"}, Out: &out,
		Program: mockstest.Program(network.NewVpc, "demo", args),
	})
	require.NoError(t, err)
	_, err = box.Up(t.Context())
	require.NoError(t, err)
	args.IPv6 = false
	_, err = box.Preview(t.Context())
	require.Error(t, err, "the sandbox rejects it")
	assert.Contains(t, out.String(), "rejects this update until the subnets were updated alone: pulumi up --target '**-subnet-**'")
}
