package check

import (
	"fmt"
	"net/netip"
	"slices"
)

// IPv4CIDR notes the range at path if AWS would refuse it or store another: anything but IPv4 in CIDR notation without host
// bits. It returns the range, and tells whether it is one.
func (p *Problems) IPv4CIDR(path, text string) (netip.Prefix, bool) {
	if !p.Required(path, text) {
		return netip.Prefix{}, false
	}
	cidr, err := netip.ParsePrefix(text)
	switch {
	case err != nil || !cidr.Addr().Is4():
		p.Addf(path, "%q is no IPv4 range; write one such as 10.0.0.0/16", text)
	case cidr != cidr.Masked():
		p.Addf(path, "%s has host bits set; the range that holds it is %s", text, cidr.Masked())
	default:
		return cidr, true
	}
	return netip.Prefix{}, false
}

// IPv4CIDRs notes every range of a list that is wrong or given twice.
func (p *Problems) IPv4CIDRs(path string, texts []string) {
	for i, text := range texts {
		at := fmt.Sprintf("%s[%d]", path, i)
		if _, ok := p.IPv4CIDR(at, text); ok && slices.Contains(texts[:i], text) {
			p.Addf(at, "%s is given twice", text)
		}
	}
}
