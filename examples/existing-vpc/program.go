package main

import (
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
	vpc            *network.ExistingVpc
	securityGroups *network.SecurityGroups
	profiles       *iam.InstanceProfiles
	registry       *storage.RegistryBucket
	controlPlane   *cluster.ControlPlane
	router         *ingress.RouterLB
}

// program registers the cluster. With network.Vpc instead of ExistingVpc, the rest would be the same.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	infra, err := newInfrastructure(ctx, s)
	if err != nil {
		return err
	}
	if s.stage == cluster.StageCluster {
		if err := configureCluster(ctx, s, infra); err != nil {
			return err
		}
	}
	export(ctx, s, infra)
	return nil
}

func newInfrastructure(ctx *pulumi.Context, s settings) (infra infrastructure, err error) {
	name, infraID, region := s.install.ClusterName, s.install.InfraID, s.install.Region
	if infra.vpc, err = network.NewExistingVpc(ctx, name, s.vpc); err != nil {
		return infra, err
	}
	if infra.securityGroups, err = network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{
		InfraID: infraID,
		Network: infra.vpc.Network,
	}); err != nil {
		return infra, err
	}
	if infra.profiles, err = iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID: infraID,
		Region:  region,
		Stage:   s.stage,
	}); err != nil {
		return infra, err
	}
	if infra.registry, err = storage.NewRegistryBucket(ctx, name, &storage.RegistryBucketArgs{
		InfraID:      infraID,
		ForceDestroy: true,
	}); err != nil {
		return infra, err
	}
	if infra.controlPlane, err = newControlPlane(ctx, s, infra); err != nil {
		return infra, err
	}
	infra.router, err = newRouterLB(ctx, s, infra)
	return infra, err
}

func newControlPlane(ctx *pulumi.Context, s settings, infra infrastructure) (*cluster.ControlPlane, error) {
	// Destroy deletes the bucket after the machines: while they run, the registry's operator creates a missing bucket again.
	profile := pulumi.All(infra.profiles.ControlPlane, infra.registry.Name).ApplyT(func(both []any) string {
		return both[0].(string)
	}).(pulumi.StringOutput)
	args := &cluster.ControlPlaneArgs{
		Install:                     s.install,
		Stage:                       s.stage,
		Scope:                       s.scope,
		Network:                     infra.vpc.Network,
		AMI:                         pulumi.String(s.ami),
		InstanceProfile:             profile,
		BootstrapInstanceProfile:    infra.profiles.Bootstrap,
		SecurityGroupIDs:            infra.securityGroups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{infra.securityGroups.APIServerLBID},
	}
	if s.scope == network.External {
		args.PublicZoneID = pulumi.String(s.publicZoneID)
	}
	return cluster.NewControlPlane(ctx, s.install.ClusterName, args)
}

func newRouterLB(ctx *pulumi.Context, s settings, infra infrastructure) (*ingress.RouterLB, error) {
	args := &ingress.RouterLBArgs{
		InfraID:             s.install.InfraID,
		Domain:              s.install.Domain,
		Network:             infra.vpc.Network,
		Scope:               s.scope,
		NodeSecurityGroupID: infra.securityGroups.NodeID,
		PrivateZoneID:       infra.controlPlane.PrivateZoneID,
	}
	if s.scope == network.External {
		args.PublicZoneID = pulumi.String(s.publicZoneID)
	}
	return ingress.NewRouterLB(ctx, s.install.ClusterName, args)
}

// configureCluster registers the objects inside the cluster: workers, and the registry's bucket.
func configureCluster(ctx *pulumi.Context, s settings, infra infrastructure) error {
	name := s.install.ClusterName
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(s.install.ClusterID),
		Kubeconfig:        infra.controlPlane.Kubeconfig,
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	if _, err := nodes.NewWorkerMachineSet(ctx, name+"-worker", &nodes.MachineSetArgs{
		InfraID:          s.install.InfraID,
		Subnets:          infra.vpc.PrivateSubnets,
		AMI:              pulumi.String(s.ami),
		InstanceType:     "m5.xlarge",
		ReplicasPerZone:  &s.workersPerZone,
		SecurityGroupIDs: infra.securityGroups.WorkerMachine(),
		InstanceProfile:  infra.profiles.Worker,
		LoadBalancers:    []pulumi.StringInput{infra.router.LoadBalancerName},
	}, inCluster); err != nil {
		return err
	}
	_, err = storage.NewImageRegistry(ctx, name, &storage.ImageRegistryArgs{
		Bucket: infra.registry.Name,
		Region: s.install.Region,
	}, inCluster)
	return err
}

// export exports the addresses, and the settings of examples/infra-nodes, elastic-workers and machine-config.
func export(ctx *pulumi.Context, s settings, infra infrastructure) {
	subnets := pulumi.StringMap{}
	for _, subnet := range infra.vpc.PrivateSubnets {
		subnets[subnet.Zone] = subnet.ID
	}
	for name, output := range map[string]pulumi.Input{
		"apiUrl":           infra.controlPlane.APIURL,
		"consoleUrl":       pulumi.String("https://console-openshift-console.apps." + s.install.Domain),
		"kubeconfig":       infra.controlPlane.Kubeconfig,
		"infraId":          pulumi.String(s.install.InfraID),
		"subnets":          subnets,
		"securityGroupIds": infra.securityGroups.WorkerMachine(),
		"instanceProfile":  infra.profiles.Worker,
		"controlPlaneRole": infra.profiles.ControlPlaneRoleName,
		"workerIgnition":   s.install.WorkerIgnition,
		"registryBucket":   infra.registry.Name,
		"ami":              pulumi.String(s.ami),
	} {
		ctx.Export(name, output)
	}
}
