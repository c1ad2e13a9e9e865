package configuration

import (
	"fmt"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// adminGate is the format of a gate (openshift/cluster-version-operator release-4.16 to release-4.22 pkg/cvo/upgradeable.go,
// adminAckGateFmt), restricted to the characters of a ConfigMap's keys.
var adminGate = check.Pattern("admin gate", "ack-4.18-kube-1.32-api-removals-in-4.19", `ack-[45]\.[0-9]+-[A-Za-z0-9._][A-Za-z0-9._-]*`)

// gatedRelease returns the minor version whose upgrades a gate blocks.
func gatedRelease(gate string) (semver.Version, bool) {
	_, rest, _ := strings.Cut(gate, "-")
	minor, _, _ := strings.Cut(rest, "-")
	version, err := semver.ParseTolerant(minor)
	return version, err == nil && adminGate.Match(gate)
}

// checkAcks checks the gates. One of the desired release or a later one blocks a later upgrade, whose consequences the program cannot
// have been written for.
func (a *UpgradeArgs) checkAcks(p *check.Problems) {
	const path = upgradePath + ".AdminAcks"
	p.Formats(path, a.AdminAcks, adminGate)
	desired, isVersion := check.Release(a.Version)
	for i, gate := range a.AdminAcks {
		if gated, ok := gatedRelease(gate); ok && isVersion && !gated.LT(minorOf(desired)) {
			p.Addf(check.Index(path, i), "%q has no effect on an upgrade to %s: it is for upgrades from %d.%d to the next minor version",
				gate, a.Version, gated.Major, gated.Minor)
		}
	}
}

func minorOf(version semver.Version) semver.Version {
	return semver.Version{Major: version.Major, Minor: version.Minor}
}

// acknowledges reports whether the program acknowledges gates of a release.
func (a *UpgradeArgs) acknowledges(release semver.Version) bool {
	return slices.ContainsFunc(a.AdminAcks, func(gate string) bool {
		gated, ok := gatedRelease(gate)
		return ok && gated.EQ(minorOf(release))
	})
}

// adminAckCondition is the condition of unacknowledged gates if something else blocks upgrades too, and adminAckReason the reason of
// Upgradeable if nothing else does (openshift/cluster-version-operator release-4.16 pkg/cvo/upgradeable.go, setUpgradeableConditions).
const (
	adminAckCondition = "UpgradeableAdminAckRequired"
	adminAckReason    = "AdminAckRequired"

	upgradeable = "Upgradeable"
)

// blockedBy returns what blocks an upgrade to the next minor version, in one line, and reports whether anything does. Gates do not if
// the program acknowledges some of the cluster's release, and a missing annotation does not if it annotates: the cluster sees both after
// this update.
func (s versionStatus) blockedBy(acknowledged, annotated bool) (string, bool) {
	message, blocked := s.condition(upgradeable, "False")
	if !blocked {
		return message, false
	}
	gated, unannotated := false, false
	var causes, others []string
	for _, condition := range s.Conditions {
		if condition.Status != "False" || !strings.HasPrefix(condition.Type, upgradeable) {
			continue
		}
		isGate := condition.Type == adminAckCondition || condition.Reason == adminAckReason
		isAnnotation := condition.Reason == annotationReason
		gated, unannotated = gated || isGate, unannotated || isAnnotation
		text := fmt.Sprintf("%s=%s: %s", condition.Type, condition.Status, condition.Message)
		if condition.Type == upgradeable && !isGate && !isAnnotation {
			continue
		}
		causes = append(causes, text)
		if resolved := isGate && acknowledged || isAnnotation && annotated; !resolved {
			others = append(others, text)
		}
	}
	switch {
	case gated && !acknowledged:
		return message + "; to acknowledge it, add the gate to AdminAcks: `oc -n openshift-config-managed get configmap admin-gates -o yaml` " +
			"lists the gates of the cluster's release", true
	case unannotated && !annotated:
		return message + "; raise the operators' roles, and set RolesRelease", true
	case len(causes) > len(others):
		return strings.Join(others, "; "), len(others) > 0
	}
	return message, true
}

// acknowledge registers the acknowledgments and returns the patches.
func (a *UpgradeArgs) acknowledge(
	ctx *pulumi.Context, name string, checked pulumi.BoolOutput, parent pulumi.ResourceOption,
) ([]pulumi.Resource, error) {
	if len(a.AdminAcks) == 0 {
		return nil, nil
	}
	data := map[string]any{}
	for _, gate := range a.AdminAcks {
		data[gate] = checked.ApplyT(func(bool) string { return "true" })
	}
	patch, err := kube.Patch(ctx, name+"-acks", kube.Object{
		APIVersion: "v1", Kind: "ConfigMap", Namespace: configNamespace, Name: "admin-acks", Fields: map[string]any{"data": data},
	}, parent)
	return []pulumi.Resource{patch}, err
}
