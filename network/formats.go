package network

import (
	"encoding/json"
	"net/netip"
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The formats that the tags of this package name.
func init() {
	check.Named("service-name", check.NewFormat("service name", "ecr.api", check.DNSSubdomain.Match))
	check.Named("rule-name", check.NewFormat("rule name", "bastion", check.DNSSubdomain.Match))
	check.Named("json", check.NewFormat("JSON document", `{"Version":"2012-10-17","Statement":[]}`, func(text string) bool {
		return json.Valid([]byte(text))
	}))
	// The IPv6 CIDR of a VPC is /44 to /60 in increments of 4 (Amazon VPC user guide, "VPC CIDR blocks").
	check.Named("ipv6-cidr", check.NewFormat("IPv6 CIDR of /44, /48, /52, /56 or /60", "2600:1f16:abcd::/56", isVpcIPv6CIDR))
	// AWS adds fields, so their names are not checked (VPC User Guide, "Flow log records").
	check.Named("flow-log-fields", check.Pattern("list of fields", "${version} ${srcaddr}", `\$\{[a-z0-9-]+\}( \$\{[a-z0-9-]+\})*`))

	// Servers and domains of DHCP options.
	server := check.Named("ip-address", check.NewFormat("IP address", "10.0.0.2", isIPAddress))
	check.Named("dns-server", server.Or(check.NewFormat(amazonDNS, amazonDNS, func(text string) bool { return text == amazonDNS })))
	check.Named("dhcp-domain", check.DNSSubdomain.WithExample("corp.example.com"))

	// Hosts of a proxy: squid's dstdomain, and noProxy of ROSA, which excludes IPv6 (openshift/rosa pkg/aws/helpers.go).
	check.Named("proxy-hostname", check.Domain.WithExample("proxy.demo.internal"))
	check.Named("proxy-domain", check.NewFormat("domain", ".redhat.com", isProxyDomain))
	check.Named("no-proxy-host", check.NewFormat("IPv4 address, IPv4 CIDR or domain", ".example.com", isNoProxyHost))
}

func isVpcIPv6CIDR(text string) bool {
	cidr, err := netip.ParsePrefix(text)
	return err == nil && cidr.Addr().Is6() && cidr == cidr.Masked() && cidr.Bits() >= 44 && cidr.Bits() <= 60 && cidr.Bits()%4 == 0
}

func isIPAddress(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}

func isProxyDomain(text string) bool {
	labels := strings.Split(text, ".")
	return !isNumber(labels[len(labels)-1]) && check.DNSSubdomain.Match(strings.TrimPrefix(text, "."))
}

// isNumber reports whether text is a decimal, octal or hexadecimal number. Resolvers parse a host whose last label is one as an IPv4
// address, such as 2130706433 or 0x7f.1.
func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 0, 64)
	return err == nil
}

func isNoProxyHost(text string) bool {
	if cidr, err := netip.ParsePrefix(text); err == nil {
		return cidr.Addr().Is4()
	}
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is4() || isProxyDomain(text)
}
