package configuration

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// UpgradeArgs are the arguments of an Upgrade. At least one of Channel, Version, Image and Upstream must be set. Changes are
// applied in place.
type UpgradeArgs struct {
	// Channel is the update channel: stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18. eus- exists for even
	// minor versions only. Defaults to the cluster's channel. A change alone upgrades nothing.
	Channel string `kube:"spec.channel"`
	// Version is the desired release, such as 4.18.12. Defaults to none. It must be at most one minor version ahead of the
	// cluster's version, where 5.0 follows 4.22 and 4.23, and not older, and the channel must offer it to the cluster (`oc adm
	// upgrade`). A release that this version of the library does not know is rejected. A preview checks it against the cluster's status; what a new [Channel] offers is known only after the update
	// that sets it. Removing [Version] and [Image] clears desiredUpdate, which ends an upgrade that the cluster has not begun.
	Version string `check:"format=version"`
	// Image is the release image by digest, instead of or in addition to [Version]: for a cluster without an update service, or
	// to accept the known risks of a conditional update. Defaults to none. Risks cannot be accepted by their names: acceptRisks
	// of desiredUpdate is a technology preview in all releases up to 4.22 (openshift/api release-4.22 features/features.go,
	// ClusterUpdateAcceptRisks).
	Image string `check:"format=image-digest"`
	// Multi migrates the cluster to multi-architecture images. It requires [Version], the one that the cluster runs, and excludes
	// [Image]. The version does not show whether all nodes have the new images; [Wait] and PausedPools therefore treat the
	// cluster as complete.
	Multi bool `check:"with=Version,not=Image"`
	// Force skips the checks of the release's signature and of the cluster's upgradeability. It requires [Image]. Red Hat does
	// not support a cluster that was upgraded this way.
	Force bool `check:"with=Image"`
	// AdminAcks are the gates that an administrator acknowledges before an upgrade to the next minor version, such as
	// ack-4.18-kube-1.32-api-removals-in-4.19: read what each says (`oc -n openshift-config-managed get configmap admin-gates -o
	// yaml`) before you add it. From 5.0, a cluster reports its gates as risks of the update, named AdminAck- and the gate.
	// Defaults to none. The minor version in the name is the one that the cluster runs; gates of [Version] or later are rejected.
	// They are set in the ConfigMap admin-acks before the version, and released when they are removed here.
	AdminAcks []string
	// Upstream is the URL of the update service, such as that of your own UpdateService. Defaults to the cluster's, which is
	// Red Hat's (https://api.openshift.com/api/upgrades_info/graph) unless it was changed. With it, [Channel] may have any name.
	Upstream pulumi.StringInput `kube:"spec.upstream" check:"format=update-service-url"`
	// PausedPools are MachineConfigPools other than master that are paused during the upgrade, for example for an upgrade over
	// two minor versions. Defaults to none. They are paused after [Version] has been checked and before the upgrade begins. If
	// the cluster rejects a version of a new [Channel] (Invalid=True in `oc describe clusterversion`), they stay paused: set
	// [Channel] in an update before the one with [Version]. They are resumed, and their nodes reboot, by the first `pulumi up`
	// after the upgrade without a newer [Version] or [Through], or when the component is deleted. MachineConfigPoolArgs.Paused must not be set
	// for them. The key is the pool's name. The value is MachineConfigPool.Name for a pool of this program, which is paused when
	// it exists, and the name itself for an existing pool.
	PausedPools map[string]pulumi.StringInput
	// Through is the minor version that [Version] must have before PausedPools are resumed, such as 4.18 for an upgrade from 4.16: after
	// that to 4.17 every update keeps them paused. It requires [Version] and PausedPools. Defaults to the minor version of [Version].
	Through string `check:"format=minor-version,with=Version,with=PausedPools"`
	// RolesRelease is the minor version whose permissions the operators' roles have, in a cluster with credentialsMode Manual: the output
	// ShortTermCredentials.Release, or a text for roles of ccoctl. It requires [Version]. Defaults to none. The upgrade begins when the roles
	// have these permissions, [Version] must not be of a later minor version, and the CloudCredential of the cluster gets the annotation
	// upgradeable-to, without which the cluster rejects a new minor version.
	RolesRelease pulumi.StringInput `check:"with=Version,format=minor-version"`
	// Wait makes `pulumi up` wait until the cluster runs the version, and logs the upgrade's progress. Defaults to nil, no wait. A
	// preview does not wait.
	Wait *WaitArgs
	// Kubeconfig is the kubeconfig for [Wait]. Required with [Wait], unused otherwise.
	Kubeconfig pulumi.StringInput `check:"secret"`
}

const upgradePath = "configuration.UpgradeArgs"

var _ = check.Named("update-service-url", check.HTTPURL.WithExample("https://updates.example.com/api/upgrades_info/v1/graph"))

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *UpgradeArgs) Validate() error {
	p := check.Struct(a)
	if a.Channel == "" && a.Version == "" && a.Image == "" && a.Upstream == nil {
		p.Addf(upgradePath, "must set at least one of Channel, Version, Image and Upstream")
	}
	a.checkVersion(&p)
	a.checkAcks(&p)
	a.checkPools(&p)
	if a.Wait != nil {
		if p.Required(upgradePath+".Kubeconfig", a.Kubeconfig) {
			apiclient.CheckKubeconfig(&p, upgradePath+".Kubeconfig", a.Kubeconfig)
		}
		p.RequiresField(upgradePath, "Wait", true, "Version or Image", a.Version != "" || a.Image != "")
	}
	return p.ErrOf(a)
}

func (a *UpgradeArgs) checkVersion(p *check.Problems) {
	version, isVersion := check.Release(a.Version)
	release.CheckKnown(p, upgradePath+".Version", a.Version)
	if kind, minor, ok := parseChannel(a.Channel); !ok {
		if a.Upstream == nil {
			p.Format(upgradePath+".Channel", a.Channel, check.Channel)
		}
	} else {
		if kind == "eus" && minor.Minor%2 != 0 {
			p.Addf(upgradePath+".Channel", "%s does not exist: eus channels are for even minor versions only", a.Channel)
		}
		if isVersion && !release.InChannel(version, minor) {
			p.Addf(upgradePath+".Version", "%s is not in channel %s", a.Version, a.Channel)
		}
	}
}

// parseChannel returns the kind and the minor version of an update channel, and reports whether text is one.
func parseChannel(text string) (kind string, minor semver.Version, ok bool) {
	if !check.Channel.Match(text) {
		return "", minor, false
	}
	kind, number, _ := strings.Cut(text, "-")
	minor, err := semver.ParseTolerant(number)
	return kind, minor, err == nil
}

func (a *UpgradeArgs) checkPools(p *check.Problems) {
	for _, pool := range a.pausedPools() {
		at := check.Key(upgradePath+".PausedPools", pool)
		p.RequiredFormat(at, pool, check.PoolName)
		p.Required(at, a.PausedPools[pool])
		if pool == kube.MasterPool {
			p.Addf(at, "must not be paused: an upgrade does not complete without it")
		}
		if name, known := check.Text(a.PausedPools[pool]); known && name != "" && name != pool {
			p.Addf(at, "must be the name of the same pool (got %q)", name)
		}
	}
}

func (a *UpgradeArgs) pausedPools() []string {
	return slices.Sorted(maps.Keys(a.PausedPools))
}

// desired returns the desired version or image for messages.
func (a *UpgradeArgs) desired() string {
	return cmp.Or(a.Version, a.Image)
}

// WaitArgs are the arguments of a wait for a cluster: Timeout is how long to wait before the update fails. Changing a wait does not change
// the cluster. cluster.WaitArgs and configuration.WaitArgs are the same type.
type WaitArgs = apiclient.WaitArgs

// upgradeTimeout is the default time limit: an upgrade usually needs one to two hours, operators one by one, then the control-plane
// machines one by one.
const upgradeTimeout = 3 * time.Hour
