package nodes

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Taint keeps pods off nodes unless they tolerate it.
type Taint struct {
	// Key is a name as labels have it, such as example.com/dedicated. Required.
	Key string
	// Value may be empty.
	Value string
	// Effect is NoSchedule, PreferNoSchedule or NoExecute. Required. NoExecute evicts pods of the cluster's own DaemonSets
	// too that do not tolerate it.
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

func checkTaints(p *check.Problems, path string, taints []Taint) {
	seen := map[[2]string]bool{}
	for i, taint := range taints {
		at := fmt.Sprintf("%s[%d]", path, i)
		if !isLabelKey(taint.Key) {
			p.Addf(at+".Key", "%q is no taint's key; one looks like example.com/dedicated", taint.Key)
		}
		if !isLabelValue(taint.Value) {
			p.Addf(at+".Value", "%q is none that a taint takes", taint.Value)
		}
		if p.Required(at+".Effect", taint.Effect) {
			checkOneOf(p, at+".Effect", taint.Effect, "NoSchedule", "PreferNoSchedule", "NoExecute")
		}
		if id := [2]string{taint.Key, taint.Effect}; seen[id] {
			p.Addf(at, "the key %s has the effect %s already; a node takes each pair once", taint.Key, taint.Effect)
		} else {
			seen[id] = true
		}
	}
}

func checkLabels(p *check.Problems, path string, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if !isLabelKey(key) {
			p.Addf(path, "key %q is no label's; one looks like example.com/team", key)
		}
		if value := labels[key]; !isLabelValue(value) {
			p.Addf(path, "the value %q of key %q is none that a label takes", value, key)
		}
	}
}

// The forms of a label's parts (kubernetes/apimachinery pkg/util/validation/validation.go).
var (
	labelName   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$`)
	labelValue  = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$`)
	labelPrefix = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
)

const labelPrefixLimit = 253

func isLabelKey(key string) bool {
	prefix, name, found := strings.Cut(key, "/")
	if !found {
		return labelName.MatchString(key)
	}
	return len(prefix) <= labelPrefixLimit && labelPrefix.MatchString(prefix) && labelName.MatchString(name)
}

func isLabelValue(value string) bool {
	return labelValue.MatchString(value)
}
