package blueprint

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const selfManagedPath = "blueprint.SelfManagedArgs"

// load returns the arguments with defaults and the install directory, and all problems of both.
func (a *SelfManagedArgs) load() (*selfManagedPlan, error) {
	p := &parts{path: selfManagedPath, toSettings: valueOf(a).settings.move(selfManagedPath, a)}
	p.Problems = check.Struct(a)
	plan := &selfManagedPlan{
		registrar: registrar{problems: p}, SelfManagedArgs: *valueOf(a), install: &cluster.InstallDir{}, c: &SelfManaged{},
	}
	plan.Stage = cmp.Or(plan.Stage, cluster.StageCluster)
	plan.Scope = cmp.Or(plan.Scope, network.External)
	withDefaults := plan.SelfManagedArgs
	p.args = &withDefaults // A problem of a default is at the field that has it.
	plan.ownParts = plan.owned
	if plan.Zones == nil {
		plan.Zones = givenZones(plan.Network, plan.ExistingVpc)
	}
	if plan.Scope == network.External && valueOf(plan.ControlPlane).PublicZoneID == nil && plan.PublicZoneID == nil {
		p.Addf(p.path+".PublicZoneID", "is required unless Scope is %s", network.Internal)
	}
	if plan.Network != nil {
		p.Required(p.path+".Network.ID", plan.Network.ID)
	}
	if plan.InstallDir != "" {
		p.Add(plan.readInstallDir())
	}
	plan.checkZones(p)
	plan.checkRegion(p)
	plan.checkRelease(p)
	p.hide(map[check.Path][]check.Path{
		".InstallDir": {".Install", ".InfraID", ".Domain", ".Region", ".Ignition"},
		".Stage":      {".Stage"}, ".AMI": {".AMI"}, ".Scope": {".Scope"}, ".PublicZoneID": {".PublicZoneID"}, ".Tags": {".Tags"},
		".Zones":        {".Zones", ".MachineZones", ".Network", ".Subnet", ".Subnets"},
		".FurtherZones": {".Zones", ".NATZone"}, ".OpenShiftVersion": {".OpenShiftVersion"},
		".PulumiARNs": {".BootstrapIgnitionReaderARNs"}, ".DisabledCapabilities": {".DisabledCapabilities"},
		".Network": {".Network", ".Subnet", ".Subnets", ".MachineZones"}, ".Vpc": {"ControlPlane.Network.CIDR"}, ".Credentials": {".PublicKey"},
	})
	plan.checkParts(p)
	_ = p.ErrOf(a) // ErrOf adds the Inputs without a value to the problems.
	return plan, p.move()
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
	if s.Credentials != nil && s.Credentials.PublicKey != nil {
		return nil
	}
	file := filepath.Join(s.InstallDir, filepath.FromSlash(PublicKeyFile))
	key, err := os.ReadFile(file)
	switch {
	case s.Credentials == nil && err == nil:
		return &check.Problem{Path: selfManagedPath + ".Credentials", Message: "is required, because the operators of the cluster in " +
			s.InstallDir + " have roles, which nothing creates otherwise; set Name and OpenShiftVersion, which `install` has in the settings " +
			"credentialsName and openshiftVersion"}
	case s.Credentials == nil:
		return nil
	case err != nil:
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
	if s.install.InfraID == "" { // Problems of the fields that come from the directory would repeat its own.
		s.install.InfraID, s.install.ClusterName = "unknown", "unknown"
		p.hidden = append(p.hidden, ".Install", ".InfraID", ".Domain", ".Region", ".Ignition", ".PublicKey", ".ClusterIdentifier")
	}
	s.addAccount()
	for _, disabled := range []struct {
		capability string
		set        bool
		part       string
	}{
		{"ImageRegistry", s.ImageRegistry != nil, "ImageRegistry"},
		{"Storage", s.MonitoringStorage != nil, "MonitoringStorage"},
		{"MachineAPI", !s.omits(PartInfraMachineSet), "InfraMachineSet"},
		{"MachineAPI", !s.omits(PartWorkerMachineSet), "WorkerMachineSet"},
	} {
		if disabled.set && !s.hasCapability(disabled.capability) {
			p.Addf(check.Join(p.path, disabled.part), "requires the capability %s, which is in DisabledCapabilities", disabled.capability)
		}
	}
	s.addCluster()
	if s.Stage == cluster.StageCluster {
		s.checkRouters()
	}
	s.checkOwned(s.owned, reflect.TypeFor[SelfManaged](), s.Stage == cluster.StageCluster)
}

func (s *selfManagedPlan) backupPurposes() []string {
	switch {
	case s.omits(PartBackupBuckets):
		return nil
	case s.BackupBuckets == nil:
		return []string{"applications", "etcd"}
	}
	return slices.Sorted(maps.Keys(s.BackupBuckets))
}
