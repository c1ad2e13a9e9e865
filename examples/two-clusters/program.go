package main

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// program registers the clusters. Nothing of one depends on another, so Pulumi creates them at the same time.
func program(ctx *pulumi.Context) error {
	sites, err := loadSites(ctx)
	if err != nil {
		return err
	}
	for _, s := range sites {
		if err := s.register(ctx); err != nil {
			return err
		}
	}
	return nil
}

// register registers a cluster with providers of its own: every component gets one, so that the stack's default provider, and with
// it another region, is never used.
func (s *site) register(ctx *pulumi.Context) error {
	region, err := aws.NewProvider(ctx, s.key, &aws.ProviderArgs{Region: pulumi.String(s.install.Region)})
	if err != nil {
		return err
	}
	inRegion := pulumi.Provider(region)
	vpc, groups, err := s.registerNetwork(ctx, inRegion)
	if err != nil {
		return err
	}
	profiles, err := iam.NewInstanceProfiles(ctx, s.key, &iam.InstanceProfilesArgs{
		InfraID: s.install.InfraID,
		Region:  s.install.Region,
		Stage:   s.Stage,
	}, inRegion)
	if err != nil {
		return err
	}
	registry, err := storage.NewRegistryBucket(ctx, s.key, &storage.RegistryBucketArgs{
		InfraID:      s.install.InfraID,
		ForceDestroy: true,
	}, inRegion)
	if err != nil {
		return err
	}
	controlPlane, err := cluster.NewControlPlane(ctx, s.key, &cluster.ControlPlaneArgs{
		Install: s.install,
		Stage:   s.Stage,
		Network: vpc.Network,
		AMI:     pulumi.String(s.AMI),
		// Destroy deletes the bucket after the machines: while they run, the registry's operator creates a missing bucket again.
		InstanceProfile: pulumi.All(profiles.ControlPlane, registry.Name).ApplyT(func(both []any) string {
			return both[0].(string)
		}).(pulumi.StringOutput),
		BootstrapInstanceProfile:    profiles.Bootstrap,
		SecurityGroupIDs:            groups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{groups.APIServerLBID},
		PublicZoneID:                pulumi.String(s.PublicZoneID),
	}, inRegion)
	if err != nil {
		return err
	}
	router, err := s.registerRouter(ctx, vpc, groups, controlPlane, inRegion)
	if err != nil {
		return err
	}
	ctx.Export(s.key, pulumi.Map{
		"apiUrl":     controlPlane.APIURL,
		"consoleUrl": pulumi.String("https://console-openshift-console.apps." + s.install.Domain),
		"vpcId":      vpc.ID,
	})
	if s.Stage != cluster.StageCluster {
		return nil
	}
	workers := s.workers(vpc, groups)
	workers.InstanceProfile = profiles.Worker
	workers.LoadBalancers = []pulumi.StringInput{router.LoadBalancerName}
	return s.configure(ctx, controlPlane, registry, workers)
}

func (s *site) workers(vpc *network.Vpc, groups *network.SecurityGroups) *nodes.MachineSetArgs {
	return &nodes.MachineSetArgs{
		InfraID:          s.install.InfraID,
		Subnets:          vpc.PrivateSubnets,
		AMI:              pulumi.String(s.AMI),
		InstanceType:     "m5.xlarge",
		ReplicasPerZone:  &s.WorkersPerZone,
		SecurityGroupIDs: groups.WorkerMachine(),
	}
}

func (s *site) registerNetwork(ctx *pulumi.Context, inRegion pulumi.ResourceOption) (*network.Vpc, *network.SecurityGroups, error) {
	vpc, err := network.NewVpc(ctx, s.key, s.vpc(), inRegion)
	if err != nil {
		return nil, nil, err
	}
	groups, err := network.NewSecurityGroups(ctx, s.key, &network.SecurityGroupsArgs{
		InfraID: s.install.InfraID,
		Network: vpc.Network,
	}, inRegion)
	return vpc, groups, err
}

func (s *site) registerRouter(
	ctx *pulumi.Context, vpc *network.Vpc, groups *network.SecurityGroups, controlPlane *cluster.ControlPlane, inRegion pulumi.ResourceOption,
) (*ingress.RouterLB, error) {
	return ingress.NewRouterLB(ctx, s.key, &ingress.RouterLBArgs{
		InfraID:             s.install.InfraID,
		Domain:              s.install.Domain,
		Network:             vpc.Network,
		NodeSecurityGroupID: groups.NodeID,
		PublicZoneID:        pulumi.String(s.PublicZoneID),
		PrivateZoneID:       controlPlane.PrivateZoneID,
	}, inRegion)
}

// configure registers the objects inside the cluster: workers, and the registry's bucket.
func (s *site) configure(
	ctx *pulumi.Context, controlPlane *cluster.ControlPlane, registry *storage.RegistryBucket, workers *nodes.MachineSetArgs,
) error {
	provider, err := cluster.NewKubernetesProvider(ctx, s.key, &cluster.KubernetesProviderArgs{
		ClusterIdentifier: pulumi.String(s.install.ClusterID),
		Kubeconfig:        controlPlane.Kubeconfig,
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	if _, err := nodes.NewWorkerMachineSet(ctx, s.key+"-worker", workers, inCluster); err != nil {
		return err
	}
	_, err = storage.NewImageRegistry(ctx, s.key, &storage.ImageRegistryArgs{
		Bucket: registry.Name,
		Region: s.install.Region,
	}, inCluster)
	return err
}
