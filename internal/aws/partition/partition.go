// Package partition has AWS's partitions: groups of regions with their own ARNs and DNS suffixes.
package partition

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Partition is an AWS partition.
type Partition struct {
	// ID is the second part of ARNs: aws, aws-us-gov, aws-cn.
	ID string
	// DNSSuffix is the domain of AWS's endpoints: amazonaws.com, amazonaws.com.cn.
	DNSSuffix string
}

// regionPrefix is the prefix of the names of a partition's regions.
type regionPrefix struct {
	prefix    string
	partition Partition
}

// byRegionPrefix are AWS's partitions except aws (aws/aws-sdk-go-v2 v1.39.2 internal/endpoints/awsrulesfn/partitions.json).
var byRegionPrefix = []regionPrefix{
	{"cn-", Partition{"aws-cn", "amazonaws.com.cn"}},
	{"us-gov-", Partition{"aws-us-gov", "amazonaws.com"}},
	{"us-isob-", Partition{"aws-iso-b", "sc2s.sgov.gov"}},
	{"us-isof-", Partition{"aws-iso-f", "csp.hci.ic.gov"}},
	{"us-iso-", Partition{"aws-iso", "c2s.ic.gov"}},
	{"eu-isoe-", Partition{"aws-iso-e", "cloud.adc-e.uk"}},
	{"eusc-", Partition{european, "amazonaws.eu"}},
}

// european is the AWS European Sovereign Cloud.
const european = "aws-eusc"

// OfRegion returns the partition that a region is in.
func OfRegion(region string) Partition {
	for _, known := range byRegionPrefix {
		if strings.HasPrefix(region, known.prefix) {
			return known.partition
		}
	}
	return Partition{"aws", "amazonaws.com"}
}

// ARN returns the ARN of a resource. Region and account are empty for services whose ARNs omit them, such as S3.
func (p Partition) ARN(service, region, account, resource string) string {
	return fmt.Sprintf("arn:%s:%s:%s:%s:%s", p.ID, service, region, account, resource)
}

// ServicePrincipal returns the principal of a service in a trust policy. EC2's has the partition's DNS suffix in China,
// but not in the European Sovereign Cloud (openshift/installer pkg/infrastructure/aws/clusterapi/iam.go).
func (p Partition) ServicePrincipal(service string) string {
	if p.ID == european {
		return service + ".amazonaws.com"
	}
	return service + "." + p.DNSSuffix
}

// HasAliasRecords reports whether Route 53 supports alias records of load balancers; if not, OpenShift uses CNAME records
// (openshift/installer upi/aws/cloudformation/02_cluster_infra.yaml).
func (p Partition) HasAliasRecords() bool {
	return p.ID == "aws" || p.ID == "aws-cn"
}

var (
	region       = regexp.MustCompile(`^(?:[a-z]{2}|eusc)(-[a-z]+)+-\d+$`)
	regionOfZone = regexp.MustCompile(`^((?:[a-z]{2}|eusc)(?:-[a-z]+)+-\d+)(?:[a-z]|-[a-z0-9-]+)$`)
)

// IsRegion reports whether text has the format of a region's name.
func IsRegion(text string) bool {
	return region.MatchString(text)
}

// RegionOfZone returns the region of a zone, and whether zone has the format of one: us-east-2 for us-east-2a, us-west-2 for the Local
// Zone us-west-2-lax-1a.
func RegionOfZone(zone string) (string, bool) {
	match := regionOfZone.FindStringSubmatch(zone)
	if match == nil {
		return "", false
	}
	return match[1], true
}

// IsAvailabilityZone reports whether zone has the format of an Availability Zone (us-east-2a), which neither a Local Zone
// (us-west-2-lax-1a) nor a Wavelength Zone has.
func IsAvailabilityZone(zone string) bool {
	region, ok := RegionOfZone(zone)
	return ok && len(zone) == len(region)+1
}

// IsID reports whether text is the ID of a partition.
func IsID(text string) bool {
	return text == "aws" || slices.ContainsFunc(byRegionPrefix, func(known regionPrefix) bool { return known.partition.ID == text })
}
