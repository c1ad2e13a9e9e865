package ingress

import "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"

// Placement selects the nodes that pods run on: NodeSelector, the labels that a node must have, and Tolerations, a list of
// Toleration. The zero value leaves both to the operator. ingress.Placement and storage.Placement are the same type.
type Placement = placement.Placement

// Toleration allows pods on nodes with a taint. It has the fields of Kubernetes: Key, Operator (Equal or Exists; defaults
// to Equal), Value, Effect (NoSchedule, PreferNoSchedule or NoExecute; empty matches all) and TolerationSeconds.
type Toleration = placement.Toleration

// InfraNodes returns the placement on the nodes of nodes.InfraMachineSet: the label node-role.kubernetes.io/infra, and a
// toleration of taints with the same key, any value and any effect. Let the component depend on the
// MachineSets, so that a destroy releases the pods before the machines drain.
func InfraNodes() Placement {
	return placement.InfraNodes()
}
