package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
)

// program configures the nodes of a running cluster and upgrades it.
func program(ctx *pulumi.Context) error {
	s := loadSettings(ctx)
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	kubeconfig := existing.Kubeconfig()
	if s.wait {
		if kubeconfig, err = cluster.WaitForAPI(ctx, kubeconfig, nil); err != nil {
			return err
		}
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		Kubeconfig: kubeconfig,
	})
	if err != nil {
		return err
	}
	in := pulumi.Provider(provider)
	pool, err := machineconfig.NewMachineConfigPool(ctx, s.pool, &machineconfig.MachineConfigPoolArgs{
		Name:           s.pool,
		MaxUnavailable: "1",
	}, in)
	if err != nil {
		return err
	}
	if err := configurePool(ctx, s, in); err != nil {
		return err
	}
	// The nodes of this pool run long jobs: changes reach them only when the setting paused is false.
	if _, err := machineconfig.NewMachineConfigPool(ctx, s.pausedPool, &machineconfig.MachineConfigPoolArgs{
		Name:   s.pausedPool,
		Paused: &s.paused,
	}, in); err != nil {
		return err
	}
	return upgrade(ctx, s, pool, in)
}

// configurePool limits the pods per node, reserves resources for the system, and sets AWS's time server.
func configurePool(ctx *pulumi.Context, s settings, in pulumi.ResourceOption) error {
	maxPods := 100
	if _, err := machineconfig.NewKubeletConfig(ctx, s.pool, &machineconfig.KubeletConfigArgs{
		Name:           s.pool,
		Pool:           s.pool,
		MaxPods:        &maxPods,
		SystemReserved: map[string]string{"cpu": "1", "memory": "2Gi"},
	}, in); err != nil {
		return err
	}
	_, err := machineconfig.NewMachineConfig(ctx, s.pool+"-chrony", &machineconfig.MachineConfigArgs{
		Name: "99-" + s.pool + "-chrony",
		Pool: s.pool,
		Files: []machineconfig.MachineConfigFile{{
			Path:     "/etc/chrony.conf",
			Contents: pulumi.String("server 169.254.169.123 prefer iburst minpoll 4 maxpoll 4\ndriftfile /var/lib/chrony/drift\nmakestep 1.0 3\nrtcsync\n"),
		}},
	}, in)
	return err
}

// upgrade upgrades the cluster. The pool is paused meanwhile, so that its nodes restart once, after the upgrade.
func upgrade(ctx *pulumi.Context, s settings, pool *machineconfig.MachineConfigPool, in pulumi.ResourceOption) error {
	args := &configuration.UpgradeArgs{Channel: s.channel, Version: s.version}
	if s.version != "" {
		args.PausedPools = map[string]pulumi.StringInput{s.pool: pool.Name}
	}
	upgrade, err := configuration.NewUpgrade(ctx, "upgrade", args, in)
	if err != nil {
		return err
	}
	ctx.Export("version", upgrade.Version)
	ctx.Export("upgraded", upgrade.Completed)
	return nil
}
