// Package ocm has the rules of OpenShift Cluster Manager (OCM), and the states of what it manages. Two fakes apply them: that of the RHCS
// provider in internal/fake/rhcs, which keeps the provider's properties, and that of OCM's API in test/lab/ocm, which keeps the API's
// objects.
//
// Where a source is named, an error has OCM's words; other errors describe the same rule.
package ocm

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const (
	// maxName is the longest name of a cluster (openshift/rosa pkg/ocm/helpers.go, MaxClusterNameLength).
	maxName = 54
	// maxDomainPrefix is the longest domain prefix. A cluster with a longer name gets a random one.
	maxDomainPrefix = 15
	// maxInfraName is how much of a cluster's name its infrastructure ID has (openshift/installer pkg/asset/installconfig/clusterid.go).
	maxInfraName = 21
)

// label is the format of names and domain prefixes (openshift/rosa pkg/ocm/helpers.go, ClusterNameRE).
var label = regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)

// Cluster has the properties that the rules read of a cluster, or of the request for one.
type Cluster struct {
	ID, Name, DomainPrefix, Region, BillingAccountID, OIDCConfig string
	// Release is the one that the cluster has or, of a request, the one that is requested.
	Release, Channel string
	// Hosted is whether the control plane is hosted, ExternalAuth whether an OIDC issuer authenticates users in place of the OAuth server.
	Hosted, ExternalAuth bool
	// Protected is whether the cluster cannot be deleted.
	Protected bool
	// Zones, Subnets and InstanceType belong to the initial machine pools.
	Zones        int
	Subnets      []string
	InstanceType string
}

// Reject returns why OCM rejects a request for the cluster in any account; nil if it accepts it.
func (c Cluster) Reject() error {
	if c.Name != "" && (len(c.Name) > maxName || !label.MatchString(c.Name)) {
		return fmt.Errorf("the name '%s' of the cluster is not valid: at most %d lower-case letters, digits and hyphens, a letter first",
			c.Name, maxName)
	}
	if c.DomainPrefix != "" && (len(c.DomainPrefix) > maxDomainPrefix || !label.MatchString(c.DomainPrefix)) {
		return fmt.Errorf("the domain prefix '%s' is not valid: at most %d lower-case letters, digits and hyphens, a letter first",
			c.DomainPrefix, maxDomainPrefix)
	}
	// RHCS has the billing account optional for GovCloud only (openshift/rosa#1665 has the message; terraform-provider-rhcs#947).
	if c.Hosted && c.BillingAccountID == "" && !strings.HasPrefix(c.Region, "us-gov-") {
		return errors.New("The billing_account_id cannot be empty") //nolint:staticcheck // OCM's words
	}
	return RejectChannel(c.Release, c.Channel)
}

// Prefix returns the domain prefix: the requested one, or the name if it is short enough; random returns digits for a longer name.
func (c Cluster) Prefix(random func(digits int) string) string {
	switch {
	case c.DomainPrefix != "":
		return c.DomainPrefix
	case len(c.Name) <= maxDomainPrefix:
		return c.Name
	}
	return "p" + random(maxDomainPrefix-1)
}

// InfraID returns the infrastructure ID: the beginning of the name, and random digits.
func (c Cluster) InfraID(digits string) string {
	return strings.TrimRight(c.Name[:min(maxInfraName, len(c.Name))], "-") + "-" + digits
}

// APIPort returns the port of the API server. That of a hosted control plane is behind a router.
func (c Cluster) APIPort() string {
	if c.Hosted {
		return ":443"
	}
	return ":6443"
}

// RejectBreakGlass returns why OCM creates no break-glass credential of the cluster.
func (c Cluster) RejectBreakGlass() error {
	if c.ExternalAuth {
		return nil
	}
	//nolint:staticcheck // the words of the provider, terraform-provider-rhcs v1.7.7 provider/breakglasscredential
	return fmt.Errorf("External Authentication Configuration is not enabled for cluster '%s'", c.ID)
}

// RejectDeletion returns why OCM does not delete the cluster.
func (c Cluster) RejectDeletion() error {
	if c.Protected {
		return fmt.Errorf("delete protection is enabled for cluster '%s'", c.ID)
	}
	return nil
}

// Account has what belongs to an organization in OCM.
type Account struct {
	Clusters []Cluster
	Pools    []Pool
}

// Cluster returns the cluster with an ID.
func (a Account) Cluster(id string) (Cluster, bool) {
	at := slices.IndexFunc(a.Clusters, func(c Cluster) bool { return c.ID == id })
	if at < 0 {
		return Cluster{}, false
	}
	return a.Clusters[at], true
}

// RejectCluster returns why OCM rejects a request for a cluster: names and domain prefixes exist once. The random prefix of a longer name is
// not in use, and the name itself is too long to be one.
func (a Account) RejectCluster(request Cluster) error {
	prefix := cmp.Or(request.DomainPrefix, request.Name)
	for _, other := range a.Clusters {
		if other.Name == request.Name {
			return fmt.Errorf("the name '%s' is taken already (%s)", request.Name, other.ID)
		}
		if other.DomainPrefix == prefix {
			return fmt.Errorf("the domain prefix '%s' is taken already (%s)", prefix, other.ID)
		}
	}
	return nil
}

// RejectConfigDeletion returns why OCM does not delete an OIDC configuration.
func (a Account) RejectConfigDeletion(id string) error {
	for _, cluster := range a.Clusters {
		if cluster.OIDCConfig == id {
			return fmt.Errorf("the OIDC configuration '%s' is used by cluster '%s'", id, cluster.ID)
		}
	}
	return nil
}

// RejectPool returns why OCM rejects a request for a machine pool.
func (a Account) RejectPool(request Pool) error {
	cluster, _ := a.Cluster(request.Cluster)
	return rejectPoolRelease(cluster.Release, request.Release)
}

// RejectPoolDeletion returns why OCM does not delete a machine pool.
func (a Account) RejectPoolDeletion(deleted Pool) error {
	for _, pool := range a.Pools {
		if pool.Cluster == deleted.Cluster && pool.Name != deleted.Name {
			return nil
		}
	}
	return errors.New("there must be at least one machine pool")
}

// RejectUpgrade returns why OCM does not upgrade a cluster: "You cannot update the hosted control plane at the same time as any machine
// pool update" (openshift/openshift-docs modules/rosa-hcp-upgrading-cli-control-plane.adoc, 4.22).
func (a Account) RejectUpgrade(cluster Cluster, to string) error {
	if err := rejectRelease(cluster.Release, to, cluster.Channel); err != nil {
		return err
	}
	if slices.ContainsFunc(a.Pools, func(p Pool) bool { return p.Cluster == cluster.ID && p.Upgrading }) {
		return errors.New("there is already an upgrade of a machine pool in progress")
	}
	return nil
}

// RejectPoolUpgrade returns why OCM does not upgrade a machine pool, which follows its control plane.
func (a Account) RejectPoolUpgrade(pool Pool, to string) error {
	cluster, _ := a.Cluster(pool.Cluster)
	if err := rejectPoolRelease(cluster.Release, to); err != nil {
		return err
	}
	return rejectRelease(pool.Release, to, Channel(cluster.Release))
}
