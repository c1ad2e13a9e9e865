package nodes

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Taint keeps pods off nodes unless they tolerate it.
type Taint struct {
	// Key has the form of a label key, such as example.com/dedicated. Required.
	Key string
	// Value has the form of a label value. Defaults to "".
	Value string
	// Effect is NoSchedule, PreferNoSchedule or NoExecute. Required. NoExecute also evicts pods of the cluster's own DaemonSets
	// that do not tolerate the taint.
	Effect string
}

func (t Taint) fields() map[string]any {
	fields := map[string]any{"key": t.Key, "effect": t.Effect}
	if t.Value != "" {
		fields["value"] = t.Value
	}
	return fields
}

func taintList(taints []Taint) []any {
	list := []any{}
	for _, taint := range taints {
		list = append(list, taint.fields())
	}
	return list
}

// checkTaints reports invalid taints. A node has at most one taint per key and effect.
func checkTaints(p *check.Problems, path string, taints []Taint) {
	for i, taint := range taints {
		p.Taint(check.Index(path, i), taint.Key, taint.Value, taint.Effect)
	}
	checkUnique(p, path, "", taints, func(taint Taint) string { return taint.Key + ":" + taint.Effect })
}
