package blueprint

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// SelfManagedConfig returns the arguments in the configuration of the stack. The settings are the ones that `install` of cluster/install
// sets; lists are separated by commas:
//
//	installDir, stage, zones, ami, publish (the scope), publicZoneId, vpcCidr, disabledCapabilities,
//	credentialsName (Credentials.Name), openshiftVersion
//
// furtherZones, machineZones (ControlPlane.MachineZones), pulumiArns and allowExpiredIgnition, and the sizes
//
//	controlPlaneInstanceType, infraInstanceType, workerInstanceType, workersPerZone (WorkerMachineSet.ReplicasPerZone),
//	routers (IngressController.Replicas)
//
// aws:region is Region. NewSelfManaged reports those that are missing.
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
	setSizes(cfg, args)
	args.settings = settingsOf(args, selfManagedSettings)
	return args
}

// selfManagedSettings are the settings of SelfManagedConfig by their fields.
var selfManagedSettings = map[check.Path]check.Path{
	".InstallDir": "installDir", ".AllowExpiredIgnition": "allowExpiredIgnition", ".Stage": "stage", ".Zones": "zones",
	".Region": "aws:region", ".FurtherZones": "furtherZones", ".Scope": "publish", ".PulumiARNs": "pulumiArns",
	".OpenShiftVersion": "openshiftVersion", ".DisabledCapabilities": "disabledCapabilities", ".AMI": "ami", ".PublicZoneID": "publicZoneId",
	".Credentials.Name": "credentialsName", ".Vpc.CIDR": "vpcCidr", ".ControlPlane.InstanceType": "controlPlaneInstanceType",
	".ControlPlane.MachineZones":    "machineZones",
	".InfraMachineSet.InstanceType": "infraInstanceType", ".WorkerMachineSet.InstanceType": "workerInstanceType",
	".WorkerMachineSet.ReplicasPerZone": "workersPerZone", ".IngressController.Replicas": "routers",
}

// setSizes sets the parts of which the configuration has a size.
func setSizes(cfg *config.Config, args *SelfManagedArgs) {
	instanceType, zones := cfg.Get("controlPlaneInstanceType"), list(cfg.Get("machineZones"))
	if instanceType != "" || zones != nil {
		args.ControlPlane = &cluster.ControlPlaneArgs{InstanceType: instanceType, MachineZones: zones}
	}
	if instanceType := cfg.Get("infraInstanceType"); instanceType != "" {
		args.InfraMachineSet = &nodes.MachineSetArgs{InstanceType: instanceType}
	}
	workers, replicas := cfg.Get("workerInstanceType"), number(cfg, "workersPerZone")
	if workers != "" || replicas != nil {
		args.WorkerMachineSet = &nodes.MachineSetArgs{InstanceType: workers, ReplicasPerZone: replicas}
	}
	if routers := number(cfg, "routers"); routers != nil {
		args.IngressController = &ingress.IngressControllerArgs{Replicas: routers}
	}
}

// number returns a setting that is an integer; nil for one that is not set.
func number(cfg *config.Config, setting string) *int {
	if cfg.Get(setting) == "" {
		return nil
	}
	return new(cfg.RequireInt(setting))
}

// text returns a setting as an Input; nil for one that is not set.
func text(setting string) pulumi.StringInput {
	if setting == "" {
		return nil
	}
	return pulumi.String(setting)
}

// pairs returns a setting that has values by key: us-east-2a=subnet-0123456789abcdef0,us-east-2b=...
func pairs(setting string) map[string]string {
	values := map[string]string{}
	for _, pair := range list(setting) {
		key, value, _ := strings.Cut(pair, "=")
		values[key] = value
	}
	return values
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

// nextStep returns the command that the user runs after the update.
func (s *selfManagedPlan) nextStep() string {
	if s.Stage == cluster.StageBootstrap {
		return "openshift-install wait-for bootstrap-complete --dir " + s.InstallDir + ", then set stage to cluster and update again"
	}
	return "openshift-install wait-for install-complete --dir " + s.InstallDir
}
