package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// machineSetArgs returns the arguments that the machine sets of workers and infra machines share.
func machineSetArgs(s settings, install *cluster.InstallDir, infra *infrastructure) *nodes.MachineSetArgs {
	return &nodes.MachineSetArgs{
		InfraID:          install.InfraID,
		Subnets:          infra.vpc.PrivateSubnets,
		AMI:              pulumi.String(s.ami),
		SecurityGroupIDs: infra.securityGroups.WorkerMachine(),
		InstanceProfile:  infra.profiles.Worker,
	}
}

// newWorkers registers a machine set of workers in each zone. The cluster approves their CSRs.
func newWorkers(
	ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure, provider pulumi.ResourceOption,
) error {
	machines := machineSetArgs(s, install, infra)
	machines.InstanceType = s.workerInstanceType
	machines.ReplicasPerZone = new(s.workersPerZone)
	_, err := nodes.NewWorkerMachineSet(ctx, install.ClusterName+"-worker", machines, provider)
	return err
}

// newInfraMachines registers a machine set of infra machines in each zone.
func newInfraMachines(
	ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure, options ...pulumi.ResourceOption,
) (*nodes.InfraMachineSet, error) {
	machines := machineSetArgs(s, install, infra)
	machines.InstanceType = s.infraInstanceType
	router := []pulumi.StringInput{infra.router.LoadBalancerName}
	if s.routerLoadBalancer == ingress.Classic {
		machines.ClassicLoadBalancers = router
	} else {
		machines.LoadBalancers = router
	}
	return nodes.NewInfraMachineSet(ctx, install.ClusterName, machines, options...)
}

// newElasticWorkers registers workers in an Auto Scaling group. The cluster does not approve their CSRs; CSRApprover does.
func newElasticWorkers(
	ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure, provider pulumi.ResourceOption,
) error {
	name := install.ClusterName + "-elastic"
	pool, err := nodes.NewWorkerPool(ctx, name, &nodes.WorkerPoolArgs{
		InfraID:          install.InfraID,
		Subnets:          infra.vpc.PrivateSubnets,
		AMI:              pulumi.String(s.ami),
		InstanceType:     s.workerInstanceType,
		Min:              s.elasticWorkers,
		Max:              s.elasticWorkers,
		SecurityGroupIDs: infra.securityGroups.WorkerMachine(),
		InstanceProfile:  infra.profiles.Worker,
		Ignition:         install.WorkerIgnition,
	})
	if err != nil {
		return err
	}
	_, err = nodes.NewCSRApprover(ctx, name, &nodes.CSRApproverArgs{
		InfraID:    install.InfraID,
		Region:     install.Region,
		GroupNames: pulumi.StringArray{pool.GroupName},
	}, provider)
	return err
}
