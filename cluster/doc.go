// Package cluster has the control plane of a self-managed cluster and the cluster-wide configuration of any OpenShift cluster.
//
// A self-managed cluster begins with the directory that `openshift-install create ignition-configs` writes: [LoadInstallDir] reads
// it, and [NewControlPlane] registers the API's load balancers and DNS records, the control-plane machines and, during the
// installation, the bootstrap machine. The objects inside the cluster follow once it is up:
//
//	pulumi up                                       StageBootstrap
//	openshift-install wait-for bootstrap-complete
//	pulumi up                                       StageCluster
//
// The nodes' operating system is configured by pool: [NewMachineConfigPool], [NewMachineConfig], [NewKubeletConfig] and
// [NewContainerRuntimeConfig]. Cluster-wide settings are patches of objects that every cluster has: [NewUpgrade], [NewProxy],
// [NewScheduler] and [NewIdentityProviders]; when the component is deleted, the fields that it set are released. All of these
// require a Kubernetes provider (pulumi.Provider), which [NewKubernetesProvider] registers. [WaitForAPI] delays a kubeconfig until
// the API is ready.
//
// ROSA clusters are in package cluster/rosa.
package cluster
