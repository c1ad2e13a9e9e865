package ingress

import (
	"net/netip"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// checkCIDR notes what AWS would refuse in a rule: anything but an IPv4 range without host bits.
func checkCIDR(p *check.Problems, path, cidr string) bool {
	if !p.Required(path, cidr) {
		return false
	}
	prefix, err := netip.ParsePrefix(cidr)
	switch {
	case err != nil || !prefix.Addr().Is4():
		p.Addf(path, "%q is no IPv4 range, such as 203.0.113.0/24", cidr)
	case prefix.Masked() != prefix:
		p.Addf(path, "%s has bits set after its mask; write %s", cidr, prefix.Masked())
	default:
		return true
	}
	return false
}
