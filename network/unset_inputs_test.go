package network_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&network.EgressProxyArgs{},
		&network.ExistingVpcArgs{},
		&network.JumpHostArgs{},
		&network.PrivateLinkAccessArgs{},
		&network.SecurityGroupsArgs{},
		&network.VpcArgs{},
	)
}
