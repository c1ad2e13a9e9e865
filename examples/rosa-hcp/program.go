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
	s := loadSettings(ctx)
	net, err := newNetwork(ctx, s)
	if err != nil {
		return err
	}
	vpc, proxy := net.vpc, net.proxy
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
		Version:          &rosa.VersionArgs{Version: s.version, Channel: s.channel, Wait: &rosa.UpgradeWaitArgs{}},
		STS: &rosa.STSArgs{
			InstallerRoleARN:   ids.accounts.InstallerRoleARN,
			SupportRoleARN:     ids.accounts.SupportRoleARN,
			WorkerRoleARN:      ids.accounts.WorkerRoleARN,
			OperatorRolePrefix: ids.operators.Prefix,
			OIDCConfigID:       ids.oidc.ID,
		},
		PrivateSubnets: vpc.PrivateSubnets,
		Workers:        &rosa.WorkersArgs{Version: s.poolVersion},
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
	export(ctx, net, ids, cluster, access)
	return nil
}

// export exports the URLs, and the IDs that administrators, support and other programs need.
func export(ctx *pulumi.Context, net networks, ids identities, cluster *rosa.HCP, access *network.PrivateLinkAccess) {
	subnets := pulumi.StringArray{}
	for _, subnet := range net.vpc.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	values := map[string]pulumi.Input{
		"clusterId":        cluster.ID,
		"version":          cluster.CurrentVersion,
		"apiUrl":           access.APIURL,
		"consoleUrl":       cluster.ConsoleURL,
		"proxyUrl":         net.proxy.HTTPProxy,
		"proxyPublicIp":    net.proxy.PublicIPs[net.vpc.PublicSubnets[0].Zone],
		"proxyAmi":         net.image,
		"privateSubnetIds": subnets,
		"vpcId":            net.vpc.ID,
		"oidcConfigId":     ids.oidc.ID,
		"etcdKeyArn":       ids.etcdKey.ARN,
		"volumeKeyArn":     ids.volumeKey.ARN,
	}
	if net.jumpHost != nil {
		values["jumpHostId"] = net.jumpHost.InstanceID
		values["jumpHostIp"] = net.jumpHost.PrivateIP
	}
	for name, output := range values {
		ctx.Export(name, output)
	}
}

// configureCluster registers the contents of the cluster: an autoscaled machine pool, the scope of the default ingress and, with
// adminPassword, an administrator.
func configureCluster(ctx *pulumi.Context, s settings, vpc *network.Vpc, cluster *rosa.HCP) error {
	var wait *rosa.UpgradeWaitArgs
	if s.poolVersion != "" {
		wait = &rosa.UpgradeWaitArgs{}
	}
	if _, err := rosa.NewMachinePool(ctx, s.name+"-general", &rosa.MachinePoolArgs{
		ClusterID:    cluster.ID,
		Name:         "general",
		InstanceType: s.poolInstanceType,
		Autoscaling:  &rosa.AutoscalingArgs{Min: s.poolMin, Max: s.poolMax},
		HCP: &rosa.HCPPoolArgs{
			SubnetID:            vpc.PrivateSubnets[0].ID,
			Version:             s.poolVersion,
			ControlPlaneVersion: s.version,
			Wait:                wait,
		},
	}, s.rhcs); err != nil {
		return err
	}
	// OCM chooses who can reach the default ingress; the cluster is private.
	if _, err := rosa.NewIngress(ctx, s.name, &rosa.IngressArgs{
		ClusterID: cluster.ID,
		HCP:       &rosa.HCPIngressArgs{Scope: network.Internal},
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
