package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program creates the infra nodes and moves the infrastructure components to them.
func program(ctx *pulumi.Context) error {
	cfg, replicasPerZone, routers := config.New(ctx, ""), 1, 3
	for key, number := range map[string]*int{"replicasPerZone": &replicasPerZone, "routers": &routers} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, number)
		}
	}
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	machines := &nodes.MachineSetArgs{
		InfraID:          existing.InfraID(),
		Subnets:          existing.Subnets(),
		ReplicasPerZone:  &replicasPerZone,
		AMI:              existing.AMI(),
		InstanceType:     cfg.Get("instanceType"),
		SecurityGroupIDs: existing.SecurityGroupIDs(),
		InstanceProfile:  existing.InstanceProfile(),
	}
	registry := &storage.ImageRegistryArgs{
		Bucket: existing.RegistryBucket(), Region: config.Require(ctx, "aws:region"), Placement: storage.InfraNodes(),
	}
	provider, err := existing.KubernetesProvider()
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)

	// With their own pool, infra nodes are updated separately from workers. It is deleted after its machines.
	pool, err := machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"}, inCluster)
	if err != nil {
		return err
	}
	infra, err := nodes.NewInfraMachineSet(ctx, "infra", machines, inCluster, pulumi.DependsOn([]pulumi.Resource{pool.Pool}))
	if err != nil {
		return err
	}
	check := &nodes.MachineHealthCheckArgs{Name: "infra", Pools: []string{"infra"}}
	if _, err := nodes.NewMachineHealthCheck(ctx, "infra", check, inCluster); err != nil {
		return err
	}
	ctx.Export("machineSets", infra.MachineSetNames)
	// On destroy, the components are released from the infra nodes before these drain.
	return moveInfrastructure(ctx, routers, registry, inCluster, pulumi.DependsOn(infra.MachineSets))
}

func moveInfrastructure(ctx *pulumi.Context, routers int, registry *storage.ImageRegistryArgs, options ...pulumi.ResourceOption) error {
	if _, err := ingress.NewIngressController(ctx, "router", &ingress.IngressControllerArgs{
		Replicas: &routers, Placement: ingress.InfraNodes(),
	}, options...); err != nil {
		return err
	}
	if _, err := storage.NewImageRegistry(ctx, "registry", registry, options...); err != nil {
		return err
	}
	_, err := storage.NewMonitoringStorage(ctx, "monitoring", &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()}, options...)
	return err
}
