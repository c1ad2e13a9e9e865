package main

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers the cluster with everything that it needs. One update creates it: each resource is created after those whose
// outputs it uses.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	vpc, proxy, err := newNetwork(ctx, s)
	if err != nil {
		return err
	}
	if s.rhcs, err = rhcsProvider(ctx, s.rhcsPath); err != nil {
		return err
	}
	ids, err := newIdentities(ctx, s)
	if err != nil {
		return err
	}
	caller, err := aws.GetCallerIdentity(ctx, nil)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewHCP(ctx, s.name, &rosa.HCPArgs{
		Name:             s.name,
		AccountID:        pulumi.String(caller.AccountId),
		BillingAccountID: s.billingAccountID,
		CreatorARN:       pulumi.String(caller.Arn),
		Version:          &rosa.VersionArgs{Version: s.version},
		STS: &rosa.STSArgs{
			InstallerRoleARN:   ids.accounts.InstallerRoleARN,
			SupportRoleARN:     ids.accounts.SupportRoleARN,
			WorkerRoleARN:      ids.accounts.WorkerRoleARN,
			OperatorRolePrefix: ids.operators.Prefix,
			OIDCConfigID:       ids.oidc.ID,
		},
		PrivateSubnets: vpc.PrivateSubnets,
		Scope:          network.Internal,
		Network:        &rosa.NetworkArgs{MachineCIDR: vpc.CIDR},
		Proxy:          &rosa.ProxyArgs{HTTPProxy: proxy.HTTPProxy, HTTPSProxy: proxy.HTTPSProxy, NoProxy: proxy.NoProxy},
		EtcdKeyARN:     ids.etcdKey.ARN,
		VolumeKeyARN:   ids.volumeKey.ARN,
	}, s.rhcs)
	if err != nil {
		return err
	}
	access, err := network.NewPrivateLinkAccess(ctx, s.name, &network.PrivateLinkAccessArgs{
		Network:      vpc.Network,
		DomainPrefix: cluster.DomainPrefix,
		ClusterID:    cluster.ID,
		AllowedCIDRs: []string{vpc.CIDR},
	})
	if err != nil {
		return err
	}
	if err := configureCluster(ctx, s, vpc, cluster); err != nil {
		return err
	}
	export(ctx, vpc, proxy, ids, cluster, access)
	return nil
}

// export exports the URLs, and the IDs that support and other programs need.
func export(ctx *pulumi.Context, vpc *network.Vpc, proxy *network.EgressProxy, ids identities, cluster *rosa.HCP, access *network.PrivateLinkAccess) {
	subnets := pulumi.StringArray{}
	for _, subnet := range vpc.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	for name, output := range map[string]pulumi.Input{
		"clusterId":        cluster.ID,
		"version":          cluster.CurrentVersion,
		"apiUrl":           access.APIURL,
		"consoleUrl":       cluster.ConsoleURL,
		"proxyUrl":         proxy.HTTPProxy,
		"privateSubnetIds": subnets,
		"oidcConfigId":     ids.oidc.ID,
		"etcdKeyArn":       ids.etcdKey.ARN,
		"volumeKeyArn":     ids.volumeKey.ARN,
	} {
		ctx.Export(name, output)
	}
}

// newNetwork registers the VPC, with a private and a public subnet and a NAT gateway in each zone, and the forward proxy.
func newNetwork(ctx *pulumi.Context, s settings) (*network.Vpc, *network.EgressProxy, error) {
	vpc, err := network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
		return nil, nil, err
	}
	proxy, err := network.NewEgressProxy(ctx, s.name+"-proxy", &network.EgressProxyArgs{
		Network: vpc.Network,
		Subnets: vpc.PublicSubnets[:1],
		AMI:     pulumi.String(s.proxyAMI),
	})
	return vpc, proxy, err
}

// configureCluster registers the contents of the cluster: an autoscaled machine pool and, with adminPassword, an administrator.
func configureCluster(ctx *pulumi.Context, s settings, vpc *network.Vpc, cluster *rosa.HCP) error {
	if _, err := rosa.NewMachinePool(ctx, s.name+"-general", &rosa.MachinePoolArgs{
		ClusterID:    cluster.ID,
		Name:         "general",
		InstanceType: s.poolInstanceType,
		Autoscaling:  &rosa.AutoscalingArgs{Min: s.poolMin, Max: s.poolMax},
		HCP: &rosa.HCPPoolArgs{
			SubnetID:            vpc.PrivateSubnets[0].ID,
			Version:             s.poolVersion,
			ControlPlaneVersion: s.version,
		},
	}, s.rhcs); err != nil {
		return err
	}
	if s.adminPassword == nil {
		return nil
	}
	const admin = "admin"
	_, err := rosa.NewIdentityProvider(ctx, s.name+"-admin", &rosa.IdentityProviderArgs{
		ClusterID:     cluster.ID,
		Name:          "admins",
		HTPasswd:      &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{{Username: admin, Password: s.adminPassword}}},
		ClusterAdmins: []string{admin},
	}, s.rhcs)
	return err
}
