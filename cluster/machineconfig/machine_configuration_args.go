package machineconfig

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// MachineConfigurationArgs are the arguments of a MachineConfiguration. At least one of BootImages, BootImageSkew and
// DisruptionPolicy must be set. Changes are applied in place and reboot no node.
type MachineConfigurationArgs struct {
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.18. If it is set, fields that the release does not have
	// are rejected: DisruptionPolicy below 4.17, BootImages below 4.18, its mode None below 4.19, BootImageSkew below 4.22. Defaults to
	// none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// BootImages sets which machine sets get the AMI of the cluster's release. Defaults to the release's default: from 4.19 all of them
	// on AWS (openshift/machine-config-operator release-4.19 pkg/operator/sync.go).
	BootImages *BootImagesArgs
	// BootImageSkew sets what the cluster knows about the age of AMIs that it does not update itself. Defaults to the release's default:
	// from 4.22, upgrades are blocked when the AMIs of machine sets are too old.
	BootImageSkew *BootImageSkewArgs
	// DisruptionPolicy sets what a change of a MachineConfig does to nodes. Defaults to a drain and a reboot for most changes.
	DisruptionPolicy *DisruptionPolicyArgs
}

// BootImagesMode selects machine sets.
type BootImagesMode string

// The modes of boot images (openshift/api release-4.22 operator/v1/types_machineconfiguration.go).
const (
	// BootImagesAll selects all machine sets.
	BootImagesAll BootImagesMode = "All"
	// BootImagesPartial selects machine sets by label.
	BootImagesPartial BootImagesMode = "Partial"
	// BootImagesNone selects none: machine sets keep the AMI of the program, see nodes.MachineSetArgs.PinAMI.
	BootImagesNone BootImagesMode = "None"
)

// BootImagesArgs are the machine sets whose AMI the cluster updates.
type BootImagesArgs struct {
	// Mode is BootImagesAll, BootImagesPartial or BootImagesNone. Required. From 4.22, the API server rejects modes other than
	// BootImagesAll until BootImageSkew has been applied by an earlier update.
	Mode BootImagesMode `kube:"mode" check:"required,All|Partial|None"`
	// MachineSetLabels are the labels of the selected machine sets. Required with BootImagesPartial.
	MachineSetLabels map[string]string `kube:"partial.machineResourceSelector.matchLabels" check:"labels"`
}

// BootImageSkewArgs replace the automatic check of the age of AMIs.
type BootImageSkewArgs struct {
	// Version is the release of the oldest AMI that new machines boot, such as 4.20.3: upgrades are blocked when it is too old for the
	// release. Change it when you change the AMI. Defaults to none: nothing is checked, and new machines can fail to join.
	Version string `check:"format=boot-image-version"`
}

// DisruptionPolicyArgs set what the nodes of a pool do when a file, a unit or the SSH keys of a MachineConfig change. Changes with
// another effect, such as kernel arguments, and upgrades still reboot nodes.
type DisruptionPolicyArgs struct {
	// Files are the actions by path: that of a file, or of a directory for all files below it. At most 50. Defaults to none.
	Files map[string][]DisruptionAction `check:"count=..50,keys=changed-path"`
	// Units are the actions by the name of a systemd unit, such as auditd.service. At most 50. Defaults to none.
	Units map[string][]DisruptionAction `check:"count=..50,keys=systemd-unit"`
	// SSHKeys are the actions after a change of SSH keys. Defaults to none: no node is disrupted.
	SSHKeys []DisruptionAction
}

// DisruptionActionType is an action of a node after a change.
type DisruptionActionType string

// The types of actions (openshift/api release-4.17 operator/v1/types_machineconfiguration.go).
const (
	// DisruptionReboot drains and reboots the node. It must be the only action.
	DisruptionReboot DisruptionActionType = "Reboot"
	// DisruptionDrain drains the node.
	DisruptionDrain DisruptionActionType = "Drain"
	// DisruptionReload reloads a service.
	DisruptionReload DisruptionActionType = "Reload"
	// DisruptionRestart restarts a service.
	DisruptionRestart DisruptionActionType = "Restart"
	// DisruptionDaemonReload makes systemd read its units again.
	DisruptionDaemonReload DisruptionActionType = "DaemonReload"
	// DisruptionNone does nothing. It must be the only action.
	DisruptionNone DisruptionActionType = "None"
)

// DisruptionAction is an action of a node after a change.
type DisruptionAction struct {
	// Type is DisruptionReboot, DisruptionDrain, DisruptionReload, DisruptionRestart, DisruptionDaemonReload or DisruptionNone. Required.
	Type DisruptionActionType `check:"required,Reboot|Drain|Reload|Restart|DaemonReload|None"`
	// Service is the systemd unit of DisruptionReload and DisruptionRestart, such as chronyd.service. Required for these.
	Service string `check:"format=systemd-unit"`
}

const (
	machineConfigurationPath = "machineconfig.MachineConfigurationArgs"
	// maxActions is a limit of the API server.
	maxActions = 10
)

func init() {
	// openshift/api release-4.22 operator/v1/types_machineconfiguration.go, OCPVersion: 5 to 10 characters.
	check.Named("boot-image-version", check.Pattern("version", "4.20.3", `[0-9]+\.[0-9]+\.[0-9]+`).AtMost(10))
	check.Named("systemd-unit", check.Pattern("name of a systemd unit", "chronyd.service",
		`[a-zA-Z0-9:._\\-]+\.(service|socket|device|mount|automount|swap|target|path|timer|snapshot|slice|scope)`).AtMost(255))
	check.Named("changed-path", check.NewFormat("absolute path", "/etc/chrony.conf", func(text string) bool {
		return strings.HasPrefix(text, "/")
	}))
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *MachineConfigurationArgs) Validate() error {
	p := check.Struct(a)
	const path = machineConfigurationPath
	release.ManagedBootImages.Check(&p, path+".BootImages", a.BootImages != nil, a.OpenShiftVersion)
	release.BootImageSkew.Check(&p, path+".BootImageSkew", a.BootImageSkew != nil, a.OpenShiftVersion)
	release.NodeDisruptionPolicy.Check(&p, path+".DisruptionPolicy", a.DisruptionPolicy != nil, a.OpenShiftVersion)
	p.AnyField(path, a, "OpenShiftVersion")
	if a.BootImages != nil {
		a.BootImages.check(&p, path+".BootImages")
		none := a.BootImages.Mode == BootImagesNone
		release.UnmanagedBootImages.Check(&p, path+".BootImages.Mode", none, a.OpenShiftVersion)
	}
	if a.DisruptionPolicy != nil {
		a.DisruptionPolicy.check(&p, path+".DisruptionPolicy")
	}
	return p.ErrOf(a)
}

func (b *BootImagesArgs) check(p *check.Problems, path check.Path) {
	if b.Mode == BootImagesPartial {
		p.Required(path+".MachineSetLabels", b.MachineSetLabels)
	}
	p.RequiresField(path, "MachineSetLabels", len(b.MachineSetLabels) > 0, "Mode BootImagesPartial", b.Mode == BootImagesPartial)
}

func (d *DisruptionPolicyArgs) check(p *check.Problems, path check.Path) {
	p.AnyField(path, d)
	for _, file := range slices.Sorted(maps.Keys(d.Files)) {
		checkActions(p, check.Key(path+".Files", file), d.Files[file])
	}
	for _, unit := range slices.Sorted(maps.Keys(d.Units)) {
		checkActions(p, check.Key(path+".Units", unit), d.Units[unit])
	}
	if len(d.SSHKeys) > 0 {
		checkActions(p, path+".SSHKeys", d.SSHKeys)
	}
}

func checkActions(p *check.Problems, path check.Path, actions []DisruptionAction) {
	if p.Required(path, actions) {
		p.Count(path, len(actions), maxActions)
	}
	for i, action := range actions {
		at := check.Index(path, i)
		if alone := action.Type == DisruptionReboot || action.Type == DisruptionNone; alone && len(actions) > 1 {
			p.Addf(at+".Type", "%s must be the only action", action.Type)
		}
		serves := action.Type == DisruptionReload || action.Type == DisruptionRestart
		p.RequiresField(at, "Service", action.Service != "", fmt.Sprintf("Type %s or %s", DisruptionReload, DisruptionRestart), serves)
		if serves {
			p.Required(at+".Service", action.Service)
		}
	}
}
