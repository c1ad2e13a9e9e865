package main

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// infrastructure contains the cluster's components in the AWS account.
type infrastructure struct {
	vpc            *network.Vpc
	securityGroups *network.SecurityGroups
	profiles       *iam.InstanceProfiles
	controlPlane   *cluster.ControlPlane
	router         *ingress.RouterLB
	registry       *storage.RegistryBucket
}

func newInfrastructure(ctx *pulumi.Context, s settings, install *cluster.InstallDir, vpcArgs *network.VpcArgs) (*infrastructure, error) {
	name, infraID := install.ClusterName, install.InfraID
	var infra infrastructure
	var err error
	if infra.vpc, err = network.NewVpc(ctx, name, vpcArgs); err != nil {
		return nil, err
	}
	if infra.securityGroups, err = network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{
		InfraID: infraID,
		VpcID:   infra.vpc.ID,
		VpcCIDR: infra.vpc.CIDR,
	}); err != nil {
		return nil, err
	}
	if infra.profiles, err = iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID:   infraID,
		Region:    install.Region,
		Bootstrap: s.stage == cluster.StageBootstrap,
	}); err != nil {
		return nil, err
	}
	if infra.controlPlane, err = newControlPlane(ctx, s, install, &infra); err != nil {
		return nil, err
	}
	if infra.router, err = newRouterLB(ctx, s, install, &infra); err != nil {
		return nil, err
	}
	if infra.registry, err = storage.NewRegistryBucket(ctx, name, &storage.RegistryBucketArgs{
		InfraID: infraID,
		// Images can be pushed again; a bucket that outlives its cluster only costs money.
		ForceDestroy: true,
	}); err != nil {
		return nil, err
	}
	for _, purpose := range []string{"etcd", "applications"} {
		if _, err := storage.NewBackupBucket(ctx, name+"-"+purpose, &storage.BackupBucketArgs{
			InfraID: infraID,
			Purpose: purpose,
			Region:  install.Region,
		}); err != nil {
			return nil, err
		}
	}
	return &infra, newWorkers(ctx, s, install, &infra)
}

func newControlPlane(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) (*cluster.ControlPlane, error) {
	return cluster.NewControlPlane(ctx, install.ClusterName, &cluster.ControlPlaneArgs{
		Install:                     install,
		Stage:                       s.stage,
		Publish:                     s.publish,
		VpcID:                       infra.vpc.ID,
		PublicSubnets:               in(s.zones, infra.vpc.PublicSubnets),
		PrivateSubnets:              in(s.zones, infra.vpc.PrivateSubnets),
		AMI:                         pulumi.String(s.ami),
		InstanceType:                pulumi.String(s.controlPlaneInstanceType),
		InstanceProfile:             infra.profiles.ControlPlane,
		BootstrapInstanceProfile:    infra.profiles.Bootstrap,
		SecurityGroupIDs:            infra.securityGroups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{infra.securityGroups.APIServerLBID},
		PublicZoneID:                pulumi.String(s.publicZoneID),
		OperatorLoadBalancers:       operatorLoadBalancers(s),
	})
}

// in picks the subnets of some zones. The control plane stays in its zones when the cluster gets further ones.
func in(zones []string, subnets []network.Subnet) []network.Subnet {
	return slices.DeleteFunc(slices.Clone(subnets), func(subnet network.Subnet) bool { return !slices.Contains(zones, subnet.Zone) })
}

// operatorLoadBalancers are the two that ROSA Classic has for the team that runs the cluster; none without its addresses.
func operatorLoadBalancers(s settings) map[string]cluster.OperatorLoadBalancerArgs {
	if len(s.operatorCIDRs) == 0 {
		return nil
	}
	door := cluster.OperatorLoadBalancerArgs{AllowedCIDRs: s.operatorCIDRs, Internal: s.publish == cluster.Internal}
	return map[string]cluster.OperatorLoadBalancerArgs{"sre": door, "sre2": door}
}

func newRouterLB(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) (*ingress.RouterLB, error) {
	args := &ingress.RouterLBArgs{
		InfraID:             install.InfraID,
		Domain:              install.Domain,
		Type:                s.routerLoadBalancer,
		VpcID:               infra.vpc.ID,
		Scope:               ingress.External,
		Subnets:             infra.vpc.PublicSubnets,
		NodeSecurityGroupID: infra.securityGroups.NodeID,
		PublicZoneID:        pulumi.String(s.publicZoneID),
		PrivateZoneID:       infra.controlPlane.PrivateZoneID,
	}
	if s.publish == cluster.Internal {
		args.Scope = ingress.Internal
		args.Subnets = infra.vpc.PrivateSubnets
		args.PublicZoneID = nil
	}
	return ingress.NewRouterLB(ctx, install.ClusterName, args)
}

func newWorkers(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) error {
	_, err := nodes.NewWorkerPool(ctx, install.ClusterName+"-worker", &nodes.WorkerPoolArgs{
		InfraID:          install.InfraID,
		Subnets:          infra.vpc.PrivateSubnets,
		AMI:              pulumi.String(s.ami),
		InstanceType:     pulumi.String(s.workerInstanceType),
		Min:              s.workers,
		Max:              s.workers,
		SecurityGroupIDs: infra.securityGroups.WorkerMachine(),
		InstanceProfile:  infra.profiles.Worker,
		Ignition:         install.WorkerIgnition,
	})
	return err
}
