package cluster

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// versionStatus is the part of a ClusterVersion's status with the progress of an upgrade
// (openshift/api config/v1/types_cluster_version.go).
type versionStatus struct {
	Desired struct {
		Version string `json:"version"`
		Image   string `json:"image"`
	} `json:"desired"`
	// History is sorted by time, newest first.
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

// statusOf decodes a status from Pulumi's form. The status of a new cluster can be empty.
func statusOf(value any) (versionStatus, error) {
	var status versionStatus
	text, err := json.Marshal(value)
	if err != nil {
		return status, err
	}
	if err := json.Unmarshal(text, &status); err != nil {
		return status, fmt.Errorf("cluster.Upgrade: decoding the status of ClusterVersion/version: %w", err)
	}
	return status, nil
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
		{"ReleaseAccepted", "False"}, {"Failing", "True"}, {"Progressing", "True"},
	} {
		for _, condition := range s.Conditions {
			if condition.Type == shown.kind && condition.Status == shown.status {
				parts = append(parts, fmt.Sprintf("%s=%s: %s", condition.Type, condition.Status, condition.Message))
			}
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

// completed reports whether the cluster runs the desired version or image. A channel alone is always completed.
func (a UpgradeArgs) completed(value any) (bool, error) {
	status, err := statusOf(value)
	if err != nil || a.Version == "" && a.Image == "" {
		return err == nil, err
	}
	return status.completed(a.Version, a.Image), nil
}

// checkAgainst refuses a version that the cluster would refuse, and a downgrade, which it would accept and break from.
func (a UpgradeArgs) checkAgainst(value any) error {
	status, err := statusOf(value)
	if err != nil || a.Version == "" {
		return err
	}
	desired, _ := check.Release(a.Version)
	current, ok := check.Release(status.current())
	var p check.Problems
	switch {
	case !ok:
	case desired.LT(current):
		p.Addf(upgradePath+".Version", "must not be older than the cluster's version, %s; OpenShift cannot be downgraded (got %s)",
			current, desired)
	case desired.Major == current.Major && desired.Minor > current.Minor+1:
		p.Addf(upgradePath+".Version", "must be at most one minor version ahead of the cluster's version, %s; upgrade to %d.%d first (got %s)",
			current, current.Major, current.Minor+1, desired)
	}
	return p.Err()
}
