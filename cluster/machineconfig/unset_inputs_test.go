package machineconfig_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&machineconfig.ContainerRuntimeConfigArgs{},
		&machineconfig.KubeletConfigArgs{},
		&machineconfig.MachineConfigArgs{},
		&machineconfig.MachineConfigPoolArgs{},
		&machineconfig.MachineConfigurationArgs{},
	)
}
