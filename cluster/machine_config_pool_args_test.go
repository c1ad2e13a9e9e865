package cluster

import (
	"strings"
	"testing"
)

func TestMachineConfigPoolArgsRejected(t *testing.T) {
	t.Parallel()
	maxUnavailable := func(value string) *MachineConfigPoolArgs {
		return &MachineConfigPoolArgs{Name: "infra", MaxUnavailable: value}
	}
	testRejections(t, "cluster.MachineConfigPoolArgs", map[string]rejection{
		"several problems": {
			reason: "one run reports all of them",
			args:   &MachineConfigPoolArgs{MaxUnavailable: "x"},
			want:   []string{".Name: required", ".MaxUnavailable: format"},
		},
		"upper case": {
			reason: "names of objects are lower-case",
			args:   &MachineConfigPoolArgs{Name: "Infra"},
			want:   []string{".Name: format"},
		},
		"long": {
			reason: "the name is a part of a label",
			args:   &MachineConfigPoolArgs{Name: strings.Repeat("x", 64)},
			want:   []string{".Name: format"},
		},
		"zero": {
			reason: "the operator treats 0 as 1",
			args:   maxUnavailable("0"),
			want:   []string{`.MaxUnavailable: "0" counts as 1; to stop updates of the pool, set Paused`},
		},
		"zero percent": {
			reason: "the operator treats 0% as 1",
			args:   maxUnavailable("0%"),
			want:   []string{`.MaxUnavailable: "0%" counts as 1; to stop updates of the pool, set Paused`},
		},
		"negative": {
			reason: "a count is positive",
			args:   maxUnavailable("-1"),
			want:   []string{".MaxUnavailable: format"},
		},
		"fraction": {
			reason: "a count is whole",
			args:   maxUnavailable("1.5"),
			want:   []string{".MaxUnavailable: format"},
		},
		"more than a pool": {
			reason: "100% is the pool",
			args:   maxUnavailable("101%"),
			want:   []string{".MaxUnavailable: format"},
		},
		"worker's nodes": {
			reason: "the cluster selects the nodes of a built-in pool",
			args: &MachineConfigPoolArgs{
				Name: "worker", MaxUnavailable: "2", NodeSelector: map[string]string{"a": "b"},
			},
			want: []string{".NodeSelector: must not be set for worker: the cluster selects its nodes"},
		},
		"nothing to patch": {
			reason: "a patch without fields changes nothing",
			args:   &MachineConfigPoolArgs{Name: "master"},
			want:   []string{": must set MaxUnavailable or Paused for master, which exists in every cluster"},
		},
		"labels": {
			reason: "a node selector has labels",
			args:   &MachineConfigPoolArgs{Name: "infra", NodeSelector: map[string]string{"a b": "", "ok": "c d"}},
			want:   []string{".NodeSelector[a b]: format", ".NodeSelector[ok]: format"},
		},
	})
}
