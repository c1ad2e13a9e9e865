package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// jumpHostBySetting has a jump host if a setting says so.
func jumpHostBySetting(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{Zones: []string{"us-east-2a"}})
	if err != nil {
		return err
	}
	if config.New(ctx, "").GetBool("jumpHost") { // a plain value decides
		_, err = network.NewJumpHost(ctx, "admin", &network.JumpHostArgs{
			Network: vpc.Network, // has the VPC's ID, an Input
			Subnet:  vpc.PrivateSubnets[0],
			AMI:     pulumi.String("ami-0123456789abcdef0"),
		})
	}
	return err
}

// jumpHostInApply registers it when the ID of the VPC is known.
func jumpHostInApply(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{Zones: []string{"us-east-2a"}})
	if err != nil {
		return err
	}
	vpc.ID.ToStringOutput().ApplyT(func(id string) error {
		_, err := network.NewJumpHost(ctx, "admin", &network.JumpHostArgs{
			Network: vpc.Network,
			Subnet:  vpc.PrivateSubnets[0],
			AMI:     pulumi.String("ami-0123456789abcdef0"),
		})
		return err
	})
	return nil
}

// TestPlainValuesDecide runs the right and the wrong program of docs/concepts.md: the preview of the wrong one does not show what the
// update creates.
func TestPlainValuesDecide(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		program pulumi.RunFunc
		shown   int
	}{"right": {jumpHostBySetting, 1}, "wrong": {jumpHostInApply, 0}} {
		settings := mocks.Config(map[string]string{"aws:region": "us-east-2", "jumpHost": "true"})
		preview, update := mocks.New(settings), mocks.New(settings)
		require.NoError(t, preview.Preview(tt.program), name)
		assert.Len(t, preview.OfType("openshift-aws:network:JumpHost"), tt.shown, name)
		require.NoError(t, update.Run(tt.program), name)
		assert.Len(t, update.OfType("openshift-aws:network:JumpHost"), 1, name)
	}
}
