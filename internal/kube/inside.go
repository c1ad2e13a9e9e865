package kube

// API groups of OpenShift with their versions.
const (
	ConfigAPI        = "config.openshift.io/v1"
	OperatorAPI      = "operator.openshift.io/v1"
	MachineConfigAPI = "machineconfiguration.openshift.io/v1"
)

// ClusterObject is the name of the single object of most of OpenShift's cluster-wide kinds.
const ClusterObject = "cluster"

const (
	// NodeRolePrefix is the label of a node without its role.
	NodeRolePrefix = "node-role.kubernetes.io/"
	// MasterPool is the machine config pool, and the role, of the control plane.
	MasterPool = "master"
)

// AnyList returns a list as it is in a manifest.
func AnyList(values []string) []any {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}
