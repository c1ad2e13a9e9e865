package main

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program registers the network and the cluster in it.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	net, err := newNetwork(ctx, s)
	if err != nil {
		return err
	}
	ctx.Export("jumpHostId", net.jumpHost.InstanceID)
	ctx.Export("proxyUrl", pulumi.String(net.proxyURL))
	ctx.Export("noProxy", pulumi.String(strings.Join(net.noProxy, ",")))
	return newCluster(ctx, s, net.private, pulumi.DependsOn(net.ready))
}

// newCluster registers the cluster: everything that accepts a scope is internal. Its machines depend on the proxy.
func newCluster(ctx *pulumi.Context, s settings, vpc network.Network, afterProxy pulumi.ResourceOption) error {
	name, infraID := s.install.ClusterName, s.install.InfraID
	groups, err := network.NewSecurityGroups(ctx, name, &network.SecurityGroupsArgs{InfraID: infraID, Network: vpc})
	if err != nil {
		return err
	}
	profiles, err := iam.NewInstanceProfiles(ctx, name, &iam.InstanceProfilesArgs{
		InfraID: infraID,
		Region:  s.install.Region,
		Stage:   s.stage,
	})
	if err != nil {
		return err
	}
	registry, err := storage.NewRegistryBucket(ctx, name, &storage.RegistryBucketArgs{InfraID: infraID, ForceDestroy: true})
	if err != nil {
		return err
	}
	controlPlane, err := cluster.NewControlPlane(ctx, name, &cluster.ControlPlaneArgs{
		Install: s.install,
		Stage:   s.stage,
		Scope:   network.Internal,
		Network: vpc,
		AMI:     pulumi.String(s.ami),
		// Destroy deletes the bucket after the machines: while they run, the registry's operator creates a missing bucket again.
		InstanceProfile: pulumi.All(profiles.ControlPlane, registry.Name).ApplyT(func(both []any) string {
			return both[0].(string)
		}).(pulumi.StringOutput),
		BootstrapInstanceProfile:    profiles.Bootstrap,
		SecurityGroupIDs:            groups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{groups.APIServerLBID},
	}, afterProxy)
	if err != nil {
		return err
	}
	router, err := ingress.NewRouterLB(ctx, name, &ingress.RouterLBArgs{
		InfraID:             infraID,
		Domain:              s.install.Domain,
		Network:             vpc,
		Scope:               network.Internal,
		NodeSecurityGroupID: groups.NodeID,
		PrivateZoneID:       controlPlane.PrivateZoneID,
	})
	if err != nil {
		return err
	}
	ctx.Export("apiUrl", controlPlane.APIURL)
	ctx.Export("consoleUrl", pulumi.String("https://console-openshift-console.apps."+s.install.Domain))
	ctx.Export("kubeconfig", controlPlane.Kubeconfig)
	if s.stage != cluster.StageCluster {
		return nil
	}
	return configureCluster(ctx, s, controlPlane, registry, &nodes.MachineSetArgs{
		InfraID:          infraID,
		Subnets:          vpc.PrivateSubnets,
		AMI:              pulumi.String(s.ami),
		InstanceType:     "m5.xlarge",
		ReplicasPerZone:  &s.workersPerZone,
		SecurityGroupIDs: groups.WorkerMachine(),
		InstanceProfile:  profiles.Worker,
		LoadBalancers:    []pulumi.StringInput{router.LoadBalancerName},
	}, afterProxy)
}

// configureCluster registers the objects inside the cluster: workers, and the registry's bucket. Its provider reaches the API from
// the VPC only, or through the jump host.
func configureCluster(
	ctx *pulumi.Context, s settings, controlPlane *cluster.ControlPlane, registry *storage.RegistryBucket, workers *nodes.MachineSetArgs,
	afterProxy pulumi.ResourceOption,
) error {
	provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(s.install.ClusterID),
		Kubeconfig:        controlPlane.Kubeconfig,
	})
	if err != nil {
		return err
	}
	name, inCluster := s.install.ClusterName, pulumi.Provider(provider)
	if _, err := nodes.NewWorkerMachineSet(ctx, name+"-worker", workers, inCluster, afterProxy); err != nil {
		return err
	}
	_, err = storage.NewImageRegistry(ctx, name, &storage.ImageRegistryArgs{
		Bucket: registry.Name,
		Region: s.install.Region,
	}, inCluster)
	return err
}
