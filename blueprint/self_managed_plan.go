package blueprint

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

const selfManagedPath = "blueprint.SelfManagedArgs"

// load returns the arguments with defaults and the install directory, and all problems of both.
func (a *SelfManagedArgs) load() (*selfManagedPlan, error) {
	p := &parts{path: selfManagedPath}
	p.Problems = check.Struct(a)
	plan := &selfManagedPlan{SelfManagedArgs: *valueOf(a), install: &cluster.InstallDir{}}
	plan.Stage = cmp.Or(plan.Stage, cluster.StageCluster)
	plan.Scope = cmp.Or(plan.Scope, network.External)
	if plan.Zones == nil {
		plan.Zones = givenZones(plan.Network, plan.ExistingVpc)
	}
	if plan.Scope == network.External && valueOf(plan.ControlPlane).PublicZoneID == nil {
		p.Required(p.path+".PublicZoneID", plan.PublicZoneID)
	}
	if plan.Network != nil {
		p.Required(p.path+".Network.ID", plan.Network.ID)
	}
	if plan.InstallDir != "" {
		p.Add(plan.readInstallDir())
	}
	plan.checkZones(p)
	plan.checkRegion(p)
	p.hide(map[string][]string{
		"InstallDir": {".Install", ".InfraID", ".Domain", ".Region", ".Ignition"},
		"Stage":      {".Stage"}, "AMI": {".AMI"}, "Scope": {".Scope"}, "PublicZoneID": {".PublicZoneID"}, "Tags": {".Tags"},
		"Zones": {".Zones", ".MachineZones", ".Network", ".Subnet"}, "FurtherZones": {".Zones", ".NATZone"}, "OpenShiftVersion": {".OpenShiftVersion"},
		"PulumiARNs": {".BootstrapIgnitionReaderARNs"}, "DisabledCapabilities": {".DisabledCapabilities"},
		"Network": {".Network", ".Subnet", ".MachineZones"}, "Credentials": {".PublicKey"},
	})
	plan.checkParts(p)
	return plan, p.ErrOf(a)
}

// checkZones reports zones that are not in the region of the install directory. They are in the order of the machines, so that each of
// them can be there twice.
func (s *selfManagedPlan) checkZones(p *parts) {
	if s.ExistingVpc == nil || len(s.ExistingVpc.PrivateSubnets) > 0 {
		p.Required(p.path+".Zones", s.Zones)
	}
	for i, zone := range s.Zones {
		at := check.Index(p.path+".Zones", i)
		p.Format(at, zone, check.Zone)
		if region, ok := partition.RegionOfZone(zone); ok && s.install.Region != "" && region != s.install.Region {
			p.Addf(at, "%s is not in %s, the region of the cluster in %s", zone, s.install.Region, s.InstallDir)
		}
	}
}

// readInstallDir reads the install directory and the public key of the operators' credentials in it.
func (s *selfManagedPlan) readInstallDir() error {
	var options []cluster.InstallDirOption
	if s.Stage == cluster.StageCluster || s.AllowExpiredIgnition {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	install, err := cluster.LoadInstallDir(s.InstallDir, options...)
	if err != nil {
		return err
	}
	s.install = install
	if s.Credentials == nil || s.Credentials.PublicKey != nil {
		return nil
	}
	file := filepath.Join(s.InstallDir, filepath.FromSlash(PublicKeyFile))
	key, err := os.ReadFile(file)
	if err != nil {
		return &check.Problem{Path: selfManagedPath + ".Credentials.PublicKey", Message: "is required, or the file " + file}
	}
	s.publicKey = pulumi.String(key)
	return nil
}

// PublicKeyFile is the file of the operators' public signing key in the install directory, beside the private one (iam.SigningKeyFile).
var PublicKeyFile = strings.TrimSuffix(iam.SigningKeyFile, ".key") + ".pub"

// checkRegion reports an AWS provider of another region than that of the install directory.
func (s *selfManagedPlan) checkRegion(p *parts) {
	if s.Region != "" && s.install.Region != "" && s.Region != s.install.Region {
		p.Addf(p.path+".Region", "is %s, but the cluster in %s is for %s; set it with `pulumi config set aws:region %s`",
			s.Region, s.InstallDir, s.install.Region, s.install.Region)
	}
}

// checkParts reports the problems of the parts, which use the planned outputs of each other.
func (s *selfManagedPlan) checkParts(p *parts) {
	p.checkOmitted(&s.SelfManagedArgs, s.Omit)
	c := &SelfManaged{}
	s.planAccount(p, c)
	if s.install.InfraID == "" { // The problems of the directory are reported; those of what comes from it would repeat them.
		s.install.InfraID, s.install.ClusterName = "unknown", "unknown"
		p.hidden = append(p.hidden, ".Install", ".InfraID", ".Domain", ".Region", ".Ignition")
	}
	s.checkAccount(p, c)
	for _, disabled := range []struct {
		capability string
		set        bool
		part       string
	}{
		{"ImageRegistry", s.ImageRegistry != nil, "ImageRegistry"},
		{"Storage", s.MonitoringStorage != nil, "MonitoringStorage"},
		{"MachineAPI", !s.omits("InfraMachineSet"), "InfraMachineSet"},
		{"MachineAPI", !s.omits("WorkerMachineSet"), "WorkerMachineSet"},
	} {
		if disabled.set && !s.hasCapability(disabled.capability) {
			p.Addf(check.Join(p.path, disabled.part), "requires the capability %s, which is in DisabledCapabilities", disabled.capability)
		}
	}
	if s.Stage == cluster.StageCluster {
		s.checkCluster(p, c)
	}
}

// planAccount sets the parts whose outputs other parts use.
func (s *selfManagedPlan) planAccount(p *parts, c *SelfManaged) {
	valid := true
	switch {
	case s.Network != nil:
		c.Network = *s.Network
	case s.ExistingVpc != nil:
		c.Network, valid = plannedExistingVpc(s.existingVpcArgs())
	default:
		c.Network, valid = plannedNetwork(s.vpcArgs())
	}
	if !valid {
		p.hidden = append(p.hidden, ".Network", ".Subnet", ".MachineZones")
	}
	if !s.omits("SecurityGroups") {
		c.SecurityGroups = planned[network.SecurityGroups]()
	}
	if !s.omits("InstanceProfiles") {
		c.InstanceProfiles = planned[iam.InstanceProfiles]()
	}
	if !s.omits("RegistryBucket") {
		c.RegistryBucket = planned[storage.RegistryBucket]()
	}
	if s.Credentials != nil {
		c.Credentials = planned[iam.ShortTermCredentials]()
	}
	if !s.omits("RouterLB") {
		c.RouterLB = planned[ingress.RouterLB]()
	}
	c.ControlPlane = planned[cluster.ControlPlane]()
}

// checkAccount reports the problems of the parts in the AWS account.
func (s *selfManagedPlan) checkAccount(p *parts, c *SelfManaged) {
	switch {
	case s.ExistingVpc != nil:
		p.check("ExistingVpc", s.existingVpcArgs())
	case s.Network == nil:
		p.check("Vpc", s.vpcArgs())
	}
	if s.JumpHost != nil {
		p.check("JumpHost", s.jumpHostArgs(c))
	}
	if s.EgressProxy != nil {
		p.check("EgressProxy", s.egressProxyArgs(c))
	}
	if c.SecurityGroups != nil {
		p.check("SecurityGroups", s.securityGroupsArgs(c))
	}
	if c.InstanceProfiles != nil {
		p.check("InstanceProfiles", s.instanceProfilesArgs())
	}
	if s.Credentials != nil && s.install.InfraID != "unknown" {
		p.check("Credentials", s.credentialsArgs(c))
	}
	if c.RegistryBucket != nil {
		p.check("RegistryBucket", s.registryBucketArgs())
	}
	p.check("ControlPlane", s.controlPlaneArgs(c))
	if c.RouterLB != nil {
		p.check("RouterLB", s.routerLBArgs(c))
	}
	for _, purpose := range s.backupPurposes() {
		p.check(check.Key("BackupBuckets", purpose), s.backupBucketArgs(purpose, c))
	}
}

// checkCluster reports the problems of the parts inside the cluster and of the pools.
func (s *selfManagedPlan) checkCluster(p *parts, c *SelfManaged) {
	if s.hasInfraPool() {
		p.check("MachineConfigPool", s.machineConfigPoolArgs())
	}
	if !s.omits("InfraMachineSet") {
		p.check("InfraMachineSet", s.infraArgs(c))
	}
	if !s.omits("WorkerMachineSet") {
		p.check("WorkerMachineSet", s.workerArgs(c))
	}
	for _, name := range s.poolNames() {
		p.check(check.Key("WorkerPools", name), s.workerPoolArgs(name, c))
		if hasDrain(s.WorkerPools[name]) {
			p.check(check.Key("TerminationHandlers", name), s.terminationHandlerArgs(name, planned[nodes.WorkerPool](), nil))
		}
	}
	for name := range s.TerminationHandlers {
		if !hasDrain(s.WorkerPools[name]) {
			p.Addf(check.Key(p.path+".TerminationHandlers", name), "must be the name of a pool with Drain")
		}
	}
	if len(s.WorkerPools) > 0 {
		p.check("CSRApprover", s.approverArgs(pulumi.StringArray{unknown()}, nil))
	}
	if s.hasAutoscaledPool() {
		p.check("ClusterAutoscaler", s.autoscalerArgs(nil))
	} else if s.ClusterAutoscaler != nil {
		p.Addf(p.path+".ClusterAutoscaler", "requires a pool with Autoscaling")
	}
	if !s.omits("IngressController") {
		p.check("IngressController", s.ingressControllerArgs())
	}
	if s.hasImageRegistry() {
		p.check("ImageRegistry", s.imageRegistryArgs(c))
	}
	if s.hasMonitoringStorage() {
		p.check("MonitoringStorage", s.monitoringStorageArgs())
	}
}

func (s *selfManagedPlan) hasInfraPool() bool {
	return !s.omits("InfraMachineSet") && !s.omits("MachineConfigPool")
}

func (s *selfManagedPlan) hasImageRegistry() bool {
	return !s.omits("ImageRegistry") && s.hasCapability("ImageRegistry")
}

func (s *selfManagedPlan) hasMonitoringStorage() bool {
	return !s.omits("MonitoringStorage") && s.hasCapability("Storage")
}

func (s *selfManagedPlan) poolNames() []string {
	return slices.Sorted(maps.Keys(s.WorkerPools))
}

func (s *selfManagedPlan) hasAutoscaledPool() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(s.WorkerPools)), hasAutoscaling)
}

func (s *selfManagedPlan) backupPurposes() []string {
	switch {
	case s.omits("BackupBuckets"):
		return nil
	case s.BackupBuckets == nil:
		return []string{"applications", "etcd"}
	}
	return slices.Sorted(maps.Keys(s.BackupBuckets))
}
