package network

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSquidConfiguration(t *testing.T) {
	t.Parallel()
	assert.Equal(t, `http_port 3128
acl clients src 10.0.0.0/16 10.99.0.0/16
acl tls port 443
acl link_local dst 169.254.0.0/16 fe80::/10
acl private dst 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7
http_access deny !clients
http_access deny !CONNECT
http_access deny CONNECT !tls
http_access deny to_localhost
http_access deny link_local
http_access deny private
acl allowed dstdomain quay.io .redhat.com
http_access deny !allowed
http_access allow clients
http_access deny all
cache deny all
via off
forwarded_for delete
shutdown_lifetime 5 seconds
`, squid(func(a *EgressProxyArgs) {
		a.AllowedCIDRs, a.AllowedDomains = []string{"10.99.0.0/16"}, []string{"quay.io", ".redhat.com"}
	}))
	assert.NotContains(t, squid(func(*EgressProxyArgs) {}), "allowed")
}

// squid returns the configuration of a proxy in a VPC with the CIDR 10.0.0.0/16.
func squid(change func(*EgressProxyArgs)) string {
	args := &EgressProxyArgs{Network: Network{CIDR: "10.0.0.0/16"}}
	change(args)
	return args.squidConfiguration()
}

// TestSquidForwardsHTTP: without AllowHTTP only CONNECT is allowed; with it, requests without CONNECT are allowed to
// port 80, and CONNECT to port 443 as before.
func TestSquidForwardsHTTP(t *testing.T) {
	t.Parallel()
	configuration := squid(func(a *EgressProxyArgs) { a.AllowHTTP = true })
	assert.Contains(t, configuration, "acl web port 80\nhttp_access deny !CONNECT !web\nhttp_access deny CONNECT !tls\n")
	assert.NotContains(t, configuration, "deny !CONNECT\n")
	assert.NotContains(t, squid(func(*EgressProxyArgs) {}), "port 80")
}

func TestSquidConnectsToChosenPrivateAddressesOnly(t *testing.T) {
	t.Parallel()
	configuration := squid(func(a *EgressProxyArgs) {
		a.AllowedPrivateCIDRs = []string{"10.7.0.0/16", "10.7.1.0/24"}
	})
	assert.Contains(t, configuration, "\nacl reachable dst 10.7.0.0/16\nhttp_access deny private !reachable\n")
	assert.Less(t, strings.Index(configuration, "deny private"), strings.Index(configuration, "allow clients"))
}

// TestSquidListsCoverNothingTwice: squid does not start with, or ignores, entries that another entry covers.
func TestSquidListsCoverNothingTwice(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"quay.io .quay.io":                                ".quay.io",
		".quay.io cdn01.quay.io":                          ".quay.io",
		".cdn.quay.io .quay.io .redhat.com":               ".quay.io .redhat.com",
		"quay.io cdn01.quay.io":                           "quay.io cdn01.quay.io",
		".quay.io myquay.io .myquay.io":                   ".quay.io .myquay.io",
		"access.redhat.com registry.access.redhat.com":    "access.redhat.com registry.access.redhat.com",
		".com redhat.com .access.redhat.com example.test": ".com example.test",
	} {
		assert.Contains(t, squid(func(a *EgressProxyArgs) { a.AllowedDomains = strings.Fields(list) }),
			"\nacl allowed dstdomain "+want+"\n", list)
	}
	for list, want := range map[string]string{
		"10.0.0.0/16 10.0.0.0/8":                 "10.0.0.0/8",
		"10.0.0.0/16 10.0.128.0/17":              "10.0.0.0/16",
		"10.0.0.0/16 10.1.0.0/16 192.168.0.0/24": "10.0.0.0/16 10.1.0.0/16 192.168.0.0/24",
	} {
		assert.Contains(t, squid(func(a *EgressProxyArgs) {
			cidrs := strings.Fields(list)
			a.Network.CIDR, a.AllowedCIDRs = cidrs[0], cidrs[1:]
		}), "\nacl clients src "+want+"\n", list)
	}
}

func TestSquidUserData(t *testing.T) {
	t.Parallel()
	script := squidUserData("http_port 3128\n")
	assert.Contains(t, script, "<<'CONFIGURATION'\nhttp_port 3128\nCONFIGURATION\n")
	assert.Less(t, len(script), 16*1024, "EC2's limit")
	shell := exec.Command("bash", "-n")
	shell.Stdin = strings.NewReader(script)
	output, err := shell.CombinedOutput()
	require.NoError(t, err, string(output))
}
