package main

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// configureCluster registers workers, infra machines, and the objects inside the cluster. The kubeconfig depends on the control plane,
// so that destroy deletes these objects while the API is reachable.
func configureCluster(ctx *pulumi.Context, s *blueprint.SelfManagedArgs, infra *infrastructure) error {
	name := infra.install.ClusterName
	provider, err := cluster.NewKubernetesProvider(ctx, name, &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(infra.install.ClusterID),
		Kubeconfig:        infra.controlPlane.Kubeconfig,
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	if _, err := nodes.NewWorkerMachineSet(ctx, name+"-worker", infra.machineSet(s, s.WorkerMachineSet), inCluster); err != nil {
		return err
	}
	pool, err := machineconfig.NewMachineConfigPool(ctx, name+"-infra", &machineconfig.MachineConfigPoolArgs{Name: "infra"}, inCluster)
	if err != nil {
		return err
	}
	args := infra.machineSet(s, s.InfraMachineSet)
	if router := []pulumi.StringInput{infra.router.LoadBalancerName}; s.RouterLB.Type == ingress.Classic {
		args.ClassicLoadBalancers = router
	} else {
		args.LoadBalancers = router
	}
	// On destroy, the pool is deleted after its machines: nodes whose pool is gone are degraded.
	machines, err := nodes.NewInfraMachineSet(ctx, name, args, inCluster, pulumi.DependsOn([]pulumi.Resource{pool.Pool}))
	if err != nil {
		return err
	}
	if err := newElasticWorkers(ctx, s, infra, inCluster); err != nil {
		return err
	}
	// On destroy, routers, registry and monitoring are released from the infra nodes before these drain.
	return placeOnInfraNodes(ctx, s, infra, inCluster, pulumi.DependsOn(machines.MachineSets))
}

// machineSet returns the arguments of a machine set in each zone. The cluster approves the CSRs of its machines.
func (i *infrastructure) machineSet(s *blueprint.SelfManagedArgs, set *nodes.MachineSetArgs) *nodes.MachineSetArgs {
	args := *set
	args.InfraID, args.Subnets, args.AMI = i.install.InfraID, i.vpc.PrivateSubnets, s.AMI
	args.SecurityGroupIDs, args.InstanceProfile = i.securityGroups.WorkerMachine(), i.profiles.Worker
	return &args
}

// newElasticWorkers registers workers in an Auto Scaling group. The cluster does not approve their CSRs; CSRApprover does.
func newElasticWorkers(ctx *pulumi.Context, s *blueprint.SelfManagedArgs, infra *infrastructure, inCluster pulumi.ResourceOption) error {
	elastic := s.WorkerPools["elastic"]
	if elastic == nil {
		return nil
	}
	args := *elastic
	args.InfraID, args.Subnets, args.AMI = infra.install.InfraID, infra.vpc.PrivateSubnets, s.AMI
	args.SecurityGroupIDs, args.InstanceProfile = infra.securityGroups.WorkerMachine(), infra.profiles.Worker
	args.Ignition = infra.install.WorkerIgnition
	pool, err := nodes.NewWorkerPool(ctx, infra.install.ClusterName+"-elastic", &args)
	if err != nil {
		return err
	}
	role := &iam.ServiceAccountRoleArgs{}
	if infra.credentials != nil {
		role.OIDCProviderARN = infra.credentials.OIDCProviderARN
	} else {
		role.ControlPlaneRoleName = infra.profiles.ControlPlaneRoleName
	}
	_, err = nodes.NewCSRApprover(ctx, infra.install.ClusterName, &nodes.CSRApproverArgs{
		InfraID: infra.install.InfraID, Region: infra.install.Region, GroupNames: pulumi.StringArray{pool.GroupName}, Role: role,
	}, inCluster)
	return err
}

// placeOnInfraNodes registers the routers, the registry and monitoring.
func placeOnInfraNodes(
	ctx *pulumi.Context, s *blueprint.SelfManagedArgs, infra *infrastructure, options ...pulumi.ResourceOption,
) error {
	name := infra.install.ClusterName
	if _, err := ingress.NewIngressController(ctx, name, &ingress.IngressControllerArgs{
		Replicas: s.IngressController.Replicas, Placement: ingress.InfraNodes(),
	}, options...); err != nil {
		return err
	}
	if !slices.Contains(s.DisabledCapabilities, "ImageRegistry") {
		if _, err := storage.NewImageRegistry(ctx, name, &storage.ImageRegistryArgs{
			Bucket: infra.registry.Name, Region: infra.install.Region, Placement: storage.InfraNodes(),
		}, options...); err != nil {
			return err
		}
	}
	if slices.Contains(s.DisabledCapabilities, "Storage") {
		return nil // Nothing creates the volumes.
	}
	_, err := storage.NewMonitoringStorage(ctx, name, &storage.MonitoringStorageArgs{Placement: storage.InfraNodes()}, options...)
	return err
}
