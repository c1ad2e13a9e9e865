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
	tests := map[string]struct {
		reason string
		taint  machine.Taint
		want   []string
	}{
		"without a value": {
			reason: "a taint needs a key and an effect",
			taint:  machine.Taint{Key: "example.com/gpu", Effect: "NoExecute"},
		},
		"empty": {
			reason: "a taint needs both",
			want:   []string{"machine.Taint.Key: required", "machine.Taint.Effect: required"},
		},
		"effect": {
			reason: "Kubernetes has three effects",
			taint:  machine.Taint{Key: "a b", Value: "c d", Effect: "Evict"},
			want:   []string{"machine.Taint.Key: format", "machine.Taint.Value: format", "machine.Taint.Effect: one-of"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := check.Struct(&tt.taint)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
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

func TestSpotPrice(t *testing.T) {
	t.Parallel()
	for price, want := range map[string][]string{
		"": nil, "0.08": nil, "0": {"machine.SpotArgs.MaxPrice: format"}, "-0.1": {"machine.SpotArgs.MaxPrice: format"},
	} {
		p := check.Struct(&machine.SpotArgs{MaxPrice: price})
		checktest.Equal(t, want, p.Err(), "a price is positive")
	}
}
