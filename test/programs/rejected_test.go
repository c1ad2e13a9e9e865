package programs_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// wired registers a VPC and a machine pool one by one, after the arguments of both were validated. What a pool needs of other components
// is in its arguments already: an output has a value after its component exists.
func wired(ctx *pulumi.Context) error {
	cluster := pulumi.String("2abcdefghijklmnopqrstuvwxyz01234")
	vpcArgs := &network.VpcArgs{Zones: []string{"us-east-2a"}, CIDR: "10.40.0.0/33"}
	poolArgs := &rosa.MachinePoolArgs{
		Name: "general", ClusterID: cluster, InstanceType: "m5.huge-", Replicas: new(2), HCP: &rosa.HCPPoolArgs{
			SubnetID: pulumi.String("subnet-0123456789abcdef0"),
		},
	}
	if err := errors.Join(vpcArgs.Validate(), poolArgs.Validate()); err != nil {
		return err
	}
	if _, err := network.NewVpc(ctx, "demo", vpcArgs); err != nil {
		return err
	}
	_, err := rosa.NewMachinePool(ctx, "general", poolArgs)
	return err
}

// wiredProblems are the invalid arguments of wired.
var wiredProblems = []string{"network.VpcArgs.CIDR: ", "rosa.MachinePoolArgs.InstanceType: "}

// TestAllArgumentsBeforeTheFirstResource: a program that wires components by hand reports the invalid arguments of all of them at once, by
// Validate, and registers nothing.
func TestAllArgumentsBeforeTheFirstResource(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(wired)
	for _, text := range wiredProblems {
		require.ErrorContains(t, err, text)
	}
	assert.Empty(t, rec.Resources())
}

// TestAllArgumentsBeforeTheFirstOperation is [TestAllArgumentsBeforeTheFirstResource] in previews and updates.
func TestAllArgumentsBeforeTheFirstOperation(t *testing.T) {
	t.Parallel()
	box := (&run{program: wired}).box(t)
	_, preview := box.Preview(t.Context())
	update, err := box.Up(t.Context())
	for _, text := range wiredProblems {
		require.ErrorContains(t, preview, text)
		require.ErrorContains(t, err, text)
	}
	assert.Equal(t, 1, update.Changes["create"], "the stack itself: %v", update.Steps)
}
