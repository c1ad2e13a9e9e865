package cluster

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// UpgradeArgs describe what a cluster is to run. At least one of Channel, Version and Image must be set. All are changed in place.
type UpgradeArgs struct {
	// Channel is where the cluster looks for updates: stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18.
	// eus- exists for even minor versions alone. Default is left as it is. A change upgrades nothing by itself.
	Channel string
	// Version is the release to run, such as 4.18.12. It must be among those that the channel offers to the cluster (`oc adm upgrade`), at
	// most one minor version ahead, and not behind what the cluster runs, in a preview too. Default none.
	Version string
	// Image is the release's image by digest, in place of Version or beside it, as for a cluster that sees no update service. Default none.
	Image string
	// Multi, when true, goes from images of one architecture to those of all. It needs Version, the one that the cluster runs, and excludes
	// Image. Whether all nodes have the new images cannot be told from the version: Wait and PausedPools take such a cluster for done.
	Multi bool
	// Force, when true, skips the checks of the signature and of whether the cluster can be upgraded. Red Hat does not support a cluster
	// that came from there. It needs Image.
	Force bool
	// PausedPools are MachineConfigPools other than master whose nodes are not restarted while the cluster is being upgraded, as
	// for two minor versions in a row. They are paused before the upgrade begins. The first `pulumi up` after it is completed, unless
	// it brings a newer Version, or the end of the component, releases them; then their nodes restart. Paused pools do not get renewed
	// certificates, so release them within days. A pool here must not have MachineConfigPoolArgs.Paused set. The key is the pool's
	// name. The value is MachineConfigPool.Name of a pool that this program makes, which is paused once it is there, and
	// pulumi.String of the name for one that the cluster has.
	PausedPools map[string]pulumi.StringInput
	// Wait, when set, keeps `pulumi up` until the cluster runs the version, and logs what the cluster says of it. A preview does
	// not wait. Default nil: the cluster is told, and goes on by itself.
	Wait *WaitArgs
	// Kubeconfig is what to ask the cluster with. Required with Wait, unused otherwise.
	Kubeconfig pulumi.StringInput
}

const upgradePath = "cluster.UpgradeArgs."

var (
	channelForm = regexp.MustCompile(`^(stable|fast|candidate|eus)-(\d+)\.(\d+)$`)
	versionForm = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$`)
	imageForm   = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*(:\d+)?/[a-z0-9._/-]+@sha256:[0-9a-f]{64}$`)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *UpgradeArgs) Validate() error {
	var p check.Problems
	if a.Channel == "" && a.Version == "" && a.Image == "" {
		p.Addf(upgradePath+"Version", "is not set and neither are Channel and Image; there is nothing to patch")
	}
	a.checkVersion(&p)
	a.checkPools(&p)
	a.Wait.check(&p, upgradePath+"Wait.")
	if a.Wait != nil {
		p.Required(upgradePath+"Kubeconfig", a.Kubeconfig)
		if a.Version == "" && a.Image == "" {
			p.Addf(upgradePath+"Wait", "has nothing to wait for; set Version or Image")
		}
	}
	return p.Err()
}

func (a *UpgradeArgs) checkVersion(p *check.Problems) {
	channel := channelForm.FindStringSubmatch(a.Channel)
	switch {
	case a.Channel == "":
	case channel == nil:
		p.Addf(upgradePath+"Channel", "%q is no channel; it is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18", a.Channel)
	case channel[1] == "eus" && number(channel[3])%2 != 0:
		p.Addf(upgradePath+"Channel", "%q is no channel; extended update support is for even minor versions alone", a.Channel)
	}
	version, ok := parseVersion(a.Version)
	switch {
	case a.Version == "":
	case !ok:
		p.Addf(upgradePath+"Version", "%q is no version, such as 4.18.12", a.Version)
	case channel != nil && (version.major != number(channel[2]) || version.minor > number(channel[3])):
		p.Addf(upgradePath+"Version", "%s is not in channel %s, whose newest are of %s.%s", a.Version, a.Channel, channel[2], channel[3])
	}
	if a.Image != "" && !imageForm.MatchString(a.Image) {
		p.Addf(upgradePath+"Image", "%q does not name an image by digest, such as quay.io/openshift-release-dev/ocp-release@sha256:...; "+
			"a tag could become another release", a.Image)
	}
	if a.Multi && (a.Version == "" || a.Image != "") {
		p.Addf(upgradePath+"Multi", "needs Version and excludes Image")
	}
	if a.Force && a.Image == "" {
		p.Addf(upgradePath+"Force", "needs Image: only what was named by its digest should be taken unchecked")
	}
}

func (a *UpgradeArgs) checkPools(p *check.Problems) {
	for _, pool := range a.pausedPools() {
		at := fmt.Sprintf("%sPausedPools[%s]", upgradePath, pool)
		checkPoolName(p, at, pool)
		p.Required(at, a.PausedPools[pool])
		if pool == masterPool {
			p.Addf(at, "master cannot be paused: an upgrade is not completed without it")
		}
		if name, isPlain := a.PausedPools[pool].(pulumi.String); isPlain && name != "" && string(name) != pool {
			p.Addf(at, "%q is the name of another pool", string(name))
		}
	}
}

func (a *UpgradeArgs) pausedPools() []string {
	return slices.Sorted(maps.Keys(a.PausedPools))
}

// wish is what is asked for, in a word.
func (a *UpgradeArgs) wish() string {
	if a.Version != "" {
		return a.Version
	}
	return a.Image
}

// release is a version that can be compared.
type release struct {
	major, minor, patch int
	// pre is empty for a version that is out.
	pre string
}

func parseVersion(text string) (release, bool) {
	match := versionForm.FindStringSubmatch(text)
	if match == nil {
		return release{}, false
	}
	return release{number(match[1]), number(match[2]), number(match[3]), match[4]}, true
}

func number(digits string) int {
	value, err := strconv.Atoi(digits)
	if err != nil {
		// More digits than any release has.
		return 1 << 30
	}
	return value
}

// before tells whether a release came before another (semver.org, 11).
func (r release) before(other release) bool {
	mine, others := []int{r.major, r.minor, r.patch}, []int{other.major, other.minor, other.patch}
	if order := slices.Compare(mine, others); order != 0 {
		return order < 0
	}
	switch {
	case r.pre == other.pre:
		return false
	case r.pre == "" || other.pre == "":
		return r.pre != ""
	}
	return slices.CompareFunc(strings.Split(r.pre, "."), strings.Split(other.pre, "."), comparePart) < 0
}

// comparePart compares two parts of what comes after the hyphen: numbers by value and before words.
func comparePart(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return x - y
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}
