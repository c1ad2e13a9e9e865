package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestNetworkArgsWithDefaults(t *testing.T) {
	t.Parallel()
	want := &NetworkArgs{
		MachineCIDR: "10.0.0.0/16", ServiceCIDR: "172.30.0.0/16", PodCIDR: "10.128.0.0/14", HostPrefix: 23, Zones: 1,
	}
	assert.Equal(t, want, (*NetworkArgs)(nil).WithDefaults())
	custom := &NetworkArgs{
		MachineCIDR: "10.1.0.0/24", ServiceCIDR: "10.2.0.0/24", PodCIDR: "10.3.0.0/16", HostPrefix: 24, Zones: 3, Nodes: 9,
	}
	assert.Equal(t, custom, custom.WithDefaults())
}

func TestNetworkArgsNodeLimit(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 512, (&NetworkArgs{}).NodeLimit(), "a /14 has 512 /23")
	assert.Equal(t, 32, (&NetworkArgs{PodCIDR: "10.128.0.0/18"}).NodeLimit(), "a /18 has 32 /23")
}

func TestNetworkArgsValidate(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "cluster.NetworkArgs", map[string]checktest.Case{
		"defaults": {Reason: "the defaults do not overlap", Args: &NetworkArgs{}},
		"hosted API": {
			Reason: "172.20.0.1 is reserved by hosted control planes only",
			Args:   &NetworkArgs{ServiceCIDR: "172.20.0.0/16"},
		},
		"small shares": {
			Reason: "a self-managed cluster accepts prefixes longer than ROSA's 26",
			Args:   &NetworkArgs{HostPrefix: 27},
		},
		"largest": {
			Reason: "2000 nodes are tested",
			Args:   &NetworkArgs{PodCIDR: "11.0.0.0/8", HostPrefix: 22, Nodes: 2000},
		},
		"longest share": {
			Reason: "a node needs addresses for pods",
			Args:   &NetworkArgs{HostPrefix: 31},
			Want:   []string{".HostPrefix: range"},
		},
		"too many nodes": {
			Reason: "more than 2000 nodes are not tested",
			Args:   &NetworkArgs{PodCIDR: "11.0.0.0/8", HostPrefix: 22, Nodes: 2001},
			Want:   []string{".Nodes: range"},
		},
	})
}
