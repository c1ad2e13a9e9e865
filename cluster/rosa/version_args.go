package rosa

import (
	"strings"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
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

// VersionArgs are the OpenShift release of a cluster and its update channel. A higher Version schedules an upgrade, which starts within
// minutes; the update ends when it is scheduled. A lower one is rejected. Upgrade the control plane first, and the machine pools, by their
// own Version, in a later update: OCM rejects both at once. Change Channel and ChannelGroup in an update of their own.
//
// The provider compares Version with the release in the stack's state. Refresh in every run (options: {refresh: always} in Pulumi.yaml,
// or pulumi up --refresh): otherwise it requests the same upgrade again with the next change, which OCM rejects.
type VersionArgs struct {
	// Version is the OpenShift release, such as 4.18.5. Defaults to the newest when the cluster is created.
	Version string
	// Channel is the update channel, such as stable-4.18. Excludes ChannelGroup. Defaults to the channel of Version.
	Channel string
	// ChannelGroup is the channel group of Version. Defaults to stable.
	ChannelGroup ChannelGroup
	// AcknowledgeUpgradeTo is the minor version, such as 4.19, whose upgrade gates are acknowledged. OCM lists the gates when it rejects
	// an upgrade. Defaults to none.
	AcknowledgeUpgradeTo string
}

// The oldest releases that RHCS accepts (terraform-provider-rhcs provider/clusterrosa/{hcp,classic}, MinVersion).
var (
	oldestHCP     = semver.Version{Major: 4, Minor: 12}
	oldestClassic = semver.Version{Major: 4, Minor: 10}
)

func (v *VersionArgs) check(p *check.Problems, path string, oldest semver.Version) {
	if v == nil {
		return
	}
	checkRelease(p, path+".Version", v.Version, oldest)
	if p.Format(path+".Channel", v.Channel, check.Channel) && v.Channel != "" {
		_, minor, _ := strings.Cut(v.Channel, "-")
		checkOldest(p, path+".Channel", minor+".0", oldest)
	}
	check.OneOf(p, path+".ChannelGroup", v.ChannelGroup, ChannelStable, ChannelEUS, ChannelFast, ChannelCandidate)
	p.Exclusive(path, "ChannelGroup", v.ChannelGroup != "", "Channel", v.Channel != "")
	p.Format(path+".AcknowledgeUpgradeTo", v.AcknowledgeUpgradeTo, check.MinorVersion)
}

func checkRelease(p *check.Problems, path, version string, oldest semver.Version) {
	if release, found := strings.CutPrefix(version, "openshift-v"); found {
		p.Addf(path, "must not begin with openshift-v; use %s", release)
		return
	}
	if p.Format(path, version, check.Version) {
		checkOldest(p, path, version, oldest)
	}
}

func checkOldest(p *check.Problems, path, version string, oldest semver.Version) {
	if release, ok := check.Release(version); ok && release.LT(oldest) {
		p.Addf(path, "must be %s or later (got %s)", oldest, version)
	}
}

// Releases of OpenShift 4 in which ROSA gained a feature.
const (
	minorIMDSv2         = 11
	minorSecurityGroups = 14
	minorLargeVolumes   = 14
)

// isBefore reports whether version is a release before minor version 4.minor. An empty version, the newest, is not.
func isBefore(version string, minor uint64) bool {
	release, ok := check.Release(version)
	return ok && release.LT(semver.Version{Major: 4, Minor: minor})
}

// isNewer reports whether both are releases and version is after other.
func isNewer(version, other string) bool {
	release, ok := check.Release(version)
	controlPlane, known := check.Release(other)
	return ok && known && release.GT(controlPlane)
}

// needsMinor notes a field that is set although the version does not have it yet.
func needsMinor(p *check.Problems, path string, set bool, version string, minor uint64) {
	if set && isBefore(version, minor) {
		p.Addf(path, "requires OpenShift 4.%d or later (the version is %s)", minor, version)
	}
}
