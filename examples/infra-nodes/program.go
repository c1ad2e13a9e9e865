package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program creates the infra nodes and moves the infrastructure components to them.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		// A stack is one cluster: a new kubeconfig does not replace its objects.
		ClusterIdentifier: pulumi.String(ctx.Stack()),
		Kubeconfig:        pulumi.String(s.kubeconfig),
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)

	// With their own pool, infra nodes are updated separately from workers. It is deleted after its machines.
	pool, err := machineconfig.NewMachineConfigPool(ctx, "infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"}, inCluster)
	if err != nil {
		return err
	}
	infra, err := nodes.NewInfraMachineSet(ctx, "infra", &nodes.MachineSetArgs{
		InfraID:          s.infraID,
		Subnets:          s.subnets,
		ReplicasPerZone:  &s.replicasPerZone,
		AMI:              pulumi.String(s.ami),
		InstanceType:     s.instanceType,
		SecurityGroupIDs: pulumi.ToStringArray(s.securityGroupIDs),
		InstanceProfile:  pulumi.String(s.instanceProfile),
	}, inCluster, pulumi.DependsOn([]pulumi.Resource{pool.Pool}))
	if err != nil {
		return err
	}
	if _, err := nodes.NewMachineHealthCheck(ctx, "infra", &nodes.MachineHealthCheckArgs{
		Name:  "infra",
		Pools: []string{"infra"},
	}, inCluster); err != nil {
		return err
	}
	// On destroy, the components are released from the infra nodes before these drain.
	if err := moveInfrastructure(ctx, s, inCluster, pulumi.DependsOn(infra.MachineSets)); err != nil {
		return err
	}
	ctx.Export("machineSets", infra.MachineSetNames)
	return nil
}

func moveInfrastructure(ctx *pulumi.Context, s settings, options ...pulumi.ResourceOption) error {
	if _, err := ingress.NewIngressController(ctx, "router", &ingress.IngressControllerArgs{
		Replicas:  new(s.routers),
		Placement: ingress.InfraNodes(),
	}, options...); err != nil {
		return err
	}
	if _, err := storage.NewImageRegistry(ctx, "registry", &storage.ImageRegistryArgs{
		Bucket:    pulumi.String(s.registryBucket),
		Region:    s.region,
		Placement: storage.InfraNodes(),
	}, options...); err != nil {
		return err
	}
	_, err := storage.NewMonitoringStorage(ctx, "monitoring", &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()}, options...)
	return err
}
