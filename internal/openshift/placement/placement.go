// Package placement has the node selector and tolerations of pods, which the custom resources of operators have in the same format.
//
// Valid: the selector node-role.kubernetes.io/infra with an empty value, and a toleration of that key with Exists.
// Invalid: a toleration with a value and Exists, or with seconds but not NoExecute; the API server rejects both.
package placement

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

var _ = check.Named("taint-key", check.LabelKey.WithExample(infraRole))

// Placement is a node selector and tolerations. An empty one sets neither.
type Placement struct {
	// NodeSelector are the labels that a node must have.
	NodeSelector map[string]string `check:"labels"`
	// Tolerations are the tolerations of the pods, in the order of the manifest.
	Tolerations []Toleration
}

// Toleration allows pods to run on nodes with a taint.
type Toleration struct {
	// Key is the taint's key. Empty, together with Exists, matches all taints.
	Key string `kube:"key" check:"format=taint-key"`
	// Operator is Equal, or Exists, which matches any value. Defaults to Equal.
	Operator string `kube:"operator" check:"Equal|Exists"`
	// Value is the taint's value. Must not be set together with Exists.
	Value string `kube:"value" check:"format=label-value"`
	// Effect is NoSchedule, PreferNoSchedule or NoExecute. Defaults to all effects.
	Effect string `kube:"effect" check:"NoSchedule|PreferNoSchedule|NoExecute"`
	// TolerationSeconds is the time in seconds that pods stay on a node after it gets a NoExecute taint. Defaults to nil, for ever.
	TolerationSeconds *int `kube:"tolerationSeconds"`
}

const (
	exists    = "Exists"
	noExecute = "NoExecute"

	infraRole = "node-role.kubernetes.io/infra"
)

// InfraNodes returns the placement on infra nodes: their role's label, and a toleration of their taints with any value and
// effect. Besides NoSchedule, infra nodes often have a NoExecute taint (node-role.kubernetes.io/infra=reserved:NoExecute, Red
// Hat Solution 5034771, "Infrastructure Nodes in OpenShift 4"), which evicts pods that do not tolerate it.
func InfraNodes() Placement {
	return Placement{
		NodeSelector: map[string]string{infraRole: ""},
		Tolerations:  []Toleration{{Key: infraRole, Operator: exists}},
	}
}

// IsZero reports whether neither is set.
func (p Placement) IsZero() bool {
	return len(p.NodeSelector) == 0 && len(p.Tolerations) == 0
}

// Fields returns nodeSelector and tolerations as manifests have them, without those that are not set.
func Fields(p Placement) map[string]any {
	fields := map[string]any{}
	if len(p.NodeSelector) > 0 {
		labels := map[string]any{}
		for key, value := range p.NodeSelector {
			labels[key] = value
		}
		fields["nodeSelector"] = labels
	}
	if len(p.Tolerations) > 0 {
		var list []any
		for _, toleration := range p.Tolerations {
			list = append(list, argument.Fields(toleration, "kube"))
		}
		fields["tolerations"] = list
	}
	return fields
}

// Check reports what spans fields, beside the rules of the tags. It follows ValidateTolerations of kubernetes/kubernetes
// pkg/apis/core/validation/validation.go.
func Check(p *check.Problems, path check.Path, placement Placement) {
	for i, t := range placement.Tolerations {
		at := check.Index(path+".Tolerations", i)
		if t.Key == "" && t.Operator != exists {
			p.Addf(at+".Key", "is required unless Operator is %s, which then matches all taints", exists)
		}
		p.Exclusive(at, "Value", t.Value != "", "Operator "+exists, t.Operator == exists)
		p.RequiresField(at, "TolerationSeconds", t.TolerationSeconds != nil, "Effect "+noExecute, t.Effect == noExecute)
	}
}
