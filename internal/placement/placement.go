// Package placement says on which nodes pods of the cluster run. Operators write it in the same two fields everywhere:
// a node selector and tolerations.
//
// Valid: the selector node-role.kubernetes.io/infra with no value, and a toleration of the taint of that key by Exists.
// Invalid: a toleration that names a value and Exists, or seconds without NoExecute; the API server refuses both.
package placement

import (
	"maps"
	"slices"
	"strconv"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Placement is a node selector and tolerations. The zero value leaves both as they are.
type Placement struct {
	// NodeSelector are labels that a node must carry.
	NodeSelector map[string]string
	// Tolerations are the taints that pods put up with, in the order in which they are written.
	Tolerations []Toleration
}

// Toleration lets pods onto nodes with a taint.
type Toleration struct {
	// Key is the taint's key. Empty, together with Exists, for all taints.
	Key string
	// Operator is Equal (the default) or Exists, which takes any value.
	Operator string
	// Value is the taint's value; empty with Exists.
	Value string
	// Effect is NoSchedule, PreferNoSchedule or NoExecute; empty for all of them.
	Effect string
	// TolerationSeconds is how long pods stay on a node after it got a NoExecute taint; nil for always.
	TolerationSeconds *int
}

const (
	exists    = "Exists"
	equal     = "Equal"
	noExecute = "NoExecute"

	infraRole = "node-role.kubernetes.io/infra"
)

// InfraNodes is the placement on infra nodes: their role's label, and their taint by any value.
func InfraNodes() Placement {
	return Placement{
		NodeSelector: map[string]string{infraRole: ""},
		Tolerations:  []Toleration{{Key: infraRole, Operator: exists, Effect: "NoSchedule"}},
	}
}

// IsZero tells whether nothing is set.
func (p Placement) IsZero() bool {
	return len(p.NodeSelector) == 0 && len(p.Tolerations) == 0
}

// Selector returns the node selector as a manifest has it; nil when there is none.
func (p Placement) Selector() map[string]any {
	if len(p.NodeSelector) == 0 {
		return nil
	}
	labels := map[string]any{}
	for key, value := range p.NodeSelector {
		labels[key] = value
	}
	return labels
}

// TolerationList returns the tolerations as a manifest has them; nil when there are none.
func (p Placement) TolerationList() []any {
	var list []any
	for _, toleration := range p.Tolerations {
		list = append(list, toleration.fields())
	}
	return list
}

// Set writes the node selector and the tolerations into a manifest's fields, under the names that pods have for them.
// What is not set is left out.
func (p Placement) Set(fields map[string]any) {
	if selector := p.Selector(); selector != nil {
		fields["nodeSelector"] = selector
	}
	if tolerations := p.TolerationList(); tolerations != nil {
		fields["tolerations"] = tolerations
	}
}

func (t Toleration) fields() map[string]any {
	fields := map[string]any{}
	for key, value := range map[string]string{"key": t.Key, "operator": t.Operator, "value": t.Value, "effect": t.Effect} {
		if value != "" {
			fields[key] = value
		}
	}
	if t.TolerationSeconds != nil {
		fields["tolerationSeconds"] = *t.TolerationSeconds
	}
	return fields
}

// Check notes what the API server would refuse.
func (p Placement) Check(problems *check.Problems, path string) {
	for _, key := range slices.Sorted(maps.Keys(p.NodeSelector)) {
		CheckLabel(problems, path+".NodeSelector", key, p.NodeSelector[key])
	}
	for i, toleration := range p.Tolerations {
		toleration.check(problems, path+".Tolerations["+strconv.Itoa(i)+"]")
	}
}

// CheckLabel notes a label that the API server would refuse.
func CheckLabel(problems *check.Problems, path, key, value string) {
	if !IsLabelKey(key) {
		problems.Addf(path, "key %q is no label's; one looks like %s", key, infraRole)
	}
	CheckLabelValue(problems, path, key, value)
}

// CheckLabelValue notes a label's value that the API server would refuse.
func CheckLabelValue(problems *check.Problems, path, key, value string) {
	if !IsLabelValue(value) {
		problems.Addf(path, "the value %q of key %q is none that a label takes", value, key)
	}
}

// check follows ValidateTolerations of kubernetes/kubernetes pkg/apis/core/validation/validation.go.
func (t Toleration) check(p *check.Problems, path string) {
	if !slices.Contains([]string{"", equal, exists}, t.Operator) {
		p.Addf(path+".Operator", "%q is none of %s, %s", t.Operator, equal, exists)
	}
	if t.Key == "" && t.Operator != exists {
		p.Addf(path+".Key", "is required, unless Operator is %s: then all taints are meant", exists)
	}
	if t.Key != "" && !IsLabelKey(t.Key) {
		p.Addf(path+".Key", "%q is no taint's key; one looks like %s", t.Key, infraRole)
	}
	switch {
	case t.Operator == exists && t.Value != "":
		p.Addf(path+".Value", "%q cannot be set with %s, which takes any value", t.Value, exists)
	case !IsLabelValue(t.Value):
		p.Addf(path+".Value", "%q is none that a taint takes", t.Value)
	}
	if !slices.Contains([]string{"", "NoSchedule", "PreferNoSchedule", noExecute}, t.Effect) {
		p.Addf(path+".Effect", "%q is none of NoSchedule, PreferNoSchedule, %s", t.Effect, noExecute)
	}
	if t.TolerationSeconds != nil && t.Effect != noExecute {
		p.Addf(path+".TolerationSeconds", "%d needs the effect %s; other taints evict nothing", *t.TolerationSeconds, noExecute)
	}
}
