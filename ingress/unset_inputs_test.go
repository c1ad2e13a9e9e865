package ingress_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
)

func TestUnsetInputsAreRefused(t *testing.T) {
	t.Parallel()
	checktest.RefusesUnsetInputs(t,
		&ingress.ComponentRoutesArgs{},
		&ingress.IngressControllerArgs{},
		&ingress.RouterLBArgs{},
	)
}
