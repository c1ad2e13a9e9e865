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
	return cidr, ok && checkUsable(p, path, cidr)
}

// checkUsable notes a range that means the same on every machine: that of the machine itself, of its link, or of groups of receivers.
func checkUsable(p *check.Problems, path string, cidr netip.Prefix) bool {
	address := cidr.Addr()
	if address.IsLoopback() || address.IsLinkLocalUnicast() || address.IsMulticast() {
		p.Addf(path, "%s is kept for machines' own use; choose a range such as %s", cidr, DefaultCIDR)
		return false
	}
	return true
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

// withinOnly are ranges that AWS lets into a VPC only if the VPC's first range is in the same one
// (Amazon VPC user guide, "IPv4 CIDR block association restrictions").
var withinOnly = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"),
	netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("198.19.0.0/16"),
}

// notTogether are ranges within those that AWS does not add to a VPC of the same one (ibid.).
var notTogether = []struct{ first, further netip.Prefix }{
	{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("10.0.0.0/16")},
	{netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("172.31.0.0/16")},
}

// checkTogether notes further ranges that AWS does not add to a VPC whose first range is another one.
func checkTogether(p *check.Problems, first netip.Prefix, further []rangeOf) {
	for _, added := range further {
		for _, closed := range withinOnly {
			if closed.Overlaps(added.cidr) && !closed.Overlaps(first) {
				p.Addf(added.path, "%s is in %s, of which AWS adds nothing to a VPC of %s; use a range near %[3]s or one of 100.64.0.0/10", added.cidr, closed, first)
			}
		}
		for _, pair := range notTogether {
			if pair.first.Overlaps(first) && pair.further.Overlaps(added.cidr) {
				p.Addf(added.path, "%s is in %s, of which AWS adds nothing to a VPC of %s; use another range near %[3]s or one of 100.64.0.0/10", added.cidr, pair.further, first)
			}
		}
	}
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
