package machineconfig_test

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
)

// inCluster is the option of the components inside the cluster in the following examples: pulumi.Provider of a
// KubernetesProvider.
var inCluster pulumi.ResourceOption

// A pool for infra nodes that updates one node in ten at a time, and a slower pool of workers.
func ExampleNewMachineConfigPool() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		if _, err := machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{
			Name:           "infra",
			MaxUnavailable: "10%",
		}, inCluster); err != nil {
			return err
		}
		_, err := machineconfig.NewMachineConfigPool(ctx, "worker", &machineconfig.MachineConfigPoolArgs{
			Name:           "worker",
			MaxUnavailable: "1",
		}, inCluster)
		return err
	})
}

// All workers synchronize their time with AWS instead of the internet.
func ExampleNewMachineConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := machineconfig.NewMachineConfig(ctx, "chrony", &machineconfig.MachineConfigArgs{
			Name: "99-worker-chrony",
			Pool: "worker",
			Files: []machineconfig.MachineConfigFile{{
				Path: "/etc/chrony.conf",
				Contents: pulumi.String(
					"server 169.254.169.123 prefer iburst minpoll 4 maxpoll 4\ndriftfile /var/lib/chrony/drift\nmakestep 1.0 " +
						"3\nrtcsync\n",
				),
			}},
			Units: []machineconfig.SystemdUnit{{
				Name:    "chronyd.service",
				Dropins: []machineconfig.SystemdDropin{{Name: "10-restart.conf", Contents: "[Service]\nRestart=always\n"}},
			}},
		}, inCluster)
		return err
	})
}

// Infra nodes run few, large pods.
func ExampleNewKubeletConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		maxPods := 100
		_, err := machineconfig.NewKubeletConfig(ctx, "infra", &machineconfig.KubeletConfigArgs{
			Name:           "infra",
			Pool:           "infra",
			MaxPods:        &maxPods,
			SystemReserved: map[string]string{"cpu": "1", "memory": "2Gi"},
		}, inCluster)
		return err
	})
}

func ExampleNewContainerRuntimeConfig() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := machineconfig.NewContainerRuntimeConfig(ctx, "worker", &machineconfig.ContainerRuntimeConfigArgs{
			Name:        "worker",
			Pool:        "worker",
			OverlaySize: "10Gi",
		}, inCluster)
		return err
	})
}

// Machine sets keep the AMI of the program, and a new chrony.conf restarts chronyd instead of the nodes.
func ExampleNewMachineConfiguration() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := machineconfig.NewMachineConfiguration(ctx, "machines", &machineconfig.MachineConfigurationArgs{
			OpenShiftVersion: "4.19",
			BootImages:       &machineconfig.BootImagesArgs{Mode: machineconfig.BootImagesNone},
			DisruptionPolicy: &machineconfig.DisruptionPolicyArgs{
				Files: map[string][]machineconfig.DisruptionAction{
					"/etc/chrony.conf": {{Type: machineconfig.DisruptionRestart, Service: "chronyd.service"}},
				},
			},
		}, inCluster)
		return err
	})
}
