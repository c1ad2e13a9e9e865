package machineconfig

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestMachineConfigPoolArgsRejected(t *testing.T) {
	t.Parallel()
	maxUnavailable := func(value string) *MachineConfigPoolArgs {
		return &MachineConfigPoolArgs{Name: "infra", MaxUnavailable: value}
	}
	checktest.Cases(t, "machineconfig.MachineConfigPoolArgs", map[string]checktest.Case{
		"zero": {
			Reason: "the operator treats 0 as 1",
			Args:   maxUnavailable("0"),
			Want:   []string{`.MaxUnavailable: "0" counts as 1; to stop updates of the pool, set Paused`},
		},
		"zero percent": {
			Reason: "the operator treats 0% as 1",
			Args:   maxUnavailable("0%"),
			Want:   []string{`.MaxUnavailable: "0%" counts as 1; to stop updates of the pool, set Paused`},
		},
		"worker's nodes": {
			Reason: "the cluster selects the nodes of a built-in pool",
			Args: &MachineConfigPoolArgs{
				Name: "worker", MaxUnavailable: "2", NodeSelector: map[string]string{"a": "b"},
			},
			Want: []string{".NodeSelector: must not be set for worker: the cluster selects its nodes"},
		},
		"nothing to patch": {
			Reason: "a patch without fields changes nothing",
			Args:   &MachineConfigPoolArgs{Name: "master"},
			Want:   []string{": must set MaxUnavailable or Paused for master, which exists in every cluster"},
		},
	})
	for value, reason := range map[string]string{
		"-1": "a count is positive", "1.5": "a count is whole", "101%": "100% is the pool",
	} {
		want := []string{"machineconfig.MachineConfigPoolArgs.MaxUnavailable: format"}
		checktest.Equal(t, want, maxUnavailable(value).Validate(), reason)
	}
}
