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
		"nothing":                 {"defaults fit each other", ClusterNetwork{}},
		"hosted":                  {"they fit ROSA's too", ClusterNetwork{Kind: RosaHCP}},
		"classic":                 {"they fit ROSA's too, with 249 machines of pools and 6 others", ClusterNetwork{Kind: RosaClassic, Zones: 3, Nodes: 255}},
		"full":                    {"a /14 has 512 shares of a /23", ClusterNetwork{Nodes: 512}},
		"hosted's full":           {"500 is ROSA's limit", ClusterNetwork{Kind: RosaHCP, Nodes: 500}},
		"smallest machine range":  {"a /25 in one zone", ClusterNetwork{MachineCIDR: "10.0.0.0/25"}},
		"smallest of three zones": {"a /24 in several zones", ClusterNetwork{MachineCIDR: "10.0.0.0/24", Zones: 3}},
		"neighbours":              {"ranges may touch", ClusterNetwork{MachineCIDR: "10.0.0.0/16", ServiceCIDR: "10.1.0.0/16", PodCIDR: "10.2.0.0/15"}},
		"next to OVN's":           {"100.65.0.0/16 is free", ClusterNetwork{ServiceCIDR: "100.65.0.0/16"}},
		"address of the API":      {"only hosted control planes keep 172.20.0.1", ClusterNetwork{ServiceCIDR: "172.20.0.0/16"}},
		"one node":                {"a pod range of one share", ClusterNetwork{PodCIDR: "10.128.0.0/23", Nodes: 1}},
		"small shares":            {"self-managed clusters take other sizes than ROSA", ClusterNetwork{HostPrefix: 27}},
		"largest":                 {"the tested maximum, with room for it", ClusterNetwork{PodCIDR: "11.0.0.0/8", HostPrefix: 22, Nodes: 2000}},
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
		"kind":                {"kinds are words", ClusterNetwork{Kind: "HCP"}, path + `Kind: "HCP" is no kind of cluster; use SelfManaged, RosaClassic or RosaHCP`},
		"no range":            {"a misspelt range", ClusterNetwork{PodCIDR: "10.128/14"}, path + `PodCIDR: "10.128/14" is no IPv4 range; write one such as 10.0.0.0/16`},
		"machines and pods":   {"the usual mistake: the whole of 10/8", ClusterNetwork{MachineCIDR: "10.0.0.0/8"}, path + "PodCIDR: 10.128.0.0/14 overlaps 10.0.0.0/8 of network.ClusterNetwork.MachineCIDR; choose ranges that do not overlap"},
		"services and pods":   {"services in the pods' range", ClusterNetwork{ServiceCIDR: "10.130.0.0/16"}, path + "PodCIDR: 10.128.0.0/14 overlaps 10.130.0.0/16 of network.ClusterNetwork.ServiceCIDR; choose ranges that do not overlap"},
		"join switch":         {"OVN's", ClusterNetwork{PodCIDR: "100.64.0.0/14"}, path + "PodCIDR: 100.64.0.0/14 overlaps 100.64.0.0/16, which is kept for OVN-Kubernetes's join switch; choose another range"},
		"transit switch":      {"OVN's", ClusterNetwork{ServiceCIDR: "100.88.4.0/22"}, path + "ServiceCIDR: 100.88.4.0/22 overlaps 100.88.0.0/16, which is kept for OVN-Kubernetes's transit switch; choose another range"},
		"masquerading":        {"OVN's", ClusterNetwork{ServiceCIDR: "169.254.64.0/18"}, path + "ServiceCIDR: 169.254.64.0/18 overlaps 169.254.0.0/17, which is kept for OVN-Kubernetes's masquerading; choose another range"},
		"hosted API":          {"the API inside of a hosted cluster", ClusterNetwork{Kind: RosaHCP, ServiceCIDR: "172.20.0.0/16"}, path + "ServiceCIDR: 172.20.0.0/16 overlaps 172.20.0.1/32, which is kept for the API of a hosted control plane; choose another range"},
		"few machines":        {"below a /25", ClusterNetwork{MachineCIDR: "10.0.0.0/26"}, path + "MachineCIDR: 10.0.0.0/26 is too small for machines in 1 zones; use /25 or larger"},
		"few machines a zone": {"several zones need twice that", ClusterNetwork{MachineCIDR: "10.0.0.0/25", Zones: 3}, path + "MachineCIDR: 10.0.0.0/25 is too small for machines in 3 zones; use /24 or larger"},
		"two zones":           {"two are several", ClusterNetwork{MachineCIDR: "10.0.0.0/25", Zones: 2}, path + "MachineCIDR: 10.0.0.0/25 is too small for machines in 2 zones; use /24 or larger"},
		"few pods":            {"a node's share does not fit", ClusterNetwork{PodCIDR: "10.128.0.0/24"}, path + "PodCIDR: 10.128.0.0/24 is smaller than one node's share, a /23; use a larger range or a larger network.ClusterNetwork.HostPrefix"},
		"many nodes":          {"shares run out", ClusterNetwork{PodCIDR: "10.128.0.0/18", Nodes: 33}, path + "PodCIDR: 10.128.0.0/18 holds the shares (/23) of 32 nodes; 33 nodes need /17 or larger"},
		"ROSA's share":        {"ROSA takes 23 to 26", ClusterNetwork{Kind: RosaClassic, HostPrefix: 22}, path + "HostPrefix: 22 is no share that a node can have; use 23 to 26"},
		"ROSA's nodes":        {"the limit of the service", ClusterNetwork{Kind: RosaClassic, Nodes: 256}, path + "Nodes: 256 is no number of nodes that a cluster of kind RosaClassic takes; use 1 to 255"},
		"negative nodes":      {"nothing is below none", ClusterNetwork{Nodes: -1}, path + "Nodes: -1 is no number of nodes that a cluster of kind SelfManaged takes; use 1 to 2000"},
		"negative zones":      {"nothing is below none", ClusterNetwork{Zones: -1}, path + "Zones: -1 is no number of zones; use 1 or more"},
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
