package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
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
	// oidcProviderARN resolves when the operators' roles exist.
	oidcProviderARN pulumi.StringOutput
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
		Network: infra.vpc.Network,
	}); err != nil {
		return nil, err
	}
	if infra.profiles, err = iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID: infraID,
		Region:  install.Region,
		Stage:   s.stage,
	}); err != nil {
		return nil, err
	}
	if infra.registry, err = storage.NewRegistryBucket(ctx, name, &storage.RegistryBucketArgs{
		InfraID: infraID,
		// Images can be pushed again; a bucket that outlives its cluster only costs money.
		ForceDestroy: true,
	}); err != nil {
		return nil, err
	}
	if infra.oidcProviderARN, err = newCredentials(ctx, s, install, infra.profiles); err != nil {
		return nil, err
	}
	if infra.controlPlane, err = newControlPlane(ctx, s, install, &infra); err != nil {
		return nil, err
	}
	if infra.router, err = newRouterLB(ctx, s, install, &infra); err != nil {
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
	return &infra, nil
}

// after returns an output that depends on another one too: what uses it is created after both, and deleted before them.
func after(output, other pulumi.StringOutput) pulumi.StringOutput {
	return pulumi.All(output, other).ApplyT(func(both []any) string { return both[0].(string) }).(pulumi.StringOutput)
}

func newControlPlane(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) (*cluster.ControlPlane, error) {
	// Destroy deletes the bucket after the machines: while they run, the registry's operator creates a missing bucket again.
	// It deletes the operators' roles after the machines too.
	profile := after(after(infra.profiles.ControlPlane, infra.registry.Name), infra.oidcProviderARN)
	return cluster.NewControlPlane(ctx, install.ClusterName, &cluster.ControlPlaneArgs{
		Install:                     install,
		Stage:                       s.stage,
		Scope:                       s.scope,
		Network:                     infra.vpc.InZones(s.zones...),
		MachineZones:                s.zones,
		AMI:                         pulumi.String(s.ami),
		InstanceType:                s.controlPlaneInstanceType,
		InstanceProfile:             profile,
		BootstrapInstanceProfile:    infra.profiles.Bootstrap,
		BootstrapIgnitionReaderARNs: bootstrapReaders(s, infra),
		SecurityGroupIDs:            infra.securityGroups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{infra.securityGroups.APIServerLBID},
		PublicZoneID:                s.publicZoneID,
		OperatorLoadBalancers:       operatorLoadBalancers(s),
	})
}

// bootstrapReaders are the bootstrap machine and those who run Pulumi; nil without the latter, who could not update the stack otherwise.
func bootstrapReaders(s settings, infra *infrastructure) pulumi.StringArrayInput {
	if len(s.bootstrapReaders) == 0 || s.stage != cluster.StageBootstrap {
		return nil
	}
	return append(pulumi.ToStringArray(s.bootstrapReaders), infra.profiles.BootstrapRoleARN.Elem())
}

// operatorLoadBalancers are the two that ROSA Classic has for the team that operates the cluster; none without its CIDRs.
func operatorLoadBalancers(s settings) map[string]cluster.OperatorLoadBalancer {
	if len(s.operatorCIDRs) == 0 {
		return nil
	}
	operator := cluster.OperatorLoadBalancer{AllowedCIDRs: s.operatorCIDRs, Scope: s.scope}
	return map[string]cluster.OperatorLoadBalancer{"sre": operator, "sre2": operator}
}

func newRouterLB(ctx *pulumi.Context, s settings, install *cluster.InstallDir, infra *infrastructure) (*ingress.RouterLB, error) {
	return ingress.NewRouterLB(ctx, install.ClusterName, &ingress.RouterLBArgs{
		InfraID:             install.InfraID,
		Domain:              install.Domain,
		Type:                s.routerLoadBalancer,
		Network:             infra.vpc.Network,
		Scope:               s.scope,
		NodeSecurityGroupID: infra.securityGroups.NodeID,
		PublicZoneID:        s.publicZoneID,
		PrivateZoneID:       infra.controlPlane.PrivateZoneID,
	})
}
