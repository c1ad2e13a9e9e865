// Package cluster has the control plane of a self-managed cluster.
//
// A self-managed cluster begins with the directory that `openshift-install create ignition-configs` writes: [LoadInstallDir] reads
// it, and [NewControlPlane] registers the API's load balancers and DNS records, the control-plane machines and, during the
// installation, the bootstrap machine. The objects inside the cluster follow once it is up:
//
//	pulumi up                                       StageBootstrap
//	openshift-install wait-for bootstrap-complete
//	pulumi up                                       StageCluster
//
// Components inside a cluster require a Kubernetes provider (pulumi.Provider), which [NewKubernetesProvider] registers. [WaitForAPI]
// delays a kubeconfig until the API is ready, and [WaitForNodes] until nodes are.
//
// The nodes' operating system is configured by package cluster/machineconfig, and cluster-wide settings by package
// cluster/configuration. ROSA clusters are in package cluster/rosa.
package cluster
