package cluster

import (
	"encoding/json"
	"fmt"
	"strings"
)

// versionStatus is the part of a ClusterVersion's status that tells how far an upgrade is
// (openshift/api config/v1/types_cluster_version.go).
type versionStatus struct {
	Desired struct {
		Version string `json:"version"`
		Image   string `json:"image"`
	} `json:"desired"`
	// History has the newest entry first.
	History []struct {
		State   string `json:"state"`
		Version string `json:"version"`
		Image   string `json:"image"`
	} `json:"history"`
	Conditions []struct {
		Type    string `json:"type"`
		Status  string `json:"status"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"conditions"`
}

// statusOf reads a status as Pulumi has it. A cluster that has not said anything yet has an empty one.
func statusOf(value any) (versionStatus, error) {
	var status versionStatus
	text, err := json.Marshal(value)
	if err != nil {
		return status, err
	}
	if err := json.Unmarshal(text, &status); err != nil {
		return status, fmt.Errorf("cluster.Upgrade: the status of ClusterVersion/version cannot be read: %w", err)
	}
	return status, nil
}

// completed tells whether the cluster runs the version or the image on all that it upgrades.
func (s versionStatus) completed(version, image string) bool {
	if len(s.History) == 0 || s.History[0].State != "Completed" {
		return false
	}
	newest := s.History[0]
	return (version == "" || newest.Version == version) && (image == "" || newest.Image == image)
}

// progress is what the cluster says of the upgrade, in a line. What stands in its way comes first.
func (s versionStatus) progress() string {
	var parts []string
	for _, wanted := range []struct{ kind, status string }{
		{"ReleaseAccepted", "False"}, {"Failing", "True"}, {"Progressing", "True"},
	} {
		for _, condition := range s.Conditions {
			if condition.Type == wanted.kind && condition.Status == wanted.status {
				parts = append(parts, fmt.Sprintf("%s=%s: %s", condition.Type, condition.Status, condition.Message))
			}
		}
	}
	if len(parts) == 0 {
		return "the cluster runs " + s.current()
	}
	return strings.Join(parts, "; ")
}

// current is the version that the cluster runs or is on its way to.
func (s versionStatus) current() string {
	if s.Desired.Version == "" && len(s.History) > 0 {
		return s.History[0].Version
	}
	return s.Desired.Version
}

// completed tells whether the cluster runs what is asked for. A channel alone is always completed.
func (a *UpgradeArgs) completed(value any) (bool, error) {
	status, err := statusOf(value)
	if err != nil || a.Version == "" && a.Image == "" {
		return err == nil, err
	}
	return status.completed(a.Version, a.Image), nil
}

// checkAgainst refuses what the cluster would refuse, or would take and suffer from.
func (a *UpgradeArgs) checkAgainst(value any) error {
	status, err := statusOf(value)
	if err != nil || a.Version == "" {
		return err
	}
	wanted, _ := parseVersion(a.Version)
	current, ok := parseVersion(status.current())
	switch {
	case !ok:
		return nil
	case wanted.before(current):
		return fmt.Errorf("%sVersion: %s is older than %s, which the cluster runs; OpenShift does not go back", upgradePath, a.Version, status.current())
	case wanted.major == current.major && wanted.minor > current.minor+1:
		return fmt.Errorf("%sVersion: %s is more than one minor version after %s, which the cluster runs; go to %d.%d first",
			upgradePath, a.Version, status.current(), current.major, current.minor+1)
	}
	return nil
}
