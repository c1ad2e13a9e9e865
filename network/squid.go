package network

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// proxyPort is where squid listens unless it is told otherwise.
const proxyPort = 3128

// squidConfiguration lets clients make TLS connections and nothing else. Machines' metadata are out of reach. With domains,
// only these and, for those that begin with a dot, what is below them.
//
// Squid does not start with a domain that another one of its list covers, and ignores a range that covers another one.
func squidConfiguration(clients, domains []string) string {
	clients = uncovered(clients, rangeCovers)
	domains = uncovered(domains, domainCovers)
	lines := []string{
		fmt.Sprintf("http_port %d", proxyPort),
		"acl clients src " + strings.Join(clients, " "),
		"acl tls port 443",
		"acl link_local dst 169.254.0.0/16 fe80::/10",
		"http_access deny !clients",
		"http_access deny !CONNECT",
		"http_access deny CONNECT !tls",
		"http_access deny to_localhost",
		"http_access deny link_local",
	}
	if len(domains) > 0 {
		lines = append(lines, "acl allowed dstdomain "+strings.Join(domains, " "), "http_access deny !allowed")
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

func rangeCovers(wide, narrow string) bool {
	return within(netip.MustParsePrefix(narrow), []netip.Prefix{netip.MustParsePrefix(wide)})
}

// domainCovers is true for .redhat.com and each of redhat.com, access.redhat.com, .access.redhat.com.
func domainCovers(wide, narrow string) bool {
	return strings.HasPrefix(wide, ".") && strings.HasSuffix("."+strings.TrimPrefix(narrow, "."), wide)
}

// squidUserData installs squid from the distribution's packages. The network may come up a little later than the machine.
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
