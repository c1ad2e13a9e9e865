package network

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// proxyPort is squid's default port.
const proxyPort = 3128

// squidConfiguration allows the clients to connect to port 443, with AllowHTTP also to request http URLs on port 80, and nothing else.
// Link-local addresses, such as that of the instance metadata service, are denied, and so are private addresses outside of the
// private CIDRs. If domains are given, only these are allowed, and the subdomains of those that begin with a dot.
//
// Squid does not start with a domain that another one of its list covers, and ignores a CIDR that covers another one.
func (a *EgressProxyArgs) squidConfiguration() string {
	lines := []string{
		fmt.Sprintf("http_port %d", proxyPort), "acl clients src " + strings.Join(uncovered(a.clients(), cidrCovers), " "),
		"acl tls port 443", "acl link_local dst 169.254.0.0/16 fe80::/10",
		"acl private dst 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7", "http_access deny !clients",
	}
	if a.AllowHTTP {
		lines = append(lines, "acl web port 80", "http_access deny !CONNECT !web")
	} else {
		lines = append(lines, "http_access deny !CONNECT")
	}
	lines = append(lines, "http_access deny CONNECT !tls", "http_access deny to_localhost", "http_access deny link_local")
	if len(a.AllowedPrivateCIDRs) > 0 {
		lines = append(lines,
			"acl reachable dst "+strings.Join(uncovered(a.AllowedPrivateCIDRs, cidrCovers), " "), "http_access deny private !reachable")
	} else {
		lines = append(lines, "http_access deny private")
	}
	if len(a.AllowedDomains) > 0 {
		lines = append(lines, "acl allowed dstdomain "+strings.Join(uncovered(a.AllowedDomains, domainCovers), " "), "http_access deny !allowed")
	}
	lines = append(lines,
		"http_access allow clients",
		"http_access deny all",
		"cache deny all",
		"via off",
		"forwarded_for delete",
		"shutdown_lifetime 5 seconds",
	)
	return strings.Join(lines, "\n") + "\n"
}

// uncovered returns the values that no other one covers.
func uncovered(values []string, covers func(wide, narrow string) bool) []string {
	return slices.DeleteFunc(slices.Clone(values), func(narrow string) bool {
		return slices.ContainsFunc(values, func(wide string) bool { return wide != narrow && covers(wide, narrow) })
	})
}

func cidrCovers(wide, narrow string) bool {
	return check.Within(netip.MustParsePrefix(narrow), netip.MustParsePrefix(wide))
}

// domainCovers reports whether wide covers narrow: .redhat.com covers redhat.com, access.redhat.com and .access.redhat.com.
func domainCovers(wide, narrow string) bool {
	return strings.HasPrefix(wide, ".") && strings.HasSuffix("."+strings.TrimPrefix(narrow, "."), wide)
}

// squidUserData returns a script that installs squid from the distribution's packages. It retries because the network may not be
// available yet when the instance boots.
func squidUserData(configuration string) string {
	return `#!/bin/bash
set -euo pipefail
for attempt in $(seq 30); do
  dnf install --assumeyes squid && break
  sleep 10
done
cat > /etc/squid/squid.conf <<'CONFIGURATION'
` + configuration + `CONFIGURATION
systemctl enable --now squid
`
}
