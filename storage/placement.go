package storage

import "github.com/openshift-aws/pulumi-openshift-aws/internal/placement"

// Placement says on which nodes pods run: NodeSelector, a map of labels that a node must carry, and Tolerations, a list
// of Toleration. The zero value leaves both to the cluster. It is the type of the package ingress, too.
type Placement = placement.Placement

// Toleration lets pods onto nodes with a taint: Key, Operator (Equal, the default, or Exists), Value, Effect
// (NoSchedule, PreferNoSchedule, NoExecute, or empty for all) and TolerationSeconds, as Kubernetes has them.
type Toleration = placement.Toleration

// InfraNodes is the placement on the nodes of nodes.InfraMachineSet: the label node-role.kubernetes.io/infra, and a
// toleration of the taint of the same key with the effect NoSchedule.
func InfraNodes() Placement {
	return placement.InfraNodes()
}
