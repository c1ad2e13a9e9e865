package iam_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&iam.AccountRolesArgs{},
		&iam.EtcdKeyArgs{},
		&iam.InstanceProfilesArgs{},
		&iam.OCMRoleArgs{},
		&iam.OIDCConfigArgs{},
		&iam.OIDCProviderArgs{},
		&iam.OperatorRolesArgs{},
		&iam.RHCSProviderArgs{},
		&iam.ServiceAccountRoleArgs{},
		&iam.SharedVpcResourcesArgs{},
		&iam.ShortTermCredentialsArgs{},
		&iam.VolumeKeyArgs{},
	)
}
