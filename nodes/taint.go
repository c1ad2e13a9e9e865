package nodes

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/machine"
)

// Taint keeps pods off nodes unless they tolerate it. rosa.Taint and machineconfig.Taint are the same type.
type Taint = machine.Taint

func taintList(taints []Taint) []any {
	list := []any{}
	for _, taint := range taints {
		list = append(list, kube.Fields(taint))
	}
	return list
}

// checkTaints reports invalid taints. A node has at most one taint per key and effect.
func checkTaints(p *check.Problems, path string, taints []Taint) {
	for i, taint := range taints {
		p.Taint(check.Index(path, i), taint.Key, taint.Value, taint.Effect)
	}
	machine.CheckTaints(p, path, taints)
}
