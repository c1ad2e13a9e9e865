package network

import (
	"net/netip"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// parseIPv4CIDR notes what is wrong with an IPv4 range in CIDR notation.
func parseIPv4CIDR(p *check.Problems, path, text string) (netip.Prefix, bool) {
	cidr, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		p.Addf(path, "%q is no CIDR; write an IPv4 range such as 10.0.0.0/16", text)
	case !cidr.Addr().Is4():
		p.Addf(path, "%s is no IPv4 range; write one such as 10.0.0.0/16", text)
	case cidr != cidr.Masked():
		p.Addf(path, "%s has host bits set; the range that holds it is %s", text, cidr.Masked())
	default:
		return cidr, true
	}
	return netip.Prefix{}, false
}
