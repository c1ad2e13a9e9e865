package network

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestClusterNetworkDefaults(t *testing.T) {
	t.Parallel()
	assert.Equal(t, ClusterNetwork{
		Kind: SelfManaged, MachineCIDR: "10.0.0.0/16", ServiceCIDR: "172.30.0.0/16", PodCIDR: "10.128.0.0/14", HostPrefix: 23, Zones: 1,
	}, ClusterNetwork{}.WithDefaults())
	own := ClusterNetwork{
		Kind: RosaClassic, MachineCIDR: "10.1.0.0/24", ServiceCIDR: "10.2.0.0/24", PodCIDR: "10.3.0.0/16", HostPrefix: 24, Zones: 3, Nodes: 9,
	}
	assert.Equal(t, own, own.WithDefaults())
}

func TestClusterNetworkAccepts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		ranges ClusterNetwork
	}{
		"nothing": {reason: "defaults fit each other", ranges: ClusterNetwork{}},
		"hosted":  {reason: "they fit ROSA's too", ranges: ClusterNetwork{Kind: RosaHCP}},
		"classic": {
			reason: "they fit ROSA's too, with 249 machines of pools and 6 others",
			ranges: ClusterNetwork{Kind: RosaClassic, Zones: 3, Nodes: 255},
		},
		"full": {
			reason: "a /14 has 512 shares of a /23",
			ranges: ClusterNetwork{Nodes: 512},
		},
		"hosted's full": {
			reason: "500 is ROSA's limit",
			ranges: ClusterNetwork{Kind: RosaHCP, Nodes: 500},
		},
		"smallest machine range": {
			reason: "a /25 in one zone",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/25"},
		},
		"smallest of three zones": {
			reason: "a /24 in several zones",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/24", Zones: 3},
		},
		"neighbours": {
			reason: "ranges may touch",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/16", ServiceCIDR: "10.1.0.0/16", PodCIDR: "10.2.0.0/15"},
		},
		"next to OVN's": {
			reason: "100.65.0.0/16 is free",
			ranges: ClusterNetwork{ServiceCIDR: "100.65.0.0/16"},
		},
		"address of the API": {
			reason: "only hosted control planes keep 172.20.0.1",
			ranges: ClusterNetwork{ServiceCIDR: "172.20.0.0/16"},
		},
		"one node": {
			reason: "a pod range of one share",
			ranges: ClusterNetwork{PodCIDR: "10.128.0.0/23", Nodes: 1},
		},
		"small shares": {
			reason: "self-managed clusters take other sizes than ROSA",
			ranges: ClusterNetwork{HostPrefix: 27},
		},
		"largest": {
			reason: "the tested maximum, with room for it",
			ranges: ClusterNetwork{PodCIDR: "11.0.0.0/8", HostPrefix: 22, Nodes: 2000},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, tt.ranges.Validate(), tt.reason)
		})
	}
}

func TestClusterNetworkRefuses(t *testing.T) {
	t.Parallel()
	const path = "network.ClusterNetwork."
	tests := map[string]struct {
		reason string
		ranges ClusterNetwork
		want   string
	}{
		"kind": {
			reason: "kinds are words",
			ranges: ClusterNetwork{Kind: "HCP"},
			want:   path + `Kind: "HCP" is no kind of cluster; use SelfManaged, RosaClassic or RosaHCP`,
		},
		"no range": {
			reason: "a misspelt range",
			ranges: ClusterNetwork{PodCIDR: "10.128/14"},
			want:   path + `PodCIDR: "10.128/14" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"machines and pods": {
			reason: "the usual mistake: the whole of 10/8",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/8"},
			want:   path + "PodCIDR: 10.128.0.0/14 overlaps 10.0.0.0/8 of network.ClusterNetwork.MachineCIDR; choose ranges that do not overlap",
		},
		"services and pods": {
			reason: "services in the pods' range",
			ranges: ClusterNetwork{ServiceCIDR: "10.130.0.0/16"},
			want:   path + "PodCIDR: 10.128.0.0/14 overlaps 10.130.0.0/16 of network.ClusterNetwork.ServiceCIDR; choose ranges that do not overlap",
		},
		"join switch": {
			reason: "OVN's",
			ranges: ClusterNetwork{PodCIDR: "100.64.0.0/14"},
			want:   path + "PodCIDR: 100.64.0.0/14 overlaps 100.64.0.0/16, which is kept for OVN-Kubernetes's join switch; choose another range",
		},
		"transit switch": {
			reason: "OVN's",
			ranges: ClusterNetwork{ServiceCIDR: "100.88.4.0/22"},
			want:   path + "ServiceCIDR: 100.88.4.0/22 overlaps 100.88.0.0/16, which is kept for OVN-Kubernetes's transit switch; choose another range",
		},
		"masquerading": {
			reason: "OVN's",
			ranges: ClusterNetwork{ServiceCIDR: "169.254.64.0/18"},
			want:   path + "ServiceCIDR: 169.254.64.0/18 overlaps 169.254.0.0/17, which is kept for OVN-Kubernetes's masquerading; choose another range",
		},
		"hosted API": {
			reason: "the API inside of a hosted cluster",
			ranges: ClusterNetwork{Kind: RosaHCP, ServiceCIDR: "172.20.0.0/16"},
			want:   path + "ServiceCIDR: 172.20.0.0/16 overlaps 172.20.0.1/32, which is kept for the API of a hosted control plane; choose another range",
		},
		"few machines": {
			reason: "below a /25",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/26"},
			want:   path + "MachineCIDR: 10.0.0.0/26 is too small for machines in 1 zones; use /25 or larger",
		},
		"few machines a zone": {
			reason: "several zones need twice that",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/25", Zones: 3},
			want:   path + "MachineCIDR: 10.0.0.0/25 is too small for machines in 3 zones; use /24 or larger",
		},
		"two zones": {
			reason: "two are several",
			ranges: ClusterNetwork{MachineCIDR: "10.0.0.0/25", Zones: 2},
			want:   path + "MachineCIDR: 10.0.0.0/25 is too small for machines in 2 zones; use /24 or larger",
		},
		"few pods": {
			reason: "a node's share does not fit",
			ranges: ClusterNetwork{PodCIDR: "10.128.0.0/24"},
			want:   path + "PodCIDR: 10.128.0.0/24 is smaller than one node's share, a /23; use a larger range or a larger network.ClusterNetwork.HostPrefix",
		},
		"many nodes": {
			reason: "shares run out",
			ranges: ClusterNetwork{PodCIDR: "10.128.0.0/18", Nodes: 33},
			want:   path + "PodCIDR: 10.128.0.0/18 holds the shares (/23) of 32 nodes; 33 nodes need /17 or larger",
		},
		"ROSA's share": {
			reason: "ROSA takes 23 to 26",
			ranges: ClusterNetwork{Kind: RosaClassic, HostPrefix: 22},
			want:   path + "HostPrefix: 22 is no share that a node can have; use 23 to 26",
		},
		"ROSA's nodes": {
			reason: "the limit of the service",
			ranges: ClusterNetwork{Kind: RosaClassic, Nodes: 256},
			want:   path + "Nodes: 256 is no number of nodes that a cluster of kind RosaClassic takes; use 1 to 255",
		},
		"negative nodes": {
			reason: "nothing is below none",
			ranges: ClusterNetwork{Nodes: -1},
			want:   path + "Nodes: -1 is no number of nodes that a cluster of kind SelfManaged takes; use 1 to 2000",
		},
		"negative zones": {
			reason: "nothing is below none",
			ranges: ClusterNetwork{Zones: -1},
			want:   path + "Zones: -1 is no number of zones; use 1 or more",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.EqualError(t, tt.ranges.Validate(), tt.want, tt.reason)
		})
	}
}

// TestClusterNetworkNodeLimit counts shares: so many fit, and one more does not.
func TestClusterNetworkNodeLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(14, 23).Draw(t, "pods")
		share := rapid.IntRange(bits, 25).Draw(t, "share")
		ranges := ClusterNetwork{PodCIDR: fmt.Sprintf("192.0.0.0/%d", bits), HostPrefix: share}
		count := 0
		for at := netip.MustParseAddr("192.0.0.0"); netip.MustParsePrefix(ranges.PodCIDR).Contains(at); at = part(netip.PrefixFrom(at, share), share, 1).Addr() {
			count++
		}
		if got := ranges.NodeLimit(); got != count {
			t.Fatalf("%d, not %d", got, count)
		}
		ranges.Nodes = min(count, maxNodes[SelfManaged])
		if err := ranges.Validate(); err != nil {
			t.Fatal(err)
		}
		ranges.Nodes = count + 1
		if err := ranges.Validate(); err == nil {
			t.Fatalf("%d nodes in %d shares", ranges.Nodes, count)
		}
	})
	assert.Zero(t, ClusterNetwork{PodCIDR: "10.128.0.0/24"}.NodeLimit())
}
