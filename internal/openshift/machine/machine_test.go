package machine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestTaint(t *testing.T) {
	t.Parallel()
	taint := machine.Taint{Key: "a", Effect: "NoSchedule"}
	assert.Equal(t, map[string]any{"key": "a", "effect": "NoSchedule"}, kube.Fields(taint))
	assert.Equal(t, rhcs.Properties{"key": "a", "value": "", "scheduleType": "NoSchedule"}, rhcs.Inputs(taint),
		"OCM requires a value")
}

func TestCheckTaints(t *testing.T) {
	t.Parallel()
	var p check.Problems
	machine.CheckTaints(&p, "Taints", []machine.Taint{
		{Key: "a", Value: "1", Effect: "NoSchedule"}, {Key: "a", Effect: "NoExecute"}, {Key: "a", Effect: "NoSchedule"},
	})
	checktest.Equal(t, []string{"Taints[2]: duplicate"}, p.Err(), "taints are unique by key and effect")
}
