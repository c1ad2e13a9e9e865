package check

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
)

// IPv4CIDR parses a required IPv4 CIDR and reports what AWS would reject or store in another format: a text that is not one, and
// one with host bits. It reports whether text is one.
func (p *Problems) IPv4CIDR(path Path, text string) (netip.Prefix, bool) {
	if !p.Required(path, text) {
		return netip.Prefix{}, false
	}
	cidr, err := netip.ParsePrefix(text)
	switch {
	case err != nil || !cidr.Addr().Is4():
		p.addRulef(RuleFormat, path, "%q is not a valid IPv4 CIDR (for example, 10.0.0.0/16)", text)
	case cidr != cidr.Masked():
		p.addRulef(RuleFormat, path, "%q has host bits set; use %s", text, cidr.Masked())
	default:
		return cidr, true
	}
	return netip.Prefix{}, false
}

// PrefixLength reports a CIDR whose prefix is shorter than shortest or longer than longest.
func (p *Problems) PrefixLength(path Path, cidr netip.Prefix, shortest, longest int) bool {
	if bits := cidr.Bits(); bits < shortest || bits > longest {
		p.addRulef(RuleRange, path, "must be between /%d and /%d (got /%d)", shortest, longest, bits)
		return false
	}
	return true
}

// AWS accepts VPCs and subnets of /16 to /28 (Amazon VPC user guide, "VPC CIDR blocks").
const (
	ShortestVpc   = 16
	LongestSubnet = 28
)

// VpcCIDR parses the required CIDR of a VPC or a subnet: /16 to longest, and usable by instances.
func (p *Problems) VpcCIDR(path Path, text string, longest int) (netip.Prefix, bool) {
	cidr, ok := p.IPv4CIDR(path, text)
	if !ok || !p.PrefixLength(path, cidr, ShortestVpc, longest) {
		return cidr, false
	}
	if Within(cidr, unusable...) {
		p.Addf(path, "%s is reserved; use another range, such as 10.0.0.0/16", cidr)
		return cidr, false
	}
	return cidr, true
}

// unusable are the ranges that no network interface can have an address of: this network, loopback, link-local, multicast and
// future use (IANA IPv4 Special-Purpose Address Registry).
var unusable = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"),
	netip.MustParsePrefix("224.0.0.0/3"),
}

// VpcCIDRs checks a VPC's fields CIDR, of at most longest, and SecondaryCIDRs below path. It returns the valid ones, and whether CIDR
// is the first of them.
func (p *Problems) VpcCIDRs(path Path, primary string, secondary []string, longest int) (ranges []Range, ok bool) {
	cidr, ok := p.VpcCIDR(path+".CIDR", primary, longest)
	if ok {
		ranges = append(ranges, Range{Path: path + ".CIDR", CIDR: cidr})
	}
	for i, text := range secondary {
		element := Index(path+".SecondaryCIDRs", i)
		if cidr, ok := p.VpcCIDR(element, text, LongestSubnet); ok {
			ranges = append(ranges, Range{Path: element, CIDR: cidr})
		}
	}
	p.Disjoint(ranges...)
	return ranges, ok
}

// Range is a CIDR and the field that it comes from.
type Range struct {
	Path Path
	CIDR netip.Prefix
}

// Disjoint reports ranges that overlap, each at the path of the later one.
func (p *Problems) Disjoint(ranges ...Range) {
	for i, later := range ranges {
		for _, earlier := range ranges[:i] {
			if later.CIDR.Overlaps(earlier.CIDR) {
				message := fmt.Sprintf("%s overlaps %s", later.CIDR, earlier.CIDR)
				p.Add(&Problem{Path: later.Path, Rule: RuleOverlap, Message: message, Other: earlier.Path})
			}
		}
	}
}

// ovnReserved are the ranges that OVN-Kubernetes uses inside a cluster (openshift/openshift-docs enterprise-4.19
// networking/networking_overview/cidr-range-definitions.adoc).
var ovnReserved = []struct{ cidr, use string }{
	{"100.64.0.0/16", "its join switch"},
	{"100.88.0.0/16", "its transit switch"},
	{"169.254.0.0/17", "masquerading"},
}

// NotReservedByOVN reports a range that overlaps one that OVN-Kubernetes uses inside the cluster.
func (p *Problems) NotReservedByOVN(ranges ...Range) {
	for _, r := range ranges {
		for _, reserved := range ovnReserved {
			if r.CIDR.Overlaps(netip.MustParsePrefix(reserved.cidr)) {
				p.addRulef(RuleOverlap, r.Path, "%s overlaps %s, which OVN-Kubernetes reserves for %s", r.CIDR, reserved.cidr, reserved.use)
			}
		}
	}
}

// hostedAPI is the API server's address inside a cluster with a hosted control plane (openshift/hypershift release-4.19
// support/config/constants.go).
var hostedAPI = netip.MustParseAddr("172.20.0.1")

// NotHostedAPI reports a range that contains the address of a hosted control plane's API server.
func (p *Problems) NotHostedAPI(ranges ...Range) {
	for _, r := range ranges {
		if r.CIDR.Contains(hostedAPI) {
			p.addRulef(RuleOverlap, r.Path, "%s contains %s, the address of the hosted control plane's API server", r.CIDR, hostedAPI)
		}
	}
}

// Within reports whether one of the outer ranges contains all of the inner one.
func Within(inner netip.Prefix, outer ...netip.Prefix) bool {
	return slices.ContainsFunc(outer, func(o netip.Prefix) bool {
		return o.Bits() <= inner.Bits() && o.Contains(inner.Addr())
	})
}

// Addresses writes the number of addresses of an IPv4 range.
func Addresses(cidr netip.Prefix) string {
	return strconv.FormatUint(1<<(32-cidr.Bits()), 10)
}
