package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// configureCluster registers the objects inside the cluster: workers and infra machines, and the routers, the registry and monitoring
// on them.
func configureCluster(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure, provider pulumi.ResourceOption) error {
	name := install.ClusterName
	if err := newWorkers(ctx, s, install, infra, provider); err != nil {
		return err
	}
	pool, err := machineconfig.NewMachineConfigPool(ctx, name+"-infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"}, provider)
	if err != nil {
		return err
	}
	// On destroy, the pool is deleted after its machines: nodes whose pool is gone are degraded.
	machines, err := newInfraMachines(ctx, s, install, infra, provider, pulumi.DependsOn([]pulumi.Resource{pool.Pool}))
	if err != nil {
		return err
	}
	// On destroy, routers, registry and monitoring are released from the infra nodes before these drain.
	onInfraNodes := []pulumi.ResourceOption{provider, pulumi.DependsOn(machines.MachineSets)}
	if s.elasticWorkers > 0 {
		if err := newElasticWorkers(ctx, s, install, infra, provider); err != nil {
			return err
		}
	}
	if _, err := ingress.NewIngressController(ctx, name, &ingress.IngressControllerArgs{
		Replicas:  new(s.routers),
		Placement: ingress.InfraNodes(),
	}, onInfraNodes...); err != nil {
		return err
	}
	if s.hasCapability("ImageRegistry") {
		if _, err := storage.NewImageRegistry(ctx, name, &storage.ImageRegistryArgs{
			Bucket:    infra.registry.Name,
			Region:    install.Region,
			Placement: storage.InfraNodes(),
		}, onInfraNodes...); err != nil {
			return err
		}
	}
	if !s.hasCapability("Storage") {
		return nil // Nothing creates the volumes.
	}
	_, err = storage.NewMonitoringStorage(ctx, name, &storage.MonitoringStorageArgs{
		Placement: storage.InfraNodes(),
	}, onInfraNodes...)
	return err
}
