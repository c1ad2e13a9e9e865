// Package machine has arguments of machines that clusters of every kind have: taints of their nodes, and Spot Instances.
//
// Valid: the taint example.com/dedicated=gpu:NoSchedule, at most 0.08 US dollars per hour. Invalid: an effect Evict, a price of 0.
package machine

import "github.com/openshift-aws/pulumi-openshift-aws/internal/check"

// Taint keeps pods off nodes unless they tolerate it.
type Taint struct {
	// Key has the format of a label key, such as example.com/dedicated. Required.
	Key string `kube:"key" rhcs:"key" check:"required,format=machine-taint-key"`
	// Value has the format of a label value. Defaults to "".
	Value string `kube:"value" rhcs:"value,zero" check:"format=label-value"`
	// Effect is NoSchedule, PreferNoSchedule or NoExecute. Required. NoExecute also evicts pods of the cluster's own DaemonSets
	// that do not tolerate the taint.
	Effect string `kube:"effect" rhcs:"scheduleType" check:"required,NoSchedule|PreferNoSchedule|NoExecute"`
}

// SpotArgs are the arguments of Spot Instances.
type SpotArgs struct {
	// MaxPrice is the maximum price of an instance, in US dollars per hour, such as "0.08". Defaults to the On-Demand price.
	MaxPrice string `check:"spot-price"`
}

func init() {
	check.Named("machine-taint-key", check.LabelKey.WithExample("example.com/dedicated"))
	check.NamedRule("spot-price", (*check.Problems).SpotPrice)
}

// CheckTaints reports each taint whose key and effect another one has: a node has at most one.
func CheckTaints(p *check.Problems, path check.Path, taints []Taint) {
	seen := map[string]bool{}
	for i, taint := range taints {
		name := taint.Key + ":" + taint.Effect
		if seen[name] {
			p.Duplicate(check.Index(path, i), name)
		}
		seen[name] = true
	}
}
