package rosa

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// ChannelGroup is a group of OpenShift update channels.
type ChannelGroup string

// The channel groups. ROSA supports clusters in stable and eus.
const (
	ChannelStable    ChannelGroup = "stable"
	ChannelEUS       ChannelGroup = "eus"
	ChannelFast      ChannelGroup = "fast"
	ChannelCandidate ChannelGroup = "candidate"
)

// VersionArgs are the OpenShift release of a cluster and its update channel. A higher [Version] schedules an upgrade, which
// starts within minutes; the update ends when it is scheduled, or with [Wait] when the cluster has the release. A lower one is
// rejected. Upgrade the control plane first, and the machine pools, by their own [Version], in a later update, or with [Wait] in
// the same: OCM rejects both at once.
//
// Previews reject an upgrade that the channel does not offer, that is in an update with another [Channel], or for which an initial
// pool is more than two minor versions behind. OCM's gates are checked when the upgrade is requested, before anything changes.
//
// OCM offers a cluster the releases of its channel. Before an upgrade to the next minor version, change [Channel] to that of the
// minor version in a separate update, and wait until `rosa list upgrades` shows the release, usually a few minutes.
//
// The provider compares [Version] with the release in the stack's state. Refresh in every run (options: {refresh: always} in
// Pulumi.yaml, or pulumi up --refresh): otherwise it requests the same upgrade again with the next change, which OCM rejects.
type VersionArgs struct {
	// Version is the OpenShift release, such as 4.18.5: 4.16 or later. Defaults to the newest when the cluster is created.
	Version string `rhcs:"version"`
	// Channel is the update channel, such as stable-4.18: of the minor version of [Version] or a later one. Excludes
	// ChannelGroup. Defaults to the channel of [Version] when the cluster is created; later to the cluster's. A change must not
	// be in an update with another [Version].
	Channel string `rhcs:"channel" check:"format=channel"`
	// ChannelGroup is the channel group of [Version]. Red Hat deprecates channel groups for channels
	// (openshift/openshift-docs modules/rosa-hcp-upgrading-channels.adoc, 4.22): set [Channel] instead. Defaults to stable.
	ChannelGroup ChannelGroup `rhcs:"channelGroup" check:"stable|eus|fast|candidate,not=Channel"`
	// AcknowledgeUpgradeTo is the minor version, such as 4.19, whose upgrade gates are acknowledged. OCM lists the gates when it rejects
	// an upgrade. Defaults to none.
	AcknowledgeUpgradeTo string `rhcs:"upgradeAcknowledgementsFor" check:"format=minor-version"`
	// Wait waits until OCM reports [Version], and for the initial pools until it reports WorkersArgs.Version. Outputs of the
	// component resolve after it. Defaults to no wait. Changes do not change the cluster.
	Wait *UpgradeWaitArgs `check:"with=Version"`
	// Window is when an upgrade can begin. Outside of it, the cluster and its initial pools keep their releases, with a warning: the first
	// update within the window upgrades them. Defaults to any time. Changes do not change the cluster.
	Window *MaintenanceWindow
	// Blocked are releases, such as 4.19.3, and minor versions, such as 4.19, that [Version] must not be. Defaults to none.
	// Changes do not change the cluster.
	Blocked []string
}

func (c clusterCheck) version(version *VersionArgs) {
	if version == nil {
		return
	}
	checkRelease(c.Problems, c.path+".Version.Version", version.Version)
	version.Window.check(c.Problems, c.path+".Version.Window")
	version.checkBlocked(c.Problems, c.path+".Version")
	if !check.Channel.Match(version.Channel) {
		return
	}
	path := c.path + ".Version.Channel"
	_, channel, _ := strings.Cut(version.Channel, "-")
	oldest := release.Feature(release.Minor(version.Version))
	if checkOldest(c.Problems, path, channel, channel) && check.Version.Match(version.Version) && !oldest.In(channel) {
		c.Addf(path, "%s does not have %s; must be of %s or a later minor version", version.Channel, version.Version, oldest)
	}
}

func checkRelease(p *check.Problems, path check.Path, version string) {
	if number, found := strings.CutPrefix(version, "openshift-v"); found {
		p.Addf(path, "must not begin with openshift-v; use %s", number)
		return
	}
	if p.Format(path, version, check.Version) {
		checkOldest(p, path, version, release.Minor(version))
	}
}

// checkOldest reports whether the library supports the minor version of a text, and adds a problem if it is too old. RHCS accepts older
// versions (terraform-provider-rhcs provider/clusterrosa/{hcp,classic}, MinVersion: 4.12 and 4.10).
func checkOldest(p *check.Problems, path check.Path, text, minor string) bool {
	if !release.Oldest.In(minor) {
		p.Addf(path, "must be %s or later (got %s)", release.Oldest, text)
		return false
	}
	return true
}
