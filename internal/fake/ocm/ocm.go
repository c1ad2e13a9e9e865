// Package ocm has the rules of OpenShift Cluster Manager (OCM) that the fakes of this repository apply: that of the RHCS provider in
// internal/fake/rhcs, and that of OCM's API in test/lab/ocm.
//
// Where a source is named, an error has OCM's words; other errors describe the same rule.
package ocm

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/blang/semver"
)

const (
	// maxName is the longest name of a cluster (openshift/rosa pkg/ocm/helpers.go, MaxClusterNameLength).
	maxName = 54
	// MaxDomainPrefix is the longest domain prefix. A cluster with a longer name gets a random one.
	MaxDomainPrefix = 15
)

// label is the form of names and domain prefixes (openshift/rosa pkg/ocm/helpers.go, ClusterNameRE).
var label = regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)

// Cluster is what the rules read of a request for a cluster.
type Cluster struct {
	Name, DomainPrefix, Region, BillingAccountID string
	// Hosted is whether the control plane is hosted.
	Hosted bool
}

// Reject returns why OCM rejects the cluster; nil if it accepts it.
func (c Cluster) Reject() error {
	if c.Name != "" && (len(c.Name) > maxName || !label.MatchString(c.Name)) {
		return fmt.Errorf("the name '%s' of the cluster is not valid: at most %d lower-case letters, digits and hyphens, a letter first",
			c.Name, maxName)
	}
	if c.DomainPrefix != "" && (len(c.DomainPrefix) > MaxDomainPrefix || !label.MatchString(c.DomainPrefix)) {
		return fmt.Errorf("the domain prefix '%s' is not valid: at most %d lower-case letters, digits and hyphens, a letter first",
			c.DomainPrefix, MaxDomainPrefix)
	}
	// RHCS has the billing account optional for GovCloud only (openshift/rosa#1665 has the message; terraform-provider-rhcs#947).
	if c.Hosted && c.BillingAccountID == "" && !strings.HasPrefix(c.Region, "us-gov-") {
		return errors.New("The billing_account_id cannot be empty") //nolint:staticcheck // OCM's words
	}
	return nil
}

// RejectUpgrade returns why OCM does not upgrade a cluster on a channel, or a pool: releases only rise, and no further than the channel's
// minor version ("To update to a new minor release, you must change the channel to the next release channel": openshift/openshift-docs
// modules/rosa-hcp-upgrading-channels.adoc, 4.22). Without a channel, the cluster has that of its release.
func RejectUpgrade(from, to, channel string) error {
	old, err := semver.Parse(from)
	if err != nil {
		return fmt.Errorf("the release '%s' is not valid", from)
	}
	wanted, err := semver.Parse(to)
	if err != nil {
		return fmt.Errorf("the release '%s' is not valid", to)
	}
	newest, err := minorOf(cmp.Or(channel, Channel(from)))
	switch {
	case wanted.Equals(old):
		return nil
	case wanted.LT(old):
		return errors.New("cluster version is already above the requested version")
	case err != nil:
		return err
	case wanted.Major != newest.Major || wanted.Minor > newest.Minor:
		return fmt.Errorf("desired version (%s) is not in the list of available upgrades of %s in channel %s", to, from,
			cmp.Or(channel, Channel(from)))
	}
	return nil
}

// Channel returns the channel of a cluster that is created with a release and no channel: stable-4.18 for 4.18.5.
func Channel(release string) string {
	if all := Channels(release); len(all) > 0 {
		return all[0]
	}
	return ""
}

// RejectChannel returns why OCM does not set the channel of a cluster: the channel must be one of those that the cluster's release is in
// (available_channels of a version: openshift/rosa master d80ba25 pkg/ocm/versions.go, GetAvailableChannels). Channels contain the releases
// of their minor version and of the two before, from which upgrades lead to it (the page that RejectUpgrade names).
func RejectChannel(release, channel string) error {
	version, err := semver.Parse(release)
	if err != nil || channel == "" {
		return nil //nolint:nilerr // RejectUpgrade rejects what is not a release
	}
	minor, err := minorOf(channel)
	if err != nil {
		return err
	}
	if version.Major != minor.Major || version.Minor > minor.Minor || version.Minor+2 < minor.Minor {
		return fmt.Errorf("the release %s is not available in channel '%s'", release, channel)
	}
	return nil
}

// Channels returns the stable channels that a release is in.
func Channels(release string) []string {
	version, err := semver.Parse(release)
	if err != nil {
		return nil
	}
	var all []string
	for minor := version.Minor; minor <= version.Minor+2; minor++ {
		all = append(all, fmt.Sprintf("stable-%d.%d", version.Major, minor))
	}
	return all
}

// channels are the groups of channels (terraform-provider-rhcs v1.7.7 provider/clusterrosa/hcp/resource.go, channel).
var channels = regexp.MustCompile(`^(?:stable|fast|candidate|eus)-(\d+\.\d+)$`)

// minorOf returns the minor version of a channel.
func minorOf(channel string) (semver.Version, error) {
	parts := channels.FindStringSubmatch(channel)
	if parts == nil {
		return semver.Version{}, fmt.Errorf("channel must be in format '<channel_group>-<version>' (e.g., 'stable-4.16'), not '%s'", channel)
	}
	return semver.Parse(parts[1] + ".0")
}

// RejectChannelAndVersion returns RHCS's error for a change of the channel and of the release in one update (terraform-provider-rhcs
// v1.7.7 provider/clusterrosa, validateChannelAndVersionChanges).
func RejectChannelAndVersion(channel, version bool) error {
	if !channel || !version {
		return nil
	}
	//nolint:staticcheck // the provider's words
	return errors.New("Cannot change channel and version simultaneously: channel changes and version upgrades must be performed in " +
		"separate operations. Please apply one change at a time.")
}

// poolSkew is how many minor versions a pool can be older than its control plane ("Your control plane only supports machine pools within
// two minor y-stream versions": openshift/openshift-docs modules/rosa-hcp-upgrading-cli-control-plane.adoc, 4.22).
const poolSkew = 2

// RejectPool returns why OCM rejects the release of a machine pool: pools follow their control plane, at most two minor versions behind
// (terraform-provider-rhcs v1.7.7 tests/e2e/hcp_machine_pool_test.go has the second message).
func RejectPool(controlPlane, pool string) error {
	newest, err := semver.Parse(controlPlane)
	if err != nil || pool == "" {
		return nil //nolint:nilerr // RejectVersion rejects what is not a release
	}
	wanted, err := semver.Parse(pool)
	switch {
	case err != nil:
		return nil //nolint:nilerr // RejectVersion rejects what is not a release
	case wanted.GT(newest):
		return fmt.Errorf("the release %s of the machine pool must not be newer than that of the control plane, %s", pool, controlPlane)
	case wanted.Major == newest.Major && wanted.Minor+poolSkew < newest.Minor:
		return fmt.Errorf("the release %s of the machine pool must be no less than %d minor versions behind the control plane version, %s",
			pool, poolSkew, controlPlane)
	}
	return nil
}
