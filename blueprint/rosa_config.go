package blueprint

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// ROSAHCPConfig returns the arguments in the configuration of the stack; lists are separated by commas:
//
//	version, channel (HCP.Version.Channel), zones, vpcCidr, billingAccountId (HCP.BillingAccountID), adminPassword (a secret)
//
// HCP and its Version are set, so that a program can set more of them. NewROSAHCP reports the settings that are missing.
func ROSAHCPConfig(ctx *pulumi.Context) *ROSAHCPArgs {
	cfg := config.New(ctx, "")
	args := &ROSAHCPArgs{
		Version:       cfg.Get("version"),
		Zones:         list(cfg.Get("zones")),
		Vpc:           vpcOf(cfg),
		AdminPassword: secret(cfg, "adminPassword"),
		HCP: &rosa.HCPArgs{
			Version:          &rosa.VersionArgs{Channel: cfg.Get("channel")},
			BillingAccountID: text(cfg.Get("billingAccountId")),
		},
	}
	args.settings = settingsOf(args, map[check.Path]check.Path{
		".Version": "version", ".Zones": "zones", ".Vpc.CIDR": "vpcCidr", ".AdminPassword": "adminPassword",
		".HCP.Version.Channel": "channel", ".HCP.BillingAccountID": "billingAccountId",
	})
	return args
}

// ROSAClassicConfig returns the arguments in the configuration of the stack; lists are separated by commas:
//
//	version, channel (Classic.Version.Channel), zones, vpcCidr, adminPassword (a secret)
//
// Classic and its Version are set, so that a program can set more of them. NewROSAClassic reports the settings that are missing.
func ROSAClassicConfig(ctx *pulumi.Context) *ROSAClassicArgs {
	cfg := config.New(ctx, "")
	args := &ROSAClassicArgs{
		Version:       cfg.Get("version"),
		Zones:         list(cfg.Get("zones")),
		Vpc:           vpcOf(cfg),
		AdminPassword: secret(cfg, "adminPassword"),
		Classic:       &rosa.ClassicArgs{Version: &rosa.VersionArgs{Channel: cfg.Get("channel")}},
	}
	args.settings = settingsOf(args, map[check.Path]check.Path{
		".Version": "version", ".Zones": "zones", ".Vpc.CIDR": "vpcCidr", ".AdminPassword": "adminPassword", ".Classic.Version.Channel": "channel",
	})
	return args
}

// vpcOf returns the VPC with the setting vpcCidr; nil if it is not set.
func vpcOf(cfg *config.Config) *network.VpcArgs {
	cidr := cfg.Get("vpcCidr")
	if cidr == "" {
		return nil
	}
	return &network.VpcArgs{CIDR: cidr}
}

// secret returns a setting as a secret; nil for one that is not set.
func secret(cfg *config.Config, setting string) pulumi.StringInput {
	if cfg.Get(setting) == "" {
		return nil
	}
	return cfg.GetSecret(setting)
}

// RHCSProviderConfig returns the option with which a blueprint uses the RHCS binary whose path is the setting rhcsPath, for machines
// without access to the registry. Without the setting the blueprint uses the default provider.
func RHCSProviderConfig(ctx *pulumi.Context) (pulumi.ResourceOption, error) {
	path := config.New(ctx, "").Get("rhcsPath")
	if path == "" {
		return pulumi.Composite(), nil
	}
	provider, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: path})
	if err != nil {
		return nil, err
	}
	return pulumi.Providers(provider), nil
}

// Export exports the addresses of the cluster, and what other programs, administrators and support need of it: the IDs of the VPC and
// its private subnets, the OIDC configuration, the keys, the proxy and the jump host. LoadExistingCluster reads clusterId and
// volumeKeyArn.
func (c *ROSAHCP) Export(ctx *pulumi.Context) {
	c.export(ctx, c.ClusterID, c.HCP.CurrentVersion, c.APIURL, c.ConsoleURL)
	if c.EtcdKey != nil {
		ctx.Export("etcdKeyArn", c.EtcdKey.ARN)
	}
}

// Export exports what ROSAHCP.Export does; a ROSAClassic cluster has no key of etcd.
func (c *ROSAClassic) Export(ctx *pulumi.Context) {
	c.export(ctx, c.ClusterID, c.Classic.CurrentVersion, c.APIURL, c.ConsoleURL)
}

// export exports the addresses of a cluster of either product, and what its parts have.
func (c *ROSAParts) export(ctx *pulumi.Context, id, version, api, console pulumi.StringOutput) {
	exported := pulumi.Map{"clusterId": id, "version": version, "apiUrl": api, "consoleUrl": console}
	subnets := pulumi.StringArray{}
	for _, subnet := range c.Network.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	exported["vpcId"], exported["privateSubnetIds"] = c.Network.ID, subnets
	if c.OIDCConfig != nil {
		exported["oidcConfigId"] = c.OIDCConfig.ID
	}
	if c.VolumeKey != nil {
		exported["volumeKeyArn"] = c.VolumeKey.ARN
	}
	if c.EgressProxy != nil {
		exported["proxyUrl"] = c.EgressProxy.HTTPProxy
		if zones := slices.Collect(maps.Keys(c.EgressProxy.PublicIPs)); len(zones) == 1 { // It has no load balancer.
			exported["proxyPublicIp"] = c.EgressProxy.PublicIPs[zones[0]]
		}
	}
	if c.JumpHost != nil {
		exported["jumpHostId"], exported["jumpHostIp"] = c.JumpHost.InstanceID, c.JumpHost.PrivateIP
	}
	for name, output := range exported {
		ctx.Export(name, output)
	}
}
