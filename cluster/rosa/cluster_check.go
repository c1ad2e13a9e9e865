package rosa

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// clusterCheck checks what HCPArgs and ClassicArgs have in common against the cluster.
type clusterCheck struct {
	*check.Problems
	// path is rosa.HCPArgs or rosa.ClassicArgs.
	path check.Path
	// region and account belong to the cluster; empty if they are not known yet.
	region, account string
	hosted          bool
}

func newClusterCheck(p *check.Problems, path check.Path, region string, account pulumi.StringInput, hosted bool) clusterCheck {
	id, _ := check.Text(account)
	return clusterCheck{Problems: p, path: path, region: region, account: id, hosted: hosted}
}

// regionOf returns the region of a cluster: the explicit one, otherwise that of its zones.
func regionOf(explicit string, zones []string) string {
	if explicit != "" || len(zones) == 0 {
		return explicit
	}
	region, _ := partition.RegionOfZone(zones[0])
	return region
}

// isGov reports whether a region is in GovCloud.
func isGov(region string) bool {
	return partition.OfRegion(region).ID == "aws-us-gov"
}

// key reports a KMS key that machines in the region cannot use.
func (c clusterCheck) key(field string, key pulumi.Input) {
	c.ARNIn(c.path.Field(field), key, c.region)
}

// ownRole reports a role that is not in the cluster's account.
func (c clusterCheck) ownRole(field string, role pulumi.Input) {
	text, _ := check.Text(role)
	arn, _ := check.ParseARN(text)
	if check.RoleARN.Match(text) && c.role(field, role) && c.account != "" && arn.Account != c.account {
		c.Addf(c.path.Field(field), "%s is a role of account %s; must be a role of the cluster's account %s", text, arn.Account, c.account)
	}
}

// role reports a role of another partition.
func (c clusterCheck) role(field string, role pulumi.Input) bool {
	return c.ARNIn(c.path.Field(field), role, c.region)
}

// maxDomainPrefix is the length of the longest domain prefix (openshift/rosa pkg/ocm/helpers.go). A longer name is not one.
const maxDomainPrefix = 15

// hostedZones reports what a cluster in a VPC of another account needs, whose field is sharing. The names of the VPC owner's hosted
// zones consist of the domain prefix and the base domain (openshift/rosa#2388).
func (c clusterCheck) hostedZones(sharing, name, domainPrefix string, baseDomain pulumi.StringInput) {
	if baseDomain == nil {
		c.Addf(c.path+".BaseDNSDomain", "is required with %s", sharing)
	}
	if domainPrefix == "" && len(name) > maxDomainPrefix {
		c.Addf(c.path+".DomainPrefix", "is required with %s if Name has more than %d characters: "+
			"OCM would choose a random one, and the hosted zone's name must contain it", sharing, maxDomainPrefix)
	}
}

// Properties of a cluster with a meaning of their own. The provider sets the first two.
const (
	tfVersionProperty  = "rosa_tf_version"
	tfCommitProperty   = "rosa_tf_commit"
	creatorProperty    = "rosa_creator_arn"
	zeroEgressProperty = "zero_egress"
)

func (c clusterCheck) properties(properties map[string]string, creator pulumi.StringInput) {
	if len(properties) > 0 && creator == nil {
		c.Addf(c.path+".CreatorARN", "is required with Properties")
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		at := check.Key(c.path+".Properties", name)
		switch {
		case name == tfVersionProperty || name == tfCommitProperty:
			c.Addf(at, "must not be set: the provider sets it")
		case name == creatorProperty:
			c.Addf(at, "must not be set; use CreatorARN")
		case name == zeroEgressProperty && c.hosted:
			c.Addf(at, "must not be set; use ZeroEgress")
		case name == zeroEgressProperty:
			c.Addf(at, "is only supported by hosted control planes")
		default:
			c.RequiredFormat(at, name, propertyName)
		}
	}
}

// zone reports a zone of another region. An empty region stands for any.
func (c clusterCheck) zone(path check.Path, zone string) {
	if check.Zone.Match(zone) && !strings.HasPrefix(zone, c.region) {
		c.Addf(path, "must be in region %s (got %q)", c.region, zone)
	}
}
