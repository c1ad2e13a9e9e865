// Package machineconfig configures the nodes' operating system, by pool: [NewMachineConfigPool], [NewMachineConfig],
// [NewKubeletConfig] and [NewContainerRuntimeConfig]. [NewMachineConfiguration] configures the machine config operator.
//
// All components require a Kubernetes provider (pulumi.Provider), which cluster.NewKubernetesProvider registers.
package machineconfig
