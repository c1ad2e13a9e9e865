package blueprint

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// SelfManagedConfig returns the arguments in the configuration of the stack. The settings are those that `install` of cluster/install
// sets; lists are separated by commas:
//
//	installDir, stage, zones, ami, publish (the scope), publicZoneId, vpcCidr, disabledCapabilities,
//	credentialsName (Credentials.Name), openshiftVersion
//
// and furtherZones, pulumiArns and allowExpiredIgnition; aws:region is Region. NewSelfManaged reports those that are missing.
func SelfManagedConfig(ctx *pulumi.Context) *SelfManagedArgs {
	cfg := config.New(ctx, "")
	args := &SelfManagedArgs{
		InstallDir:           cfg.Get("installDir"),
		AllowExpiredIgnition: cfg.GetBool("allowExpiredIgnition"),
		Stage:                cluster.Stage(cfg.Get("stage")),
		Zones:                list(cfg.Get("zones")),
		Region:               config.Get(ctx, "aws:region"),
		FurtherZones:         list(cfg.Get("furtherZones")),
		Scope:                network.Scope(cfg.Get("publish")),
		PulumiARNs:           list(cfg.Get("pulumiArns")),
		OpenShiftVersion:     cfg.Get("openshiftVersion"),
		DisabledCapabilities: list(cfg.Get("disabledCapabilities")),
		AMI:                  text(cfg.Get("ami")),
		PublicZoneID:         text(cfg.Get("publicZoneId")),
	}
	if name := cfg.Get("credentialsName"); name != "" {
		args.Credentials = &iam.ShortTermCredentialsArgs{Name: name}
	}
	if cidr := cfg.Get("vpcCidr"); cidr != "" {
		args.Vpc = &network.VpcArgs{CIDR: cidr}
	}
	return args
}

// text returns a setting as an Input; nil for one that is not set.
func text(setting string) pulumi.StringInput {
	if setting == "" {
		return nil
	}
	return pulumi.String(setting)
}

// list returns the elements of a list; nil for one that is not set.
func list(setting string) []string {
	if setting == "" {
		return nil
	}
	return strings.Split(setting, ",")
}

// Export exports the addresses of the cluster, and what programs read that add nodes to it: examples/infra-nodes, elastic-workers and
// machine-config.
func (c *SelfManaged) Export(ctx *pulumi.Context) {
	subnets := pulumi.StringMap{}
	for _, subnet := range c.Network.PrivateSubnets {
		subnets[subnet.Zone] = subnet.ID
	}
	exported := pulumi.Map{
		"apiUrl":         c.APIURL,
		"consoleUrl":     c.ConsoleURL,
		"kubeconfig":     c.Kubeconfig,
		"kubeconfigFile": pulumi.String(c.Install.Path + "/auth/kubeconfig"),
		"infraId":        c.InfraID,
		"subnets":        subnets,
		"workerIgnition": c.Install.WorkerIgnition,
		"ami":            c.ami,
		"nextStep":       pulumi.String(c.nextStep),
	}
	if c.SecurityGroups != nil {
		exported["securityGroupIds"] = c.SecurityGroups.WorkerMachine()
	}
	if c.InstanceProfiles != nil {
		exported["instanceProfile"] = c.InstanceProfiles.Worker
		exported["controlPlaneRole"] = c.InstanceProfiles.ControlPlaneRoleName
	}
	if c.RouterLB != nil {
		exported["routerAddress"] = c.RouterLB.DNSName
	}
	if c.RegistryBucket != nil {
		exported["registryBucket"] = c.RegistryBucket.Name
	}
	if c.Credentials != nil {
		exported["oidcProviderArn"] = c.Credentials.OIDCProviderARN
	}
	if c.JumpHost != nil {
		exported["jumpHostId"] = c.JumpHost.InstanceID
	}
	for name, output := range exported {
		ctx.Export(name, output)
	}
}

// nextStep is what the user does after the update.
func (s *selfManagedPlan) nextStep() string {
	if s.Stage == cluster.StageBootstrap {
		return "openshift-install wait-for bootstrap-complete --dir " + s.InstallDir + ", then set stage to cluster and update again"
	}
	return "openshift-install wait-for install-complete --dir " + s.InstallDir
}
