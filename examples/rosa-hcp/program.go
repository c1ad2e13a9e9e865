package main

import (
	"cmp"
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ssm"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// amazonLinux is the parameter in which AWS publishes the newest image of Amazon Linux 2023.
const amazonLinux = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"

// program registers the cluster with everything that it needs, from the stack's configuration, which Pulumi.yaml describes. One update
// creates it.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	zones, version := strings.Split(cfg.Require("zones"), ","), cfg.Require("version")
	jumpHost, pool := true, &rosa.AutoscalingArgs{Min: 2, Max: 4}
	for key, value := range map[string]any{"jumpHost": &jumpHost, "poolMin": &pool.Min, "poolMax": &pool.Max} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	image, err := findImage(ctx, cmp.Or(cfg.Get("proxyAmi"), amazonLinux))
	if err != nil {
		return err
	}
	provider, err := rhcsProvider(ctx, cfg.Get("rhcsPath"))
	if err != nil {
		return err
	}
	args := &blueprint.ROSAHCPArgs{
		Version:     version,
		Zones:       zones,
		Scope:       network.Internal,
		Vpc:         &network.VpcArgs{CIDR: cfg.Get("vpcCidr")},
		EgressProxy: &network.EgressProxyArgs{AMI: image, AllowHTTP: cfg.GetBool("proxyHttp")},
		HCP: &rosa.HCPArgs{
			Version: &rosa.VersionArgs{Channel: cfg.Get("channel")},
			Workers: &rosa.WorkersArgs{Version: cfg.Get("poolVersion")},
		},
		MachinePools: map[string]*rosa.MachinePoolArgs{"general": {
			InstanceType: cmp.Or(cfg.Get("poolInstanceType"), "m5.xlarge"),
			Autoscaling:  pool,
			HCP:          &rosa.HCPPoolArgs{Version: cfg.Get("poolVersion")},
		}},
	}
	if id := cfg.Get("billingAccountId"); id != "" {
		args.HCP.BillingAccountID = pulumi.String(id)
	}
	if jumpHost {
		args.JumpHost = &network.JumpHostArgs{AMI: image}
	}
	if cfg.Get("adminPassword") != "" {
		args.AdminPassword = cfg.GetSecret("adminPassword")
	}
	cluster, err := blueprint.NewROSAHCP(ctx, cmp.Or(cfg.Get("name"), "rosahcp"), args, provider)
	if err != nil {
		return err
	}
	export(ctx, cluster)
	ctx.Export("proxyAmi", image)
	return nil
}

// export exports the URLs, and the IDs that administrators, support and other programs need.
func export(ctx *pulumi.Context, c *blueprint.ROSAHCP) {
	subnets := pulumi.StringArray{}
	for _, subnet := range c.Network.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	values := map[string]pulumi.Input{
		"clusterId":        c.ClusterID,
		"version":          c.HCP.CurrentVersion,
		"apiUrl":           c.APIURL,
		"consoleUrl":       c.ConsoleURL,
		"proxyUrl":         c.EgressProxy.HTTPProxy,
		"proxyPublicIp":    c.EgressProxy.PublicIPs[c.Network.PublicSubnets[0].Zone],
		"privateSubnetIds": subnets,
		"vpcId":            c.Network.ID,
		"oidcConfigId":     c.OIDCConfig.ID,
		"etcdKeyArn":       c.EtcdKey.ARN,
		"volumeKeyArn":     c.VolumeKey.ARN,
	}
	if c.JumpHost != nil {
		values["jumpHostId"], values["jumpHostIp"] = c.JumpHost.InstanceID, c.JumpHost.PrivateIP
	}
	for name, output := range values {
		ctx.Export(name, output)
	}
}

// rhcsProvider returns the provider option for a local RHCS binary; without a path the components use the default provider.
func rhcsProvider(ctx *pulumi.Context, path string) (pulumi.ResourceOption, error) {
	if path == "" {
		return pulumi.Composite(), nil
	}
	provider, err := iam.NewRHCSProvider(ctx, "rhcs", &iam.RHCSProviderArgs{Path: path})
	return pulumi.Providers(provider), err
}

// findImage returns an AMI as it is, and the AMI that a parameter has otherwise.
func findImage(ctx *pulumi.Context, image string) (pulumi.String, error) {
	if !strings.HasPrefix(image, "/") {
		return pulumi.String(image), nil
	}
	parameter, err := ssm.LookupParameter(ctx, &ssm.LookupParameterArgs{Name: image})
	if err != nil {
		return "", err
	}
	return pulumi.String(parameter.InsecureValue), nil
}
