package blueprint

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func (r *rosaPlan) vpcArgs() *network.VpcArgs {
	args := valueOf(r.Vpc)
	fillList(&args.Zones, r.Zones)
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) jumpHostArgs() *network.JumpHostArgs {
	args := valueOf(r.JumpHost)
	fillNetwork(&args.Network, r.parts.Network)
	if len(r.parts.Network.PrivateSubnets) > 0 {
		fill(&args.Subnet, r.parts.Network.PrivateSubnets[0])
	}
	r.fillSubnet("JumpHost.Subnet", &args.Subnet, r.parts.Network.PrivateSubnet)
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) accountRolesArgs() *iam.AccountRolesArgs {
	args := valueOf(r.AccountRoles)
	own(&r.registrar, "AccountRoles", "Product", &args.Product, r.product)
	fill(&args.Prefix, r.Name)
	own(&r.registrar, "AccountRoles", "Region", &args.Region, r.region())
	if r.product == iam.Classic {
		own(&r.registrar, "AccountRoles", "OpenShiftVersion", &args.OpenShiftVersion, r.minor())
	}
	fill(&args.AllowReplacement, r.allowsReplacement())
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) oidcConfigArgs() *iam.OIDCConfigArgs {
	args := valueOf(r.OIDCConfig)
	if accounts := r.parts.AccountRoles; accounts != nil && args.Unmanaged != nil {
		args.Unmanaged = valueOf(args.Unmanaged)
		fillInput(&args.Unmanaged.InstallerRoleARN, accounts.InstallerRoleARN)
	}
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) oidcProviderArgs() *iam.OIDCProviderArgs {
	args := valueOf(r.OIDCProvider)
	if r.parts.OIDCConfig != nil {
		fillInput(&args.EndpointURL, r.parts.OIDCConfig.EndpointURL)
		fillInput(&args.Thumbprint, r.parts.OIDCConfig.Thumbprint)
	}
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) operatorRolesArgs() *iam.OperatorRolesArgs {
	args := valueOf(r.OperatorRoles)
	own(&r.registrar, "OperatorRoles", "Product", &args.Product, r.product)
	fill(&args.Prefix, r.operatorPrefix())
	own(&r.registrar, "OperatorRoles", "Region", &args.Region, r.region())
	if r.parts.OIDCProvider != nil {
		fillInput(&args.OIDCProviderARN, r.parts.OIDCProvider.ARN)
	}
	if accounts := r.parts.AccountRoles; accounts != nil {
		fill(&args.Path, accounts.Path)
		if r.product == iam.Classic && args.PolicyARNs == nil {
			args.PolicyARNs = accounts.OperatorPolicyARNs
		}
		if args.SharedVpcPolicies == nil {
			args.SharedVpcPolicies = accounts.SharedVpcPolicies
		}
	}
	fill(&args.AllowReplacement, r.allowsReplacement())
	fillTags(&args.Tags, r.Tags)
	return args
}

// fillOperator sets the role of an operator that the blueprint has.
func (r *rosaPlan) fillOperator(field *pulumi.StringInput, operator iam.Operator) {
	if roles := r.parts.OperatorRoles; roles != nil {
		fillInput(field, roles.ARNs[operator])
	}
}

func (r *rosaPlan) etcdKeyArgs() *iam.EtcdKeyArgs {
	args := valueOf(r.EtcdKey)
	if accounts := r.parts.AccountRoles; accounts != nil {
		fillInput(&args.InstallerRoleARN, accounts.InstallerRoleARN)
	}
	r.fillOperator(&args.KubeControllerManagerRoleARN, iam.OperatorKubeControllerManager)
	r.fillOperator(&args.KMSProviderRoleARN, iam.OperatorKMSProvider)
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) volumeKeyArgs() *iam.VolumeKeyArgs {
	args := valueOf(r.VolumeKey)
	own(&r.registrar, "VolumeKey", "Product", &args.Product, r.product)
	if accounts := r.parts.AccountRoles; accounts != nil {
		fillInput(&args.InstallerRoleARN, accounts.InstallerRoleARN)
		fillInput(&args.SupportRoleARN, accounts.SupportRoleARN)
		if r.product == iam.Classic {
			fillInput(&args.WorkerRoleARN, accounts.WorkerRoleARN)
			if args.ControlPlaneRoleARN == nil {
				args.ControlPlaneRoleARN = accounts.ControlPlaneRoleARN
			}
		}
	}
	if r.product == iam.HCP {
		r.fillOperator(&args.KubeControllerManagerRoleARN, iam.OperatorKubeControllerManager)
		r.fillOperator(&args.CAPARoleARN, iam.OperatorCAPA)
	}
	r.fillOperator(&args.EBSCSIRoleARN, iam.OperatorEBSCSI)
	fillTags(&args.Tags, r.Tags)
	return args
}

// stsArgs are the roles of the cluster, which is created after they have their permissions and deleted before them.
func (r *rosaPlan) stsArgs(set *rosa.STSArgs) *rosa.STSArgs {
	args := valueOf(set)
	if accounts := r.parts.AccountRoles; accounts != nil {
		fillInput(&args.InstallerRoleARN, accounts.InstallerRoleARN)
		fillInput(&args.SupportRoleARN, accounts.SupportRoleARN)
		fillInput(&args.WorkerRoleARN, accounts.WorkerRoleARN)
		if args.ControlPlaneRoleARN == nil && r.product == iam.Classic {
			args.ControlPlaneRoleARN = accounts.ControlPlaneRoleARN
		}
		fill(&args.ExternalID, valueOf(r.AccountRoles).ExternalID)
	}
	if r.parts.OperatorRoles != nil {
		fillInput(&args.OperatorRolePrefix, r.parts.OperatorRoles.Prefix)
	}
	if r.parts.OIDCConfig != nil {
		fillInput(&args.OIDCConfigID, r.parts.OIDCConfig.ID)
	}
	return args
}

func (r *rosaPlan) versionArgs(set *rosa.VersionArgs) *rosa.VersionArgs {
	args := valueOf(set)
	own(&r.registrar, r.clusterPart()+".Version", "Version", &args.Version, r.Version)
	// What follows in the same update, such as an upgrade of the pools, needs the new release.
	fill(&args.Wait, &rosa.UpgradeWaitArgs{})
	return args
}

// networkArgs are the ranges of the cluster; nil if nothing is known of the VPC.
func (r *rosaPlan) networkArgs(set *rosa.NetworkArgs) *rosa.NetworkArgs {
	args := valueOf(set)
	fill(&args.MachineCIDR, r.parts.Network.CIDR)
	if *args == (rosa.NetworkArgs{}) {
		return nil
	}
	return args
}

func (r *rosaPlan) proxyOfCluster(set *rosa.ProxyArgs) *rosa.ProxyArgs {
	proxy := r.parts.EgressProxy
	if proxy == nil {
		return set
	}
	args := valueOf(set)
	fillInput(&args.HTTPProxy, proxy.HTTPProxy)
	fillInput(&args.HTTPSProxy, proxy.HTTPSProxy)
	fillList(&args.NoProxy, proxy.NoProxy)
	return args
}

// clusterNetwork is the network with the subnets of the cluster's own zones: the VPC can have more, for machine pools.
func (r *rosaPlan) clusterNetwork() network.Network {
	return r.parts.Network.InZones(r.Zones...)
}

// publicSubnets returns the subnets of the load balancers of a public cluster.
func (r *rosaPlan) publicSubnets() []network.Subnet {
	if r.Scope == network.Internal {
		return nil
	}
	return r.clusterNetwork().PublicSubnets
}

func (r *rosaPlan) hcpArgs() *rosa.HCPArgs {
	args := valueOf(r.HCP)
	own(&r.registrar, "HCP", "Name", &args.Name, r.Name)
	own(&r.registrar, "HCP", "Region", &args.Region, r.region())
	fillInput(&args.AccountID, r.account)
	fillInput(&args.CreatorARN, r.creator)
	args.Version, args.STS = r.versionArgs(args.Version), r.stsArgs(args.STS)
	fillList(&args.PrivateSubnets, r.clusterNetwork().PrivateSubnets)
	fillList(&args.PublicSubnets, r.publicSubnets())
	// The group of the endpoint in a shared VPC is in the account of its owner, of which the blueprint has no provider.
	if id := r.parts.Network.ID; id != (pulumi.StringOutput{}) && args.SharedVpc == nil {
		fillInput(&args.VpcID, id)
	}
	own(&r.registrar, "HCP", "Scope", &args.Scope, r.Scope)
	args.Network, args.Proxy = r.networkArgs(args.Network), r.proxyOfCluster(args.Proxy)
	if r.parts.EtcdKey != nil {
		fillInput(&args.EtcdKeyARN, r.parts.EtcdKey.ARN)
	}
	if r.parts.VolumeKey != nil {
		fillInput(&args.VolumeKeyARN, r.parts.VolumeKey.ARN)
	}
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) classicArgs() *rosa.ClassicArgs {
	args := valueOf(r.classic)
	own(&r.registrar, "Classic", "Name", &args.Name, r.Name)
	own(&r.registrar, "Classic", "Region", &args.Region, r.region())
	fillInput(&args.AccountID, r.account)
	fillInput(&args.CreatorARN, r.creator)
	args.Version, args.STS = r.versionArgs(args.Version), r.stsArgs(args.STS)
	fill(&args.MultiAZ, len(r.Zones) > 1)
	if r.omits(PartVpc) && len(r.parts.Network.PrivateSubnets) == 0 {
		fillList(&args.Zones, r.Zones)
	}
	fillList(&args.PrivateSubnets, r.clusterNetwork().PrivateSubnets)
	fillList(&args.PublicSubnets, r.publicSubnets())
	own(&r.registrar, "Classic", "Scope", &args.Scope, r.Scope)
	args.Network, args.Proxy = r.networkArgs(args.Network), r.proxyOfCluster(args.Proxy)
	if r.parts.VolumeKey != nil {
		fillInput(&args.VolumeKeyARN, r.parts.VolumeKey.ARN)
	}
	fillTags(&args.Tags, r.Tags)
	return args
}

func (r *rosaPlan) accessArgs() *network.PrivateLinkAccessArgs {
	args := valueOf(r.PrivateLinkAccess)
	fillNetwork(&args.Network, r.parts.Network)
	fillInput(&args.DomainPrefix, r.parts.HCP.DomainPrefix)
	if args.EndpointID == nil {
		fillInput(&args.ClusterID, r.parts.HCP.ID)
	}
	if args.AllowedSecurityGroupIDs == nil && r.parts.Network.CIDR != "" {
		fillList(&args.AllowedCIDRs, r.parts.Network.CIDRs())
	}
	fillTags(&args.Tags, r.Tags)
	return args
}
