// Package cluster holds a cluster's control plane and the configuration that counts for all of the cluster.
//
// # Self-managed
//
// A self-managed cluster begins with the directory that `openshift-install create ignition-configs` fills: [LoadInstallDir] reads it,
// and [NewControlPlane] makes the API's load balancers and records, the control-plane machines and, for as long as the
// cluster is being installed, the bootstrap machine. What lives inside the cluster comes once it is up:
//
//	pulumi up                                       StageBootstrap
//	openshift-install wait-for bootstrap-complete
//	pulumi up                                       StageCluster
//
// The nodes' operating system is configured by pool: [NewMachineConfigPool], [NewMachineConfig], [NewKubeletConfig] and
// [NewContainerRuntimeConfig]. What counts for the whole cluster is changed in the objects that it has already: [NewUpgrade],
// [NewProxy], [NewScheduler] and [NewIdentityProviders]. All of these take a Kubernetes provider by pulumi.Provider; what
// they patched is given back when they go. [WaitForAPI] gives a kubeconfig once the API answers.
//
// # ROSA
//
// [NewRosaHCP] makes a cluster whose control plane Red Hat hosts, [NewRosaClassic] one whose control plane is in the customer's account. What
// is in them: [NewRosaMachinePool], [NewRosaIngress], [NewRosaIdentityProvider], [NewRosaAutoscaler], [NewRosaKubeletConfig] and
// [NewRosaTuningConfig]. They are made through OpenShift Cluster Manager by Red Hat's provider RHCS, which reads its
// credentials from the stack's configuration (rhcs:token) or the environment (RHCS_TOKEN), and need no Kubernetes provider. A change that the
// service cannot make in place is refused unless AllowReplacement is set.
package cluster
