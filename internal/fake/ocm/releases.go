package ocm

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// rejectRelease returns why OCM does not upgrade a cluster on a channel, or a pool: releases only rise, and no further than the channel's
// minor version ("To update to a new minor release, you must change the channel to the next release channel": openshift/openshift-docs
// modules/rosa-hcp-upgrading-channels.adoc, 4.22). Without a channel, the cluster has that of its release.
func rejectRelease(from, to, channel string) error {
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
	case !release.InChannel(wanted, newest):
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
// of their minor version and of the two before, from which upgrades lead to it (the page that rejectRelease names).
func RejectChannel(of, channel string) error {
	version, err := semver.Parse(of)
	if err != nil || channel == "" {
		return nil //nolint:nilerr // rejectRelease rejects what is not a release
	}
	minor, err := minorOf(channel)
	if err != nil {
		return err
	}
	if !isAvailable(version, minor) {
		return fmt.Errorf("the release %s is not available in channel '%s'", of, channel)
	}
	return nil
}

func isAvailable(version, channel semver.Version) bool {
	return release.InChannel(version, channel) && !release.Behind(version, channel, 2)
}

// Channels returns the stable channels that a release is in.
func Channels(of string) []string {
	version, err := semver.Parse(of)
	if err != nil {
		return nil
	}
	var all []string
	for major := version.Major; major <= version.Major+1; major++ {
		for minor := range version.Minor + 3 {
			if isAvailable(version, semver.Version{Major: major, Minor: minor}) {
				all = append(all, fmt.Sprintf("stable-%d.%d", major, minor))
			}
		}
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
