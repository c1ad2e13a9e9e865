package blueprint

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// selfManagedPlan computes the arguments of the parts: what is set, what follows from the arguments of the blueprint, and outputs of the
// parts before.
type selfManagedPlan struct {
	registrar
	SelfManagedArgs

	install   *cluster.InstallDir
	publicKey pulumi.StringInput
	// c has the parts that are registered, and planned ones before.
	c *SelfManaged
	// inCluster is the provider of the objects inside the cluster.
	inCluster pulumi.ResourceOption
	// afterProxy makes machines depend on the proxy, if there is one: a machine that is created before it or deleted after it cannot
	// pull an image.
	afterProxy pulumi.ResourceOption
}

func (s *selfManagedPlan) vpcArgs() *network.VpcArgs {
	args := valueOf(s.Vpc)
	own(&s.registrar, "Vpc", "InfraID", &args.InfraID, s.install.InfraID)
	if len(s.install.MachineNetworks) > 0 {
		fill(&args.CIDR, s.install.MachineNetworks[0])
	}
	fillList(&args.Zones, slices.Concat(slices.Compact(slices.Sorted(slices.Values(s.Zones))), s.FurtherZones))
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) existingVpcArgs() *network.ExistingVpcArgs {
	if s.ExistingVpc == nil {
		return nil
	}
	args := valueOf(s.ExistingVpc)
	own(&s.registrar, "ExistingVpc", "InfraID", &args.InfraID, s.install.InfraID)
	return args
}

// clusterNetwork is the network without public subnets if these are for the proxy alone, so that nothing of the cluster is in them.
func (s *selfManagedPlan) clusterNetwork() network.Network {
	clusterNetwork := s.c.Network
	if s.Scope == network.Internal && s.EgressProxy != nil {
		clusterNetwork.PublicSubnets = nil
	}
	return clusterNetwork
}

func (s *selfManagedPlan) jumpHostArgs() *network.JumpHostArgs {
	args := valueOf(s.JumpHost)
	fillNetwork(&args.Network, s.clusterNetwork())
	if len(s.c.Network.PrivateSubnets) > 0 {
		fill(&args.Subnet, s.c.Network.PrivateSubnets[0])
	}
	s.fillSubnet("JumpHost.Subnet", &args.Subnet, s.c.Network.PrivateSubnet)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) egressProxyArgs() *network.EgressProxyArgs {
	args := s.proxyArgs(s.EgressProxy, s.c.Network, s.Tags)
	fill(&args.Hostname, "proxy."+s.install.ClusterName+".internal")
	return args
}

// proxyArgs returns the arguments of a proxy in public subnets: in one of them, or with a load balancer in all.
func (r *registrar) proxyArgs(set *network.EgressProxyArgs, vpc network.Network, tags pulumi.StringMap) *network.EgressProxyArgs {
	args := valueOf(set)
	fillNetwork(&args.Network, vpc)
	subnets := vpc.PublicSubnets
	if !args.LoadBalancer {
		subnets = subnets[:min(1, len(subnets))]
	}
	r.fillSubnets("EgressProxy.Subnets", &args.Subnets, subnets, vpc.PublicSubnet)
	fillList(&args.NoProxy, vpc.NoProxy)
	fillTags(&args.Tags, tags)
	return args
}

func (s *selfManagedPlan) securityGroupsArgs() *network.SecurityGroupsArgs {
	args := valueOf(s.SecurityGroups)
	own(&s.registrar, "SecurityGroups", "InfraID", &args.InfraID, s.install.InfraID)
	fillNetwork(&args.Network, s.clusterNetwork())
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) instanceProfilesArgs() *iam.InstanceProfilesArgs {
	args := valueOf(s.InstanceProfiles)
	own(&s.registrar, "InstanceProfiles", "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, "InstanceProfiles", "Region", &args.Region, s.install.Region)
	own(&s.registrar, "InstanceProfiles", "OpenShiftVersion", &args.OpenShiftVersion, s.OpenShiftVersion)
	own(&s.registrar, "InstanceProfiles", "Stage", &args.Stage, s.Stage)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) credentialsArgs() *iam.ShortTermCredentialsArgs {
	args := valueOf(s.Credentials)
	own(&s.registrar, "Credentials", "OpenShiftVersion", &args.OpenShiftVersion, s.OpenShiftVersion)
	own(&s.registrar, "Credentials", "Region", &args.Region, s.install.Region)
	fillInput(&args.PublicKey, s.publicKey)
	fillList(&args.DisabledCapabilities, s.DisabledCapabilities)
	if args.NodeRoleARNs == nil && s.c.InstanceProfiles != nil {
		args.NodeRoleARNs = pulumi.StringArray{s.c.InstanceProfiles.ControlPlaneRoleARN, s.c.InstanceProfiles.WorkerRoleARN}
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) registryBucketArgs() *storage.RegistryBucketArgs {
	args := valueOf(s.RegistryBucket)
	fill(&args.ForceDestroy, new(true))
	own(&s.registrar, "RegistryBucket", "InfraID", &args.InfraID, s.install.InfraID)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) backupBucketArgs(purpose string) *storage.BackupBucketArgs {
	args := valueOf(s.BackupBuckets[purpose])
	if args.Writer != nil && s.c.Credentials != nil {
		args.Writer = valueOf(args.Writer)
		if args.Writer.ControlPlaneRoleName == nil {
			fillInput(&args.Writer.OIDCProviderARN, s.c.Credentials.OIDCProviderARN)
		}
	}
	own(&s.registrar, check.Key("BackupBuckets", purpose), "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, check.Key("BackupBuckets", purpose), "Purpose", &args.Purpose, purpose)
	own(&s.registrar, check.Key("BackupBuckets", purpose), "Region", &args.Region, s.install.Region)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) controlPlaneArgs() *cluster.ControlPlaneArgs {
	args := valueOf(s.ControlPlane)
	if args.Install != nil {
		infraID := args.Install.InfraID
		own(&s.registrar, "ControlPlane", "Install.InfraID", &infraID, s.install.InfraID)
	}
	fill(&args.Install, s.install)
	own(&s.registrar, "ControlPlane", "Stage", &args.Stage, s.Stage)
	own(&s.registrar, "ControlPlane", "Scope", &args.Scope, s.Scope)
	fillList(&args.MachineZones, s.Zones)
	// A load balancer keeps the zones of machines that have moved: AWS has no second one of its name.
	fillNetwork(&args.Network, s.clusterNetwork().InZones(slices.Concat(s.Zones, args.MachineZones)...))
	if len(args.StreamJSON) == 0 {
		fillInput(&args.AMI, s.AMI)
	}
	if s.c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, s.c.InstanceProfiles.ControlPlane)
		if args.BootstrapInstanceProfile == nil {
			args.BootstrapInstanceProfile = s.c.InstanceProfiles.Bootstrap
		}
	}
	if s.c.SecurityGroups != nil {
		if args.SecurityGroupIDs == nil {
			args.SecurityGroupIDs = s.c.SecurityGroups.ControlPlaneMachine()
		}
		if args.APIServerLBSecurityGroupIDs == nil {
			args.APIServerLBSecurityGroupIDs = pulumi.StringArray{s.c.SecurityGroups.APIServerLBID}
		}
	}
	if args.BootstrapIgnitionReaderARNs == nil && len(s.PulumiARNs) > 0 && s.Stage == cluster.StageBootstrap && s.c.InstanceProfiles != nil {
		args.BootstrapIgnitionReaderARNs = append(pulumi.ToStringArray(s.PulumiARNs), s.c.InstanceProfiles.BootstrapRoleARN.Elem())
	}
	fillInput(&args.PublicZoneID, s.PublicZoneID)
	if s.c.Credentials != nil {
		fillInput(&args.OIDCProviderARN, s.c.Credentials.OIDCProviderARN)
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) routerLBArgs() *ingress.RouterLBArgs {
	args := valueOf(s.RouterLB)
	own(&s.registrar, "RouterLB", "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, "RouterLB", "Domain", &args.Domain, s.install.Domain)
	fillNetwork(&args.Network, s.clusterNetwork())
	fill(&args.Scope, s.Scope)
	if s.c.SecurityGroups != nil {
		fillInput(&args.NodeSecurityGroupID, s.c.SecurityGroups.NodeID)
	}
	fillInput(&args.PublicZoneID, s.PublicZoneID)
	fillInput(&args.PrivateZoneID, s.c.ControlPlane.PrivateZoneID)
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) machineConfigPoolArgs() *machineconfig.MachineConfigPoolArgs {
	args := valueOf(s.MachineConfigPool)
	fill(&args.Name, "infra")
	return args
}

// machineSetArgs fills what the machine sets of infra machines and of workers share.
func (s *selfManagedPlan) machineSetArgs(part check.Path, set *nodes.MachineSetArgs) *nodes.MachineSetArgs {
	args := valueOf(set)
	own(&s.registrar, part, "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, part, "OpenShiftVersion", &args.OpenShiftVersion, s.OpenShiftVersion)
	if args.SubnetFilters == nil {
		s.fillSubnets(part+".Subnets", &args.Subnets, s.c.Network.PrivateSubnets, s.c.Network.PrivateSubnet)
	}
	fillInput(&args.AMI, s.AMI)
	if args.SecurityGroupIDs == nil && args.SecurityGroupFilters == nil && s.c.SecurityGroups != nil {
		args.SecurityGroupIDs = s.c.SecurityGroups.WorkerMachine()
	}
	if s.c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, s.c.InstanceProfiles.Worker)
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) infraArgs() *nodes.MachineSetArgs {
	return s.behindRouterLB(s.machineSetArgs("InfraMachineSet", s.InfraMachineSet))
}

func (s *selfManagedPlan) workerArgs() *nodes.MachineSetArgs {
	args := s.machineSetArgs("WorkerMachineSet", s.WorkerMachineSet)
	if s.omits(PartInfraMachineSet) {
		return s.behindRouterLB(args)
	}
	return args
}

// behindRouterLB registers the machines with the load balancer of the routers.
func (s *selfManagedPlan) behindRouterLB(args *nodes.MachineSetArgs) *nodes.MachineSetArgs {
	if s.c.RouterLB == nil {
		return args
	}
	router := []pulumi.StringInput{s.c.RouterLB.LoadBalancerName}
	if valueOf(s.RouterLB).Type == ingress.Classic {
		fillList(&args.ClassicLoadBalancers, router)
	} else {
		fillList(&args.LoadBalancers, router)
	}
	return args
}

func (s *selfManagedPlan) workerPoolArgs(name string) *nodes.WorkerPoolArgs {
	part, args := check.Key("WorkerPools", name), valueOf(s.WorkerPools[name])
	own(&s.registrar, part, "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, part, "OpenShiftVersion", &args.OpenShiftVersion, s.OpenShiftVersion)
	s.fillSubnets(part+".Subnets", &args.Subnets, s.c.Network.PrivateSubnets, s.c.Network.PrivateSubnet)
	fillInput(&args.AMI, s.AMI)
	if args.SecurityGroupIDs == nil && s.c.SecurityGroups != nil {
		args.SecurityGroupIDs = s.c.SecurityGroups.WorkerMachine()
	}
	if s.c.InstanceProfiles != nil {
		fillInput(&args.InstanceProfile, s.c.InstanceProfiles.Worker)
	}
	if args.CloudInit == nil && s.install.WorkerIgnition != (pulumi.StringOutput{}) {
		fillInput(&args.Ignition, s.install.WorkerIgnition)
	}
	fillTags(&args.Tags, s.Tags)
	return args
}

func (s *selfManagedPlan) approverArgs(groups pulumi.StringArrayInput) *nodes.CSRApproverArgs {
	args := valueOf(s.CSRApprover)
	own(&s.registrar, "CSRApprover", "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, "CSRApprover", "Region", &args.Region, s.install.Region)
	if args.GroupNames == nil {
		args.GroupNames = groups
	}
	args.Role = s.agentRole(args.Role, args.RoleARN)
	s.fillProxy(&args.HTTPSProxy)
	return args
}

func (s *selfManagedPlan) autoscalerArgs() *nodes.ClusterAutoscalerASGArgs {
	args := valueOf(s.ClusterAutoscaler)
	own(&s.registrar, "ClusterAutoscaler", "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, "ClusterAutoscaler", "Region", &args.Region, s.install.Region)
	args.Role = s.agentRole(args.Role, args.RoleARN)
	s.fillProxy(&args.HTTPSProxy)
	return args
}

func (s *selfManagedPlan) terminationHandlerArgs(name string) *nodes.TerminationHandlerArgs {
	args := valueOf(s.TerminationHandlers[name])
	own(&s.registrar, check.Key("TerminationHandlers", name), "InfraID", &args.InfraID, s.install.InfraID)
	own(&s.registrar, check.Key("TerminationHandlers", name), "Region", &args.Region, s.install.Region)
	fill(&args.Namespace, "termination-handler-"+name)
	if args.QueueURL == nil {
		args.QueueURL = s.c.WorkerPools[name].DrainQueueURL
	}
	args.Role = s.agentRole(args.Role, args.RoleARN)
	s.fillProxy(&args.HTTPSProxy)
	return args
}

// agentRole returns the role of an agent, nil if it has one. Without credentials for service accounts, it is a policy of the control
// plane's role.
func (s *selfManagedPlan) agentRole(set *iam.ServiceAccountRoleArgs, existing pulumi.StringPtrInput) *iam.ServiceAccountRoleArgs {
	if existing != nil || set == nil && s.c.Credentials == nil && s.c.InstanceProfiles == nil {
		return set
	}
	role := valueOf(set)
	switch {
	case role.OIDCProviderARN != nil || role.ControlPlaneRoleName != nil:
	case s.c.Credentials != nil:
		role.OIDCProviderARN = s.c.Credentials.OIDCProviderARN
	case s.c.InstanceProfiles != nil:
		role.ControlPlaneRoleName = s.c.InstanceProfiles.ControlPlaneRoleName
	}
	fillTags(&role.Tags, s.Tags)
	return role
}

// fillProxy sets the proxy of an agent that calls AWS's APIs.
func (s *selfManagedPlan) fillProxy(field *pulumi.StringInput) {
	if s.EgressProxy != nil {
		fillInput(field, pulumi.String(network.EgressProxyURL(s.egressProxyArgs().Hostname)))
	}
}

func (s *selfManagedPlan) ingressControllerArgs() *ingress.IngressControllerArgs {
	args := valueOf(s.IngressController)
	own(&s.registrar, "IngressController", "OpenShiftVersion", &args.OpenShiftVersion, s.OpenShiftVersion)
	if args.Replicas == nil {
		args.Replicas = new(2)
	}
	if args.Placement.IsZero() && !s.omits(PartInfraMachineSet) {
		args.Placement = ingress.InfraNodes()
	}
	return args
}

func (s *selfManagedPlan) imageRegistryArgs() *storage.ImageRegistryArgs {
	args := valueOf(s.ImageRegistry)
	if s.c.RegistryBucket != nil {
		fillInput(&args.Bucket, s.c.RegistryBucket.Name)
		fillInput(&args.KMSKeyARN, valueOf(s.RegistryBucket).KMSKeyARN)
	}
	own(&s.registrar, "ImageRegistry", "Region", &args.Region, s.install.Region)
	if args.Placement.IsZero() && !s.omits(PartInfraMachineSet) {
		args.Placement = storage.InfraNodes()
	}
	return args
}

func (s *selfManagedPlan) monitoringStorageArgs() *storage.MonitoringStorageArgs {
	args := valueOf(s.MonitoringStorage)
	if args.Placement.IsZero() && !s.omits(PartInfraMachineSet) {
		args.Placement = storage.InfraNodes()
	}
	return args
}
