// Package cluster holds a cluster's control plane and the configuration that counts for all of the cluster.
//
// A self-managed cluster begins with the directory that `openshift-install create ignition-configs` fills: [LoadInstallDir] reads it,
// and [NewControlPlane] makes the API's load balancers and records, the control-plane machines and, for as long as the
// cluster is being installed, the bootstrap machine. What lives inside the cluster comes once it is up.
//
// The nodes' operating system is configured by pool: [NewMachineConfigPool], [NewMachineConfig], [NewKubeletConfig] and
// [NewContainerRuntimeConfig]. What counts for the whole cluster is changed in the objects that it has already: [NewUpgrade],
// [NewProxy], [NewScheduler] and [NewIdentityProviders]. All of these take a Kubernetes provider by pulumi.Provider; what
// they patched is given back when they go.
package cluster
