package nodes_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&nodes.CSRApproverArgs{},
		&nodes.CloudInit311Args{},
		&nodes.ClusterAutoscalerASGArgs{},
		&nodes.ClusterAutoscalerArgs{},
		&nodes.MachineAutoscalerArgs{},
		&nodes.MachineHealthCheckArgs{},
		&nodes.MachineSetArgs{},
		&nodes.TerminationHandlerArgs{},
		&nodes.WorkerPoolArgs{},
	)
}
