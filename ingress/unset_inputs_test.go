package ingress_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestUnsetInputsAreRejected(t *testing.T) {
	t.Parallel()
	checktest.RejectsUnsetInputs(t,
		&ingress.ComponentRoutesArgs{},
		&ingress.IngressControllerArgs{},
		&ingress.RouterLBArgs{},
	)
}
