// Package release has the supported releases of OpenShift, and lists functions that not every one of them has, by the first release with
// each.
package release

import (
	"fmt"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Feature is the first release with a function of OpenShift, such as 4.19.
type Feature string

// Oldest and Newest are the supported releases. A cluster of a later release is accepted with a warning (Warn), except where a table of
// permissions or upgrades decides (CheckKnown).
//
// The comment of a table that depends on the release says which ones it was verified with, as "4.16 to 4.22". When Newest changes, a
// test of test/docs names every one that is behind.
const (
	Oldest Feature = "4.16"
	Newest Feature = "4.22"
)

const (
	// KubeletLabels is the variable CUSTOM_KUBELET_LABELS in the kubelet's unit on AWS (openshift/machine-config-operator release-4.19
	// templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml, PR 4794; release-4.18 has it in on-prem only).
	KubeletLabels Feature = "4.19"
	// CustomPoolAtFirstBoot is the label of the role on a node that booted with the configuration of a custom pool
	// (openshift/machine-config-operator release-4.22 pkg/controller/node/node_controller.go, applyCustomPoolLabels).
	CustomPoolAtFirstBoot Feature = "4.22"
)

// Fields of a machine's provider spec (openshift/api machine/v1beta1/types_awsprovider.go on the release branches). Earlier releases
// ignore them with a warning (openshift/machine-api-operator pkg/webhooks/machine_webhook.go, validateUnknownFields).
const (
	PlacementGroupPartition Feature = "4.17"
	CapacityReservation     Feature = "4.18"
	MarketType              Feature = "4.19"
	VolumeThroughput        Feature = "4.21"
)

// Fields of a ClusterAutoscaler (openshift/cluster-autoscaler-operator pkg/apis/autoscaling/v1/clusterautoscaler_types.go on the
// release branches). The API server of an earlier release rejects the object: field not declared in schema.
const (
	NewPodScaleUpDelay      Feature = "4.20"
	CordonNodeBeforeRemoval Feature = "4.21"
)

// LoadBalancerSubnets are the subnets and Elastic IPs of an ingress controller's load balancer (openshift/api release-4.17
// operator/v1/types_ingress.go). The API server of an earlier release rejects the object.
const LoadBalancerSubnets Feature = "4.17"

// Extensions of RHCOS (openshift/machine-config-operator pkg/controller/common/helpers.go on the release branches). An earlier release
// cannot render the configuration of a pool with them.
const (
	Sysstat   Feature = "4.18"
	TwoNodeHA Feature = "4.19"
)

// ExternalOIDC is the type OIDC of Authentication (openshift/api release-4.20 features/features.go; a technology preview in 4.19). The API
// server of an earlier release rejects the object.
const ExternalOIDC Feature = "4.20"

// Fields of MachineConfiguration (openshift/api operator/v1/types_machineconfiguration.go on the release branches). Boot images have a
// field in 4.17, but not on AWS (features/features.go, ManagedBootImagesAWS).
const (
	NodeDisruptionPolicy Feature = "4.17"
	ManagedBootImages    Feature = "4.18"
	// UnmanagedBootImages is the mode None.
	UnmanagedBootImages Feature = "4.19"
	BootImageSkew       Feature = "4.22"
	// CrashLoopBackOff is the kubelet's maxContainerRestartPeriod, whose feature gate is on from Kubernetes 1.35.
	CrashLoopBackOff Feature = "4.22"
	// PulledImages is the kubelet's imagePullCredentialsVerificationPolicy, whose feature gate KubeletEnsureSecretPulledImages is on from
	// Kubernetes 1.35 (openshift/machine-config-operator release-4.22 vendor/k8s.io/kubernetes/pkg/features/kube_features.go).
	PulledImages Feature = "4.22"
)

// LoadBalancerGroups are security groups of Network Load Balancers of Services, which the cloud controller manager sets
// (openshift/cloud-provider-aws release-4.23 pkg/providers/v1/aws_loadbalancer.go).
const LoadBalancerGroups Feature = "4.23"

// TLS13 is TLS 1.3 as the minimum of the API servers and kubelets: the profile Modern, and Custom with VersionTLS13 (openshift/kubernetes
// PR 2135; the manual of 4.18 calls it not supported, that of 4.19 does not, openshift/openshift-docs PR 92144).
const TLS13 Feature = "4.19"

// In reports whether a release has the feature. A release that is not stated, or is not a minor version, has it.
func (f Feature) In(release string) bool {
	version, _ := check.Release(release + ".0")
	first, _ := check.Release(string(f) + ".0")
	return !check.MinorVersion.Match(release) || version.GE(first)
}

// IsNewer reports whether a release, with or without a patch number, is later than Newest.
func IsNewer(release string) bool {
	version, ok := check.Release(Minor(release) + ".0")
	newest, _ := check.Release(string(Newest) + ".0")
	return ok && version.GT(newest)
}

// lastOfFour is the release of OpenShift 4 from which updates lead to 5.0 (openshift/cincinnati-graph-data channels/candidate-5.0.yaml
// has 4.22.0 and newer). 4.23 is a release of the same time as 5.0.
const lastOfFour = 22

// minors returns the place of a release among the minor versions.
func minors(release semver.Version) uint64 {
	if release.Major > 4 {
		return lastOfFour + 1 + release.Minor
	}
	return release.Minor
}

// Behind reports whether a release is more than a number of minor versions older than another one.
func Behind(release, newer semver.Version, most uint64) bool {
	return minors(release)+most < minors(newer)
}

// Next returns the minor version to which a release is upgraded first, on the way to a newer one: one update leads to the next minor
// version, and to 5.0 from 4.22 and 4.23 (openshift/cluster-version-operator release-4.22
// pkg/payload/precondition/clusterversion/gianthop.go).
func Next(from, to semver.Version) semver.Version {
	switch {
	case from.Major == to.Major && from.Minor == to.Minor:
		return semver.Version{Major: to.Major, Minor: to.Minor}
	case from.Major != to.Major && from.Minor >= lastOfFour:
		return semver.Version{Major: from.Major + 1}
	}
	return semver.Version{Major: from.Major, Minor: from.Minor + 1}
}

// InChannel reports whether the channel of a minor version can have a release: those of the minor version and of earlier ones, from
// which updates lead to it, and of 4 those from which updates lead to 5.0.
func InChannel(release, channel semver.Version) bool {
	if release.Major != channel.Major && (release.Major > channel.Major || release.Minor < lastOfFour) {
		return false
	}
	return minors(release) <= minors(channel)
}

// Minor returns the minor version of a release, such as 4.18 of 4.18.5 and of 4.18.
func Minor(release string) string {
	major, rest, _ := strings.Cut(release, ".")
	minor, _, _ := strings.Cut(rest, ".")
	return major + "." + minor
}

// CheckKnown rejects a release that is later than Newest, for arguments by which operators get their permissions or a cluster is upgraded:
// operators without the permissions of their release lose AWS, and an upgrade has no way back.
func CheckKnown(p *check.Problems, path check.Path, release string) {
	if IsNewer(release) {
		p.Addf(path, "must be %s or earlier: this version of the library does not know what a later release needs; update the library first (got %s)",
			Newest, release)
	}
}

// Warning returns a warning if a release is newer than the library; "" otherwise. The release is accepted, so that an upgrade of a
// cluster does not wait for a release of the library.
func Warning(release string) string {
	if !IsNewer(release) {
		return ""
	}
	return fmt.Sprintf("OpenShift %s is newer than this version of the library, which treats it as %s", release, Newest)
}

// Warn logs the warning of a component about its cluster's release.
func Warn(ctx *pulumi.Context, component pulumi.Resource, release string) error {
	if warning := Warning(release); warning != "" {
		return ctx.Log.Warn(warning, &pulumi.LogArgs{Resource: component})
	}
	return nil
}

// Check reports a field that is set although the cluster's release does not have the feature.
func (f Feature) Check(p *check.Problems, path check.Path, set bool, release string) {
	if set && !f.In(release) {
		p.Addf(path, "requires OpenShift %s or later (the cluster's release is %s)", f, release)
	}
}
