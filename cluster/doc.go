// Package cluster holds a cluster's control plane and the configuration that counts for all of the cluster.
//
// A self-managed cluster begins with the directory that `openshift-install create ignition-configs` fills: [LoadInstallDir] reads it,
// and [NewControlPlane] makes the API's load balancers and records, the control-plane machines and, for as long as the
// cluster is being installed, the bootstrap machine. What lives inside the cluster, such as a [MachineConfigPool], comes once it is up.
package cluster
