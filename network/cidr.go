package network

import (
	"net/netip"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// longestVpc is the smallest Vpc: below /24, the subnets of 8 zone blocks would be smaller than /28.
const longestVpc = 24

// checkSubnetCIDR parses the CIDR of a subnet, which must be within the VPC's if these are known.
func checkSubnetCIDR(p *check.Problems, path, text string, vpc []check.Range) (check.Range, bool) {
	cidr, ok := p.VpcCIDR(path, text, check.LongestSubnet)
	outer := make([]netip.Prefix, len(vpc))
	for i, r := range vpc {
		outer[i] = r.CIDR
	}
	if ok && len(outer) > 0 && !check.Within(cidr, outer...) {
		p.Addf(path, "%s is not within the VPC's CIDRs %v", cidr, outer)
	}
	return check.Range{Path: path, CIDR: cidr}, ok
}

// inName writes a CIDR as it occurs in the names of resources.
func inName(cidr string) string {
	return strings.ReplaceAll(cidr, "/", "-")
}

// restricted are ranges that AWS adds to a VPC only if the VPC's primary CIDR is in the same one
// (Amazon VPC user guide, "VPC CIDR blocks", IPv4 CIDR block association restrictions).
var restricted = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("198.19.0.0/16"),
}

// incompatible are ranges within those that AWS does not add to a VPC of the same one (ibid.). AWS also rejects 10.0.0.0/16 if an
// earlier secondary CIDR is in 10.0.0.0/15.
var incompatible = []struct{ primary, secondary netip.Prefix }{
	{netip.MustParsePrefix("10.0.0.0/15"), netip.MustParsePrefix("10.0.0.0/16")},
	{netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("172.31.0.0/16")},
}

// checkAssociations reports secondary CIDRs that AWS does not add to a VPC with that primary CIDR.
func checkAssociations(p *check.Problems, primary netip.Prefix, secondary []check.Range) {
	reject := func(added check.Range, within netip.Prefix) {
		p.Addf(added.Path, "AWS does not add %s, a part of %s, to a VPC with primary CIDR %s; "+
			"use a range near the primary CIDR or in 100.64.0.0/10 (for example, 100.72.0.0/16)", added.CIDR, within, primary)
	}
	for _, added := range secondary {
		for _, private := range restricted {
			if private.Overlaps(added.CIDR) && !private.Overlaps(primary) {
				reject(added, private)
			}
		}
		for _, pair := range incompatible {
			if pair.primary.Overlaps(primary) && pair.secondary.Overlaps(added.CIDR) {
				reject(added, pair.secondary)
			}
		}
	}
}
