package machineconfig

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/clustertest"
)

func TestMachineConfigPoolArgsRejected(t *testing.T) {
	t.Parallel()
	maxUnavailable := func(value string) *MachineConfigPoolArgs {
		return &MachineConfigPoolArgs{Name: "infra", MaxUnavailable: value}
	}
	clustertest.Rejections(t, "machineconfig.MachineConfigPoolArgs", map[string]clustertest.Rejection{
		"several problems": {
			Reason: "one run reports all of them",
			Args:   &MachineConfigPoolArgs{MaxUnavailable: "x"},
			Want:   []string{".Name: required", ".MaxUnavailable: format"},
		},
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
		"negative": {
			Reason: "a count is positive",
			Args:   maxUnavailable("-1"),
			Want:   []string{".MaxUnavailable: format"},
		},
		"fraction": {
			Reason: "a count is whole",
			Args:   maxUnavailable("1.5"),
			Want:   []string{".MaxUnavailable: format"},
		},
		"more than a pool": {
			Reason: "100% is the pool",
			Args:   maxUnavailable("101%"),
			Want:   []string{".MaxUnavailable: format"},
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
}
