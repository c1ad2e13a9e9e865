package configuration

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// liveVersion is the part of a ClusterVersion that an upgrade depends on (openshift/api config/v1/types_cluster_version.go).
type liveVersion struct {
	Spec struct {
		Channel string `json:"channel"`
	} `json:"spec"`
	Status versionStatus `json:"status"`
}

type versionStatus struct {
	Desired updateRelease `json:"desired"`
	// History is sorted by time, newest first.
	History []struct {
		updateRelease
		State string `json:"state"`
	} `json:"history"`
	// AvailableUpdates are the recommended releases of the channel.
	AvailableUpdates []updateRelease `json:"availableUpdates"`
	// ConditionalUpdates have known risks. Those that do not affect the cluster are in AvailableUpdates as well.
	ConditionalUpdates []conditionalUpdate `json:"conditionalUpdates"`
	Conditions         []struct {
		Type    string `json:"type"`
		Status  string `json:"status"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"conditions"`
}

type updateRelease struct {
	Version string `json:"version"`
	Image   string `json:"image"`
}

type conditionalUpdate struct {
	Release updateRelease `json:"release"`
	Risks   []struct {
		Name    string `json:"name"`
		Message string `json:"message"`
		URL     string `json:"url"`
	} `json:"risks"`
}

// liveVersionOf decodes spec and status from Pulumi's values. The status of a new cluster can be empty.
func liveVersionOf(all []any) (liveVersion, error) {
	var live liveVersion
	text, err := json.Marshal(map[string]any{"spec": all[0], "status": all[1]})
	if err != nil {
		return live, err
	}
	if err := json.Unmarshal(text, &live); err != nil {
		return live, fmt.Errorf("configuration.Upgrade: decoding ClusterVersion/version: %w", err)
	}
	return live, nil
}

// completed reports whether the cluster's upgrade to the version or image is completed.
func (s versionStatus) completed(version, image string) bool {
	if len(s.History) == 0 || s.History[0].State != "Completed" {
		return false
	}
	newest := s.History[0]
	return (version == "" || newest.Version == version) && (image == "" || newest.Image == image)
}

// progress returns the state of the upgrade in one line. Conditions that block it come first.
func (s versionStatus) progress() string {
	var parts []string
	for _, shown := range []struct{ kind, status string }{
		{"Invalid", "True"}, {"ReleaseAccepted", "False"}, {"Failing", "True"}, {"Progressing", "True"},
	} {
		if message, ok := s.condition(shown.kind, shown.status); ok {
			parts = append(parts, message)
		}
	}
	if len(parts) == 0 {
		return "the cluster runs " + s.current()
	}
	return strings.Join(parts, "; ")
}

// current returns the version that the cluster runs or is upgrading to.
func (s versionStatus) current() string {
	if s.Desired.Version == "" && len(s.History) > 0 {
		return s.History[0].Version
	}
	return s.Desired.Version
}

// condition returns a condition in one line, and reports whether the cluster has it with that status.
func (s versionStatus) condition(kind, status string) (string, bool) {
	for _, condition := range s.Conditions {
		if condition.Type == kind && condition.Status == status {
			return fmt.Sprintf("%s=%s: %s", condition.Type, condition.Status, condition.Message), true
		}
	}
	return "", false
}

// offers reports whether the cluster accepts a version without an image: it is available, or the cluster has been upgraded to it
// (openshift/cluster-version-operator release-4.16 to release-4.22 lib/validation/validation.go, countPayloadsForVersion).
func (s versionStatus) offers(version string) bool {
	if s.current() == version {
		return true
	}
	for _, update := range s.AvailableUpdates {
		if update.Version == version {
			return true
		}
	}
	for _, entry := range s.History {
		if entry.Version == version {
			return true
		}
	}
	return false
}

// check reports whether the cluster runs the desired version or image; a channel alone is always completed. It rejects a version
// that the cluster would reject.
func (a UpgradeArgs) check(all []any) (completed bool, err error) {
	live, err := liveVersionOf(all)
	if err != nil {
		return false, err
	}
	if err := a.checkRoles(all[2:]); err != nil {
		return false, err
	}
	return a.Version == "" && a.Image == "" || live.Status.completed(a.Version, a.Image), a.checkAgainst(live)
}

// checkAgainst rejects a version that the cluster would reject, and a downgrade, which it would accept and break from.
func (a UpgradeArgs) checkAgainst(live liveVersion) error {
	const path = upgradePath + ".Version"
	desired, isVersion := check.Release(a.Version)
	current, ok := check.Release(live.Status.current())
	if !isVersion || !ok {
		return nil
	}
	var p check.Problems
	next := release.Next(current, desired)
	switch {
	case desired.LT(current):
		p.Addf(path, "must not be older than the cluster's version, %s; OpenShift cannot be downgraded (got %s)", current, desired)
	case next.NE(minorOf(desired)):
		p.Addf(path, "must be at most one minor version ahead of the cluster's version, %s; upgrade to %d.%d first (got %s)",
			current, next.Major, next.Minor, desired)
	default:
		a.checkOffered(&p, live)
	}
	// A precondition of the cluster (openshift/cluster-version-operator release-4.16 to release-4.22
	// pkg/payload/precondition/clusterversion/upgradeable.go).
	if message, blocked := live.Status.blockedBy(a.acknowledges(current), a.RolesRelease != nil); blocked && !a.Force && minorOf(desired).GT(minorOf(current)) {
		p.Addf(path, "must be %d.%d until the cluster can be upgraded to a new minor version; %s", current.Major, current.Minor, message)
	}
	return p.Err()
}

// checkOffered rejects a version that the cluster's channel does not offer. With a new channel, the cluster has yet to ask the
// update service; with an image, it does not ask.
func (a UpgradeArgs) checkOffered(p *check.Problems, live liveVersion) {
	const path = upgradePath + ".Version"
	if a.Image != "" || a.Channel != "" && a.Channel != live.Spec.Channel || live.Status.offers(a.Version) {
		return
	}
	for _, update := range live.Status.ConditionalUpdates {
		if update.Release.Version == a.Version {
			a.checkRisks(p, update)
			return
		}
	}
	reason := "`oc adm upgrade` lists the available ones"
	if message, failed := live.Status.condition("RetrievedUpdates", "False"); failed {
		reason = message
	}
	p.Addf(path, "channel %s does not offer %s to the cluster; %s", live.Spec.Channel, a.Version, reason)
}

// adminAckRisk is the beginning of the names of risks that are gates: a cluster reports them so from 5.0
// (openshift/cluster-version-operator release-5.0 pkg/risk/adminack).
const adminAckRisk = "AdminAck-"

// checkRisks rejects an update with known risks. Of gates, those are no risk that the program acknowledges, which the cluster sees after
// this update.
func (a UpgradeArgs) checkRisks(p *check.Problems, update conditionalUpdate) {
	const path = upgradePath + ".Version"
	var gates, risks []string
	for _, risk := range update.Risks {
		text := fmt.Sprintf("%s: %s (%s)", risk.Name, risk.Message, risk.URL)
		if gate, ok := strings.CutPrefix(risk.Name, adminAckRisk); !ok {
			risks = append(risks, text)
		} else if !slices.Contains(a.AdminAcks, gate) {
			gates = append(gates, text)
		}
	}
	if len(gates) > 0 {
		p.Addf(path, "%s requires acknowledgments: %s; to acknowledge them, add each gate to AdminAcks, without %q", a.Version,
			strings.Join(gates, "; "), adminAckRisk)
	}
	if len(risks) > 0 {
		p.Addf(path, "%s has known risks: %s; to accept them, set Image to %s as well", a.Version, strings.Join(risks, "; "),
			update.Release.Image)
	}
}
