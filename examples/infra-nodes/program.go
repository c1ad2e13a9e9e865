package main

import (
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program makes the machines, and then says of each part of the infrastructure that it runs on them.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	provider, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
		// A stack is for one cluster: another text of its kubeconfig replaces nothing.
		ClusterIdentifier:     pulumi.String(ctx.Stack()),
		Kubeconfig:            pulumi.String(s.kubeconfig),
		EnableServerSideApply: pulumi.Bool(true),
		// Otherwise what changes in a ConfigMap or a Secret deletes it first.
		EnableConfigMapMutable: pulumi.Bool(true),
		EnableSecretMutable:    pulumi.Bool(true),
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)

	infra, err := nodes.NewInfraMachineSet(ctx, "infra", &nodes.InfraMachineSetArgs{
		InfraID:          s.infraID,
		Region:           s.region,
		Subnets:          s.subnets,
		ReplicasPerZone:  &s.replicasPerZone,
		AMI:              pulumi.String(s.ami),
		InstanceType:     s.instanceType,
		SecurityGroupIDs: pulumi.ToStringArray(s.securityGroupIDs),
		InstanceProfile:  pulumi.String(s.instanceProfile),
	}, inCluster)
	if err != nil {
		return err
	}
	if _, err := nodes.NewMachineHealthCheck(ctx, "infra", &nodes.MachineHealthCheckArgs{
		Name:  "infra",
		Pools: []string{"infra"},
	}, inCluster); err != nil {
		return err
	}
	if err := moveInfrastructure(ctx, s, inCluster); err != nil {
		return err
	}
	ctx.Export("machineSets", infra.MachineSetNames)
	return nil
}

func moveInfrastructure(ctx *pulumi.Context, s settings, inCluster pulumi.ResourceOption) error {
	// A pool of their own lets infra nodes be updated apart from workers.
	if _, err := cluster.NewMachineConfigPool(ctx, "infra", &cluster.MachineConfigPoolArgs{Name: "infra"}, inCluster); err != nil {
		return err
	}
	if _, err := ingress.NewIngressController(ctx, "router", &ingress.IngressControllerArgs{
		Replicas:  pulumi.Int(s.routers),
		Placement: ingress.InfraNodes(),
	}, inCluster); err != nil {
		return err
	}
	if _, err := storage.NewImageRegistry(ctx, "registry", &storage.ImageRegistryArgs{
		Bucket:    pulumi.String(s.registryBucket),
		Region:    s.region,
		Placement: storage.InfraNodes(),
	}, inCluster); err != nil {
		return err
	}
	_, err := storage.NewMonitoringStorage(ctx, "monitoring", &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()}, inCluster)
	return err
}
