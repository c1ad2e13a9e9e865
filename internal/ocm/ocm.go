// Package ocm has the rules of OpenShift Cluster Manager (OCM) that the fakes of this repository apply: that of the RHCS provider in
// internal/fake/rhcs, and that of OCM's API in internal/lab/ocm.
//
// Where a source is named, an error has OCM's words; other errors describe the same rule.
package ocm

import (
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

// RejectUpgrade returns why OCM does not upgrade a cluster or a pool: releases only rise, and by at most one minor version.
func RejectUpgrade(from, to string) error {
	old, err := semver.Parse(from)
	if err != nil {
		return fmt.Errorf("the release '%s' is not valid", from)
	}
	wanted, err := semver.Parse(to)
	if err != nil {
		return fmt.Errorf("the release '%s' is not valid", to)
	}
	switch {
	case wanted.Equals(old):
		return nil
	case wanted.LT(old):
		return errors.New("cluster version is already above the requested version")
	case wanted.Major != old.Major || wanted.Minor > old.Minor+1:
		return fmt.Errorf("desired version (%s) is not in the list of available upgrades of %s", to, from)
	}
	return nil
}

// RejectPool returns why OCM rejects the release of a machine pool: pools follow their control plane.
func RejectPool(controlPlane, pool string) error {
	newest, err := semver.Parse(controlPlane)
	if err != nil || pool == "" {
		return nil //nolint:nilerr // RejectVersion rejects what is not a release
	}
	if wanted, err := semver.Parse(pool); err == nil && wanted.GT(newest) {
		return fmt.Errorf("the release %s of the machine pool must not be newer than that of the control plane, %s", pool, controlPlane)
	}
	return nil
}
