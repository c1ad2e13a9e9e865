// Package partition knows AWS's partitions: separate clouds with their own ARNs and DNS suffixes.
package partition

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Partition is one of AWS's clouds.
type Partition struct {
	// ID is the second part of every ARN: aws, aws-us-gov, aws-cn.
	ID string
	// DNSSuffix ends the names of AWS's endpoints: amazonaws.com, amazonaws.com.cn.
	DNSSuffix string
}

// regionPrefix is how the names of a partition's regions begin.
type regionPrefix struct {
	prefix    string
	partition Partition
}

// The order matters only for prefixes of one another: us-isob before us-iso.
var byRegionPrefix = []regionPrefix{
	{"cn-", Partition{"aws-cn", "amazonaws.com.cn"}},
	{"us-gov-", Partition{"aws-us-gov", "amazonaws.com"}},
	{"us-isob-", Partition{"aws-iso-b", "sc2s.sgov.gov"}},
	{"us-iso-", Partition{"aws-iso", "c2s.ic.gov"}},
}

// OfRegion returns the partition that a region is in.
func OfRegion(region string) Partition {
	for _, known := range byRegionPrefix {
		if strings.HasPrefix(region, known.prefix) {
			return known.partition
		}
	}
	return Partition{"aws", "amazonaws.com"}
}

// ARN names a resource. Region and account are empty for services that leave them out, such as S3.
func (p Partition) ARN(service, region, account, resource string) string {
	return fmt.Sprintf("arn:%s:%s:%s:%s:%s", p.ID, service, region, account, resource)
}

// ServicePrincipal is what a role trusts so that a service may take it. EC2's has the partition's suffix in China
// (openshift/installer pkg/infrastructure/aws/clusterapi/iam.go).
func (p Partition) ServicePrincipal(service string) string {
	return service + "." + p.DNSSuffix
}

// HasAliasRecords tells whether Route 53 takes alias records to load balancers; where not, OpenShift uses CNAMEs
// (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
func (p Partition) HasAliasRecords() bool {
	return p.ID == "aws" || p.ID == "aws-cn"
}

var (
	region       = regexp.MustCompile(`^[a-z]{2}(-[a-z]+)+-\d+$`)
	regionOfZone = regexp.MustCompile(`^([a-z]{2}(?:-[a-z]+)+-\d+)(?:[a-z]|-[a-z0-9-]+)$`)
)

// IsRegion tells whether a text has the form of a region's name.
func IsRegion(text string) bool {
	return region.MatchString(text)
}

// RegionOfZone returns the region of a zone: us-east-2 of us-east-2a, us-west-2 of the local zone us-west-2-lax-1a.
func RegionOfZone(zone string) (string, bool) {
	match := regionOfZone.FindStringSubmatch(zone)
	if match == nil {
		return "", false
	}
	return match[1], true
}

// IsID reports whether text is the ID of a partition.
func IsID(text string) bool {
	return text == "aws" || slices.ContainsFunc(byRegionPrefix, func(known regionPrefix) bool { return known.partition.ID == text })
}
