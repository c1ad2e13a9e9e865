package main

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program is the whole cluster with all that it needs. One update makes it; everything waits for what it is given.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	vpc, proxy, err := newNetwork(ctx, s)
	if err != nil {
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
	made, err := cluster.NewRosaHCP(ctx, s.name, &cluster.RosaHCPArgs{
		RHCS:       s.rhcs,
		Name:       s.name,
		Region:     s.region,
		AccountID:  pulumi.String(caller.AccountId),
		CreatorARN: pulumi.String(caller.Arn),
		Version:    cluster.RosaVersionArgs{Version: s.version},
		STS: cluster.RosaSTSArgs{
			InstallerRoleARN:   ids.accounts.InstallerRoleARN,
			SupportRoleARN:     ids.accounts.SupportRoleARN,
			WorkerRoleARN:      ids.accounts.WorkerRoleARN,
			OperatorRolePrefix: ids.operators.Prefix,
			OIDCConfigID:       ids.oidc.ID,
		},
		PrivateSubnets: vpc.PrivateSubnets,
		Private:        true,
		Network:        cluster.RosaNetworkArgs{MachineCIDR: vpc.CIDR},
		Proxy:          &cluster.RosaProxyArgs{HTTPProxy: proxy.HTTPProxy, HTTPSProxy: proxy.HTTPSProxy, NoProxy: proxy.NoProxy},
		EtcdKeyARN:     ids.etcdKey.ARN,
		VolumeKeyARN:   ids.volumeKey.ARN,
	})
	if err != nil {
		return err
	}
	access, err := network.NewPrivateLinkAccess(ctx, s.name, &network.PrivateLinkAccessArgs{
		VpcID:        vpc.ID,
		ClusterName:  pulumi.String(s.name),
		ClusterID:    made.ID,
		AllowedCIDRs: []string{vpc.CIDR},
	})
	if err != nil {
		return err
	}
	if err := configureCluster(ctx, s, vpc, made); err != nil {
		return err
	}
	export(ctx, vpc, proxy, ids, made, access)
	return nil
}

// export gives what a person wants next: where to log in, and what support and later programs ask for.
func export(ctx *pulumi.Context, vpc *network.Vpc, proxy *network.EgressProxy, ids identities, made *cluster.RosaHCP, access *network.PrivateLinkAccess) {
	subnets := pulumi.StringArray{}
	for _, subnet := range vpc.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	for name, output := range map[string]pulumi.Input{
		"clusterId":        made.ID,
		"version":          made.CurrentVersion,
		"apiUrl":           access.APIURL,
		"consoleUrl":       made.ConsoleURL,
		"proxyUrl":         proxy.HTTPProxy,
		"privateSubnetIds": subnets,
		"oidcConfigId":     ids.oidc.ID,
		"etcdKeyArn":       ids.etcdKey.ARN,
		"volumeKeyArn":     ids.volumeKey.ARN,
	} {
		ctx.Export(name, output)
	}
}

// newNetwork makes the VPC, with a private and a public subnet and a NAT gateway in each zone, and the forward proxy.
func newNetwork(ctx *pulumi.Context, s settings) (*network.Vpc, *network.EgressProxy, error) {
	vpc, err := network.NewVpc(ctx, s.name, &network.VpcArgs{CIDR: s.vpcCIDR, Zones: s.zones})
	if err != nil {
		return nil, nil, err
	}
	proxy, err := network.NewEgressProxy(ctx, s.name+"-proxy", &network.EgressProxyArgs{
		VpcID:   vpc.ID,
		VpcCIDR: vpc.CIDR,
		Subnets: vpc.PublicSubnets[:1],
		AMI:     pulumi.String(s.proxyAMI),
	})
	return vpc, proxy, err
}

// configureCluster makes what is within the cluster: a machine pool that follows the load, and an administrator, by choice.
func configureCluster(ctx *pulumi.Context, s settings, vpc *network.Vpc, made *cluster.RosaHCP) error {
	if _, err := cluster.NewRosaMachinePool(ctx, s.name+"-general", &cluster.RosaMachinePoolArgs{
		RHCS:         s.rhcs,
		ClusterID:    made.ID,
		Name:         "general",
		InstanceType: pulumi.String(s.poolInstanceType),
		Autoscaling:  &cluster.RosaAutoscalingArgs{Min: s.poolMin, Max: s.poolMax},
		HCP: &cluster.RosaHCPPoolArgs{
			SubnetID:            vpc.PrivateSubnets[0].ID,
			Version:             s.poolVersion,
			ControlPlaneVersion: s.version,
		},
	}); err != nil {
		return err
	}
	if s.adminPassword == nil {
		return nil
	}
	const admin = "admin"
	_, err := cluster.NewRosaIdentityProvider(ctx, s.name+"-admin", &cluster.RosaIdentityProviderArgs{
		RHCS:          s.rhcs,
		ClusterID:     made.ID,
		Name:          "admins",
		HTPasswd:      &cluster.RosaHTPasswdArgs{Users: []cluster.RosaHTPasswdUser{{Username: admin, Password: s.adminPassword}}},
		ClusterAdmins: []string{admin},
	})
	return err
}
