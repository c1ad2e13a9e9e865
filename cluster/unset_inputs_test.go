package cluster_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&cluster.ControlPlaneArgs{},
		&cluster.KubernetesProviderArgs{},
		&cluster.NetworkArgs{},
		&cluster.WaitForNodesArgs{},
	)
}
