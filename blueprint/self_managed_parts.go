package blueprint

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// selfManagedPlan computes the arguments of the parts: what is set, what follows from the arguments of the blueprint, and outputs of the
// parts before.
type selfManagedPlan struct {
	SelfManagedArgs

	install   *cluster.InstallDir
	publicKey pulumi.StringInput
}

func (s *selfManagedPlan) vpcArgs() *network.VpcArgs {
	args := valueOf(s.Vpc)
	fill(&args.InfraID, s.install.InfraID)
	fillList(&args.Zones, slices.Concat(slices.Compact(slices.Sorted(slices.Values(s.Zones))), s.FurtherZones))
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) existingVpcArgs() *network.ExistingVpcArgs {
	args := valueOf(s.ExistingVpc)
	fill(&args.InfraID, s.install.InfraID)
	return args
}

// clusterNetwork is the network without public subnets if these are for the proxy alone, so that nothing of the cluster is in them.
func (s *selfManagedPlan) clusterNetwork(c *SelfManaged) network.Network {
	clusterNetwork := c.Network
	if s.Scope == network.Internal && s.EgressProxy != nil {
		clusterNetwork.PublicSubnets = nil
	}
	return clusterNetwork
}

func (s *selfManagedPlan) jumpHostArgs(c *SelfManaged) *network.JumpHostArgs {
	args := valueOf(s.JumpHost)
	fillNetwork(&args.Network, s.clusterNetwork(c))
	if len(c.Network.PrivateSubnets) > 0 {
		fill(&args.Subnet, c.Network.PrivateSubnets[0])
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) egressProxyArgs(c *SelfManaged) *network.EgressProxyArgs {
	args := proxyArgs(s.EgressProxy, c.Network, s.Tags)
	fill(&args.Hostname, "proxy."+s.install.ClusterName+".internal")
	return args
}

// proxyArgs are those of a proxy in public subnets: one, or with a load balancer all.
func proxyArgs(set *network.EgressProxyArgs, vpc network.Network, tags pulumi.StringMap) *network.EgressProxyArgs {
	args := valueOf(set)
	fillNetwork(&args.Network, vpc)
	subnets := vpc.PublicSubnets
	if !args.LoadBalancer {
		subnets = subnets[:min(1, len(subnets))]
	}
	fillList(&args.Subnets, subnets)
	fillList(&args.NoProxy, vpc.NoProxy)
	fillTags(&args.Tags, tags)
	return args
}

func (s *selfManagedPlan) securityGroupsArgs(c *SelfManaged) *network.SecurityGroupsArgs {
	args := valueOf(s.SecurityGroups)
	fill(&args.InfraID, s.install.InfraID)
	fillNetwork(&args.Network, s.clusterNetwork(c))
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) instanceProfilesArgs() *iam.InstanceProfilesArgs {
	args := valueOf(s.InstanceProfiles)
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Region, s.install.Region)
	fill(&args.Stage, s.Stage)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) credentialsArgs(c *SelfManaged) *iam.ShortTermCredentialsArgs {
	args := valueOf(s.Credentials)
	fill(&args.OpenShiftVersion, s.OpenShiftVersion)
	fill(&args.Region, s.install.Region)
	fillInput(&args.PublicKey, s.publicKey)
	fillList(&args.DisabledCapabilities, s.DisabledCapabilities)
	if args.NodeRoleARNs == nil && c.InstanceProfiles != nil {
		args.NodeRoleARNs = pulumi.StringArray{c.InstanceProfiles.ControlPlaneRoleARN, c.InstanceProfiles.WorkerRoleARN}
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) registryBucketArgs() *storage.RegistryBucketArgs {
	args := &storage.RegistryBucketArgs{ForceDestroy: true}
	if s.RegistryBucket != nil {
		args = valueOf(s.RegistryBucket)
	}
	fill(&args.InfraID, s.install.InfraID)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) backupBucketArgs(purpose string, c *SelfManaged) *storage.BackupBucketArgs {
	args := valueOf(s.BackupBuckets[purpose])
	if args.Writer != nil && c.Credentials != nil {
		args.Writer = valueOf(args.Writer)
		fillInput(&args.Writer.OIDCProviderARN, c.Credentials.OIDCProviderARN)
	}
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Purpose, purpose)
	fill(&args.Region, s.install.Region)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) controlPlaneArgs(c *SelfManaged) *cluster.ControlPlaneArgs {
	args := valueOf(s.ControlPlane)
	fill(&args.Install, s.install)
	fill(&args.Stage, s.Stage)
	fill(&args.Scope, s.Scope)
	fillList(&args.MachineZones, s.Zones)
	fillNetwork(&args.Network, s.clusterNetwork(c).InZones(args.MachineZones...))
	if len(args.StreamJSON) == 0 {
		fillInput(&args.AMI, s.AMI)
	}
	if c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, c.InstanceProfiles.ControlPlane)
		if args.BootstrapInstanceProfile == nil {
			args.BootstrapInstanceProfile = c.InstanceProfiles.Bootstrap
		}
	}
	if c.SecurityGroups != nil {
		if args.SecurityGroupIDs == nil {
			args.SecurityGroupIDs = c.SecurityGroups.ControlPlaneMachine()
		}
		if args.APIServerLBSecurityGroupIDs == nil {
			args.APIServerLBSecurityGroupIDs = pulumi.StringArray{c.SecurityGroups.APIServerLBID}
		}
	}
	if args.BootstrapIgnitionReaderARNs == nil && len(s.PulumiARNs) > 0 && s.Stage == cluster.StageBootstrap && c.InstanceProfiles != nil {
		args.BootstrapIgnitionReaderARNs = append(pulumi.ToStringArray(s.PulumiARNs), c.InstanceProfiles.BootstrapRoleARN.Elem())
	}
	fillInput(&args.PublicZoneID, s.PublicZoneID)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) routerLBArgs(c *SelfManaged) *ingress.RouterLBArgs {
	args := valueOf(s.RouterLB)
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Domain, s.install.Domain)
	fillNetwork(&args.Network, s.clusterNetwork(c))
	fill(&args.Scope, s.Scope)
	if c.SecurityGroups != nil {
		fillInput(&args.NodeSecurityGroupID, c.SecurityGroups.NodeID)
	}
	fillInput(&args.PublicZoneID, s.PublicZoneID)
	fillInput(&args.PrivateZoneID, c.ControlPlane.PrivateZoneID)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) machineConfigPoolArgs() *machineconfig.MachineConfigPoolArgs {
	args := valueOf(s.MachineConfigPool)
	fill(&args.Name, "infra")
	return args
}

// machineSetArgs fills what the machine sets of infra machines and of workers share.
func (s *selfManagedPlan) machineSetArgs(set *nodes.MachineSetArgs, c *SelfManaged) *nodes.MachineSetArgs {
	args := valueOf(set)
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.OpenShiftVersion, s.OpenShiftVersion)
	if args.SubnetFilters == nil {
		fillList(&args.Subnets, c.Network.PrivateSubnets)
	}
	fillInput(&args.AMI, s.AMI)
	if args.SecurityGroupIDs == nil && args.SecurityGroupFilters == nil && c.SecurityGroups != nil {
		args.SecurityGroupIDs = c.SecurityGroups.WorkerMachine()
	}
	if c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, c.InstanceProfiles.Worker)
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) infraArgs(c *SelfManaged) *nodes.MachineSetArgs {
	return s.behindRouterLB(s.machineSetArgs(s.InfraMachineSet, c), c)
}

func (s *selfManagedPlan) workerArgs(c *SelfManaged) *nodes.MachineSetArgs {
	args := s.machineSetArgs(s.WorkerMachineSet, c)
	if s.omits("InfraMachineSet") {
		return s.behindRouterLB(args, c)
	}
	return args
}

// behindRouterLB registers the machines with the load balancer of the routers.
func (s *selfManagedPlan) behindRouterLB(args *nodes.MachineSetArgs, c *SelfManaged) *nodes.MachineSetArgs {
	if c.RouterLB == nil {
		return args
	}
	router := []pulumi.StringInput{c.RouterLB.LoadBalancerName}
	if valueOf(s.RouterLB).Type == ingress.Classic {
		fillList(&args.ClassicLoadBalancers, router)
	} else {
		fillList(&args.LoadBalancers, router)
	}
	return args
}

func (s *selfManagedPlan) workerPoolArgs(name string, c *SelfManaged) *nodes.WorkerPoolArgs {
	args := valueOf(s.WorkerPools[name])
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.OpenShiftVersion, s.OpenShiftVersion)
	fillList(&args.Subnets, c.Network.PrivateSubnets)
	fillInput(&args.AMI, s.AMI)
	if args.SecurityGroupIDs == nil && c.SecurityGroups != nil {
		args.SecurityGroupIDs = c.SecurityGroups.WorkerMachine()
	}
	if c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, c.InstanceProfiles.Worker)
	}
	if args.CloudInit == nil && s.install.WorkerIgnition != (pulumi.StringOutput{}) {
		fillInput(&args.Ignition, s.install.WorkerIgnition)
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) approverArgs(groups pulumi.StringArrayInput, role pulumi.StringPtrInput) *nodes.CSRApproverArgs {
	args := valueOf(s.CSRApprover)
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Region, s.install.Region)
	if args.GroupNames == nil {
		args.GroupNames = groups
	}
	if args.RoleARN == nil {
		args.RoleARN = role
	}
	s.fillProxy(&args.HTTPSProxy)
	return args
}

func (s *selfManagedPlan) autoscalerArgs(role pulumi.StringPtrInput) *nodes.ClusterAutoscalerASGArgs {
	args := valueOf(s.ClusterAutoscaler)
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Region, s.install.Region)
	if args.RoleARN == nil {
		args.RoleARN = role
	}
	s.fillProxy(&args.HTTPSProxy)
	return args
}

func (s *selfManagedPlan) terminationHandlerArgs(
	name string, pool *nodes.WorkerPool, role pulumi.StringPtrInput,
) *nodes.TerminationHandlerArgs {
	args := valueOf(s.TerminationHandlers[name])
	fill(&args.InfraID, s.install.InfraID)
	fill(&args.Region, s.install.Region)
	fill(&args.Namespace, "termination-handler-"+name)
	if args.QueueURL == nil {
		args.QueueURL = pool.DrainQueueURL
	}
	if args.RoleARN == nil {
		args.RoleARN = role
	}
	s.fillProxy(&args.HTTPSProxy)
	return args
}

// fillProxy sets the proxy of an agent that calls AWS's APIs.
func (s *selfManagedPlan) fillProxy(field *pulumi.StringInput) {
	if s.EgressProxy != nil {
		fillInput(field, pulumi.String(network.EgressProxyURL(s.egressProxyArgs(&SelfManaged{}).Hostname)))
	}
}

func (s *selfManagedPlan) ingressControllerArgs() *ingress.IngressControllerArgs {
	args := valueOf(s.IngressController)
	fill(&args.OpenShiftVersion, s.OpenShiftVersion)
	if args.Replicas == nil {
		args.Replicas = new(2)
	}
	if args.Placement.IsZero() && !s.omits("InfraMachineSet") {
		args.Placement = ingress.InfraNodes()
	}
	return args
}

func (s *selfManagedPlan) imageRegistryArgs(c *SelfManaged) *storage.ImageRegistryArgs {
	args := valueOf(s.ImageRegistry)
	if c.RegistryBucket != nil {
		fillInput(&args.Bucket, c.RegistryBucket.Name)
		fillInput(&args.KMSKeyARN, valueOf(s.RegistryBucket).KMSKeyARN)
	}
	fill(&args.Region, s.install.Region)
	if args.Placement.IsZero() && !s.omits("InfraMachineSet") {
		args.Placement = storage.InfraNodes()
	}
	return args
}

func (s *selfManagedPlan) monitoringStorageArgs() *storage.MonitoringStorageArgs {
	args := valueOf(s.MonitoringStorage)
	if args.Placement.IsZero() && !s.omits("InfraMachineSet") {
		args.Placement = storage.InfraNodes()
	}
	return args
}
