package network

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// parseVpcCIDR notes what is wrong with a range that a VPC, or a subnet of one, is to have.
func parseVpcCIDR(p *check.Problems, path, text string) (netip.Prefix, bool) {
	cidr, ok := p.IPv4CIDR(path, text)
	if ok && (cidr.Bits() < shortestVpc || cidr.Bits() > longestSubnet) {
		p.Addf(path, "%s is no range that a VPC can have; AWS takes /%d to /%d", cidr, shortestVpc, longestSubnet)
		return cidr, false
	}
	return cidr, ok
}

// checkVpcRanges notes what is wrong with the ranges that a VPC is said to have: the first one, which is required, and the
// SecondaryCIDRs beside it. It returns those that are right.
func checkVpcRanges(p *check.Problems, path, field, first string, further []string) (ranges []netip.Prefix) {
	var apart []rangeOf
	add := func(path, text string) {
		if cidr, ok := parseVpcCIDR(p, path, text); ok {
			ranges = append(ranges, cidr)
			apart = append(apart, rangeOf{path, cidr})
		}
	}
	add(path+"."+field, first)
	for i, text := range further {
		add(fmt.Sprintf("%s.SecondaryCIDRs[%d]", path, i), text)
	}
	checkApart(p, apart)
	return ranges
}

// inName is a range as it stands in the names of resources.
func inName(cidr string) string {
	return strings.ReplaceAll(cidr, "/", "-")
}

// rangeOf is a range and the field that it came from.
type rangeOf struct {
	path string
	cidr netip.Prefix
}

// checkApart notes ranges that overlap, each at the field of the later one.
func checkApart(p *check.Problems, ranges []rangeOf) {
	for i, later := range ranges {
		for _, earlier := range ranges[:i] {
			if later.cidr.Overlaps(earlier.cidr) {
				p.Addf(later.path, "%s overlaps %s of %s; choose ranges that do not overlap", later.cidr, earlier.cidr, earlier.path)
			}
		}
	}
}

// within tells whether one of the outer ranges holds all of the inner one.
func within(inner netip.Prefix, outer []netip.Prefix) bool {
	return slices.ContainsFunc(outer, func(o netip.Prefix) bool {
		return o.Bits() <= inner.Bits() && o.Contains(inner.Addr())
	})
}
