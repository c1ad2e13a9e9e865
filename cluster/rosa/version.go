package cluster

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaChannelGroup is a line of OpenShift's releases.
type RosaChannelGroup string

// The groups that there are. ROSA supports clusters of stable and eus.
const (
	RosaChannelStable    RosaChannelGroup = "stable"
	RosaChannelEUS       RosaChannelGroup = "eus"
	RosaChannelFast      RosaChannelGroup = "fast"
	RosaChannelCandidate RosaChannelGroup = "candidate"
)

// RosaVersionArgs choose the release of OpenShift. A higher Version schedules an upgrade, which begins within minutes, and a run
// ends once it is scheduled; a lower one is refused. Upgrade the control plane first and its machine pools, each by its own
// Version, in a later run: OCM refuses both at once. Change Channel or ChannelGroup in a run of their own too.
//
// The provider compares with the release that the stack knows. Let every run refresh (`options: {refresh: always}` in Pulumi.yaml, or
// pulumi up --refresh): after an upgrade it would otherwise ask for the same upgrade with any other change, and OCM would refuse.
type RosaVersionArgs struct {
	// Version is the release, such as 4.18.5. Default: OCM's newest when the cluster is made.
	Version string
	// Channel is where upgrades come from, such as stable-4.18. Default: the one of Version. Excludes ChannelGroup.
	Channel string
	// ChannelGroup is the line of releases that Version is of. Default stable.
	ChannelGroup RosaChannelGroup
	// AcknowledgeUpgradeTo is the minor version, such as 4.19, whose upgrade is agreed to: OCM names what there is to agree
	// when it refuses an upgrade without.
	AcknowledgeUpgradeTo string
}

var (
	rosaRelease = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$`)
	rosaChannel = regexp.MustCompile(`^(stable|fast|candidate|eus)-(\d+)\.(\d+)$`)
	rosaMinor   = regexp.MustCompile(`^\d+\.\d+$`)
)

// The oldest minor versions of OpenShift 4 that RHCS takes (terraform-provider-rhcs provider/clusterrosa/{hcp,classic}, MinVersion).
const (
	rosaOldestHCP     = 12
	rosaOldestClassic = 10
)

func (v RosaVersionArgs) check(p *check.Problems, path string, oldest int) {
	rosaCheckRelease(p, path+".Version", v.Version, oldest)
	switch match := rosaChannel.FindStringSubmatch(v.Channel); {
	case v.Channel == "":
	case match == nil:
		p.Addf(path+".Channel", "%q is no channel; write one such as stable-4.18", v.Channel)
	case match[2] == "4" && rosaBefore(match[3], oldest):
		p.Addf(path+".Channel", "%s is too old; 4.%d is the oldest that ROSA makes", v.Channel, oldest)
	}
	if v.ChannelGroup != "" {
		rosaOneOf(p, path+".ChannelGroup", v.ChannelGroup, RosaChannelStable, RosaChannelEUS, RosaChannelFast, RosaChannelCandidate)
		if v.Channel != "" {
			p.Addf(path+".ChannelGroup", "is set and Channel is too; choose one")
		}
	}
	rosaCheckMinor(p, path+".AcknowledgeUpgradeTo", v.AcknowledgeUpgradeTo)
}

func rosaCheckRelease(p *check.Problems, path, version string, oldest int) {
	match := rosaRelease.FindStringSubmatch(version)
	switch {
	case version == "":
	case strings.HasPrefix(version, "openshift-v"):
		p.Addf(path, "%q begins with openshift-v; write %s", version, strings.TrimPrefix(version, "openshift-v"))
	case match == nil:
		p.Addf(path, "%q is no release; write one such as 4.18.5", version)
	case rosaBefore(match[1], 4), match[1] == "4" && rosaBefore(match[2], oldest):
		p.Addf(path, "%s is too old; 4.%d.0 is the oldest that ROSA makes", version, oldest)
	}
}

func rosaCheckMinor(p *check.Problems, path, minor string) {
	if minor != "" && !rosaMinor.MatchString(minor) {
		p.Addf(path, "%q is no minor version; write one such as 4.19", minor)
	}
}

func rosaBefore(digits string, least int) bool {
	number, err := strconv.Atoi(digits)
	return err == nil && number < least
}

// rosaOlderThan tells whether a release of OpenShift 4 that is known is older than the minor version.
func rosaOlderThan(version string, minor int) bool {
	match := rosaRelease.FindStringSubmatch(version)
	return match != nil && match[1] == "4" && rosaBefore(match[2], minor)
}

// rosaNewer tells whether release a is newer than b. Pre-releases count as their release.
func rosaNewer(a, b string) bool {
	first, second := rosaRelease.FindStringSubmatch(a), rosaRelease.FindStringSubmatch(b)
	if first == nil || second == nil {
		return false
	}
	for i := 1; i <= 3; i++ {
		x, _ := strconv.Atoi(first[i])
		y, _ := strconv.Atoi(second[i])
		if x != y {
			return x > y
		}
	}
	return false
}
