package clusternetwork

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

var (
	selfManaged = Limits{MinHostPrefix: 1, MaxHostPrefix: 30, MaxServicePrefix: 25, MaxNodes: 2000}
	hosted      = Limits{Hosted: true, MinHostPrefix: 23, MaxHostPrefix: 26, MaxServicePrefix: 24, MaxNodes: 500}
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		network Network
		hosted  bool
		want    []string
	}{
		"defaults":        {reason: "the defaults do not overlap"},
		"hosted defaults": {reason: "a hosted control plane has the same defaults", hosted: true},
		"full":            {reason: "a /14 has 512 /23", network: Network{Nodes: 512}},
		"hosted limit": {
			reason:  "a hosted cluster has up to 500 nodes",
			hosted:  true,
			network: Network{Nodes: 500},
		},
		"one zone": {reason: "one zone needs a /25", network: Network{MachineCIDR: "10.0.0.0/25"}},
		"three zones": {
			reason:  "several zones need a /24",
			network: Network{MachineCIDR: "10.0.0.0/24", Zones: 3},
		},
		"adjacent": {
			reason:  "ranges can be adjacent",
			network: Network{MachineCIDR: "10.0.0.0/16", ServiceCIDR: "10.1.0.0/16", PodCIDR: "10.2.0.0/15"},
		},
		"next to the join switch": {
			reason:  "100.65.0.0/16 is not reserved",
			network: Network{ServiceCIDR: "100.65.0.0/16"},
		},
		"API address": {
			reason:  "only a hosted API server uses 172.20.0.1",
			network: Network{ServiceCIDR: "172.20.0.0/16"},
		},
		"one node": {
			reason:  "a /23 has room for one node",
			network: Network{PodCIDR: "10.128.0.0/23", Nodes: 1},
		},
		"not a range": {
			reason:  "a range is an IPv4 CIDR",
			network: Network{PodCIDR: "10.128/14"},
			want:    []string{"Network.PodCIDR: format"},
		},
		"host bits": {
			reason:  "a range has no host bits",
			network: Network{MachineCIDR: "10.1.2.3/16"},
			want:    []string{"Network.MachineCIDR: format"},
		},
		"machines and pods": {
			reason:  "10.0.0.0/8 contains the default pod range",
			network: Network{MachineCIDR: "10.0.0.0/8"},
			want:    []string{"Network.PodCIDR: overlap"},
		},
		"services and pods": {
			reason:  "services must not be in the pod range",
			network: Network{ServiceCIDR: "10.130.0.0/16"},
			want:    []string{"Network.PodCIDR: overlap"},
		},
		"join switch": {
			reason:  "OVN-Kubernetes reserves 100.64.0.0/16",
			network: Network{PodCIDR: "100.64.0.0/14"},
			want:    []string{"Network.PodCIDR: overlap"},
		},
		"hosted API": {
			reason:  "a hosted API server uses 172.20.0.1",
			hosted:  true,
			network: Network{ServiceCIDR: "172.20.0.0/16"},
			want:    []string{"Network.ServiceCIDR: overlap"},
		},
		"multicast": {
			reason:  "machines have unicast addresses",
			network: Network{MachineCIDR: "224.0.0.0/16"},
			want: []string{
				"Network.MachineCIDR: 224.0.0.0/16 is a range of multicast addresses; use another range, such as 10.0.0.0/16",
			},
		},
		"few services": {
			reason:  "a new cluster has more than 64 Services",
			network: Network{ServiceCIDR: "172.30.0.0/26"},
			want: []string{
				"Network.ServiceCIDR: 172.30.0.0/26 is too small for the services of a cluster; use /25 or larger",
			},
		},
		"few services of a hosted cluster": {
			reason:  "OCM rejects ranges below /24",
			hosted:  true,
			network: Network{ServiceCIDR: "172.30.0.0/25"},
			want: []string{
				"Network.ServiceCIDR: 172.30.0.0/25 is too small for the services of a cluster; use /24 or larger",
			},
		},
		"few addresses": {
			reason:  "one zone needs a /25",
			network: Network{MachineCIDR: "10.0.0.0/26"},
			want: []string{
				"Network.MachineCIDR: 10.0.0.0/26 is too small for machines in one zone; use /25 or larger",
			},
		},
		"two zones": {
			reason:  "two zones need a /24 as three do",
			network: Network{MachineCIDR: "10.0.0.0/25", Zones: 2},
			want: []string{
				"Network.MachineCIDR: 10.0.0.0/25 is too small for machines in several zones; use /24 or larger",
			},
		},
		"few pods": {
			reason:  "the pod range must have room for one node",
			network: Network{PodCIDR: "10.128.0.0/24"},
			want: []string{
				"Network.PodCIDR: 10.128.0.0/24 is smaller than the /23 of one node; use a larger range or a longer HostPrefix",
			},
		},
		"many nodes": {
			reason:  "a /18 has 32 /23",
			network: Network{PodCIDR: "10.128.0.0/18", Nodes: 33},
			want: []string{
				"Network.PodCIDR: 10.128.0.0/18 has addresses for 32 nodes (/23 each); 33 nodes need /17 or larger",
			},
		},
		"short prefix": {
			reason:  "ROSA accepts 23 to 26",
			hosted:  true,
			network: Network{HostPrefix: 22},
			want:    []string{"Network.HostPrefix: range"},
		},
		"long prefix": {
			reason:  "ROSA accepts 23 to 26",
			hosted:  true,
			network: Network{HostPrefix: 27},
			want:    []string{"Network.HostPrefix: range"},
		},
		"node limit": {
			reason:  "a hosted cluster has up to 500 nodes",
			hosted:  true,
			network: Network{Nodes: 501},
			want:    []string{"Network.Nodes: range"},
		},
		"negative": {
			reason:  "counts are not negative",
			network: Network{Nodes: -1, Zones: -1},
			want:    []string{"Network.Zones: range", "Network.Nodes: range"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := selfManaged
			if tt.hosted {
				limits = hosted
			}
			var p check.Problems
			tt.network.Check(&p, "Network", limits)
			checktest.Equal(t, tt.want, p.Err(), tt.reason)
		})
	}
}

// TestNodeLimit counts the node ranges in the pod range: that many nodes fit, and one more does not.
func TestNodeLimit(t *testing.T) {
	t.Parallel()
	valid := func(n Network) bool {
		var p check.Problems
		n.Check(&p, "Network", selfManaged)
		return p.Err() == nil
	}
	rapid.Check(t, func(t *rapid.T) {
		pods := rapid.IntRange(14, 23).Draw(t, "pods")
		share := rapid.IntRange(pods, 25).Draw(t, "share")
		n := Network{PodCIDR: fmt.Sprintf("192.0.0.0/%d", pods), HostPrefix: share}
		count := 0
		for at := uint32(192 << 24); netip.MustParsePrefix(n.PodCIDR).Contains(address(at)); at += 1 << (32 - share) {
			count++
		}
		if got := n.NodeLimit(); got != count {
			t.Fatalf("NodeLimit is %d, not %d", got, count)
		}
		if n.Nodes = min(count, selfManaged.MaxNodes); !valid(n) {
			t.Fatalf("%d nodes are rejected in %s", n.Nodes, n.PodCIDR)
		}
		if n.Nodes = count + 1; valid(n) {
			t.Fatalf("%d nodes are accepted in %s", n.Nodes, n.PodCIDR)
		}
	})
	assert.Zero(t, Network{PodCIDR: "10.128.0.0/24"}.NodeLimit(), "a /24 has no /23")
	assert.Zero(t, Network{HostPrefix: 33}.NodeLimit(), "an IPv4 prefix has up to 32 bits")
}

func address(n uint32) netip.Addr {
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
}

// FuzzCheck checks any CIDRs: a network without problems has addresses for its nodes.
func FuzzCheck(f *testing.F) {
	f.Add("10.0.0.0/16", "172.30.0.0/16", "10.128.0.0/14", 23, 3, 100)
	f.Add("10.0.0.0/24", "172.20.0.0/16", "fd01::/48", 64, 1, 1)
	f.Add("", "", "10.128.0.0/30", 30, 2, 2000)
	f.Add("0.0.0.0/0", "::/0", "0.0.0.0/0", 30, -1, -5)
	f.Fuzz(func(t *testing.T, machines, services, pods string, hostPrefix, zones, nodes int) {
		network := Network{
			MachineCIDR: machines, ServiceCIDR: services, PodCIDR: pods, HostPrefix: hostPrefix, Zones: zones, Nodes: nodes,
		}
		for _, limits := range []Limits{selfManaged, hosted} {
			var p check.Problems
			network.Check(&p, "Network", limits)
			if p.Err() == nil {
				assert.GreaterOrEqual(t, network.NodeLimit(), max(nodes, 1))
			}
		}
	})
}
