package network

import (
	"cmp"
	"net/netip"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The ranges of a cluster that names none (openshift/installer pkg/types/defaults; ROSA has the same).
const (
	DefaultServiceCIDR = "172.30.0.0/16"
	DefaultPodCIDR     = "10.128.0.0/14"
	DefaultHostPrefix  = 23
)

// ClusterKind is how a cluster is run. Kinds differ in the addresses that they keep for themselves and in their number of nodes.
type ClusterKind string

const (
	// SelfManaged is a cluster that openshift-install made.
	SelfManaged ClusterKind = "SelfManaged"
	// RosaClassic is a cluster that Red Hat runs in the user's account.
	RosaClassic ClusterKind = "RosaClassic"
	// RosaHCP is a cluster whose control plane is in Red Hat's account.
	RosaHCP ClusterKind = "RosaHCP"
)

// maxNodes are the nodes that a kind of cluster has at most, all of them counted: those of machine pools (openshift/rosa
// pkg/machinepool/helper.go) and, on ROSA Classic, 3 of the control plane and 3 for infrastructure; for self-managed clusters
// openshift-docs scalability_and_performance, tested maximums.
var maxNodes = map[ClusterKind]int{
	SelfManaged: 2000,
	RosaClassic: 249 + 3 + 3,
	RosaHCP:     500,
}

// ClusterNetwork is the set of ranges that a cluster uses: they may not overlap each other, nor what OpenShift keeps for itself.
// None of them can change after the cluster is made, except that self-managed clusters can widen the pods'.
//
//	ranges := network.ClusterNetwork{MachineCIDR: vpc.CIDR, Nodes: 60}.WithDefaults()
//	err := ranges.Validate()
type ClusterNetwork struct {
	// Kind is how the cluster is run. Default SelfManaged.
	Kind ClusterKind
	// MachineCIDR is the range of the machines: the VPC's. Default 10.0.0.0/16. At least a /25, of which ROSA with several zones needs a /24.
	MachineCIDR string
	// ServiceCIDR is the range of services. Default 172.30.0.0/16.
	ServiceCIDR string
	// PodCIDR is the range of pods. Default 10.128.0.0/14.
	PodCIDR string
	// HostPrefix is the size of each node's share of PodCIDR, such as 23 for /23: ROSA takes 23 to 26. Default 23,
	// which is 510 pods.
	HostPrefix int
	// Zones is how many zones the machines are in. Default 1.
	Zones int
	// Nodes is how many nodes the cluster is ever to have, those of the control plane and for infrastructure included where they are
	// in the cluster: each has a share of PodCIDR. Default: no matter.
	Nodes int
}

// reservedRange is a range that a cluster cannot use, and whose it is.
type reservedRange struct {
	cidr netip.Prefix
	what string
}

// reservedByOVN is what OVN-Kubernetes uses inside of the cluster (openshift-docs networking, "CIDR range definitions";
// openshift/hypershift api/hypershift/v1beta1/operator.go).
var reservedByOVN = []reservedRange{
	{netip.MustParsePrefix("100.64.0.0/16"), "OVN-Kubernetes's join switch"},
	{netip.MustParsePrefix("100.88.0.0/16"), "OVN-Kubernetes's transit switch"},
	{netip.MustParsePrefix("169.254.0.0/17"), "OVN-Kubernetes's masquerading"},
}

// reservedByHostedControlPlane is the address of the API inside of such a cluster (openshift/hypershift support/config/constants.go).
var reservedByHostedControlPlane = reservedRange{netip.MustParsePrefix("172.20.0.1/32"), "the API of a hosted control plane"}

// WithDefaults returns the ranges with those filled in that are not given.
func (n ClusterNetwork) WithDefaults() ClusterNetwork {
	n.Kind = cmp.Or(n.Kind, SelfManaged)
	n.MachineCIDR = cmp.Or(n.MachineCIDR, DefaultCIDR)
	n.ServiceCIDR = cmp.Or(n.ServiceCIDR, DefaultServiceCIDR)
	n.PodCIDR = cmp.Or(n.PodCIDR, DefaultPodCIDR)
	n.HostPrefix = cmp.Or(n.HostPrefix, DefaultHostPrefix)
	n.Zones = cmp.Or(n.Zones, 1)
	return n
}

// NodeLimit is how many nodes the pods' range has a share for; 0 if the ranges are wrong.
func (n ClusterNetwork) NodeLimit() int {
	n = n.WithDefaults()
	pods, err := netip.ParsePrefix(n.PodCIDR)
	if err != nil || n.HostPrefix < pods.Bits() {
		return 0
	}
	return 1 << (n.HostPrefix - pods.Bits())
}

// Validate returns all problems of the ranges at once, each with its path and what is allowed.
func (n ClusterNetwork) Validate() error {
	var p check.Problems
	n.WithDefaults().check(&p)
	return p.Err()
}

func (n ClusterNetwork) check(p *check.Problems) {
	if maxNodes[n.Kind] == 0 {
		p.Addf("network.ClusterNetwork.Kind", "%q is no kind of cluster; use %s, %s or %s", n.Kind, SelfManaged, RosaClassic, RosaHCP)
	}
	var ranges []rangeOf
	for _, field := range []struct{ path, text string }{
		{"network.ClusterNetwork.MachineCIDR", n.MachineCIDR},
		{"network.ClusterNetwork.ServiceCIDR", n.ServiceCIDR},
		{"network.ClusterNetwork.PodCIDR", n.PodCIDR},
	} {
		if cidr, ok := p.IPv4CIDR(field.path, field.text); ok {
			ranges = append(ranges, rangeOf{field.path, cidr})
		}
	}
	checkApart(p, ranges)
	n.checkReserved(p, ranges)
	n.checkMachines(p)
	n.checkPods(p)
}

func (n ClusterNetwork) checkReserved(p *check.Problems, ranges []rangeOf) {
	reserved := reservedByOVN
	if n.Kind == RosaHCP {
		reserved = append(reserved[:len(reserved):len(reserved)], reservedByHostedControlPlane)
	}
	for _, given := range ranges {
		for _, other := range reserved {
			if given.cidr.Overlaps(other.cidr) {
				p.Addf(given.path, "%s overlaps %s, which is kept for %s; choose another range", given.cidr, other.cidr, other.what)
			}
		}
	}
}

// checkMachines follows openshift-docs networking, "CIDR range definitions".
func (n ClusterNetwork) checkMachines(p *check.Problems) {
	machines, err := netip.ParsePrefix(n.MachineCIDR)
	if err != nil {
		return
	}
	longest := 25
	if n.Zones > 1 {
		longest = 24
	}
	if machines.Bits() > longest {
		p.Addf("network.ClusterNetwork.MachineCIDR", "%s is too small for machines in %d zones; use /%d or larger", machines, n.Zones, longest)
	}
	if n.Zones < 0 {
		p.Addf("network.ClusterNetwork.Zones", "%d is no number of zones; use 1 or more", n.Zones)
	}
}

func (n ClusterNetwork) checkPods(p *check.Problems) {
	shortest, longest := 1, 30
	if n.Kind != SelfManaged {
		shortest, longest = 23, 26
	}
	if n.HostPrefix < shortest || n.HostPrefix > longest {
		p.Addf("network.ClusterNetwork.HostPrefix", "%d is no share that a node can have; use %d to %d", n.HostPrefix, shortest, longest)
		return
	}
	pods, err := netip.ParsePrefix(n.PodCIDR)
	switch limit := n.NodeLimit(); {
	case err != nil:
	case limit == 0:
		p.Addf("network.ClusterNetwork.PodCIDR", "%s is smaller than one node's share, a /%d; use a larger range or a larger network.ClusterNetwork.HostPrefix", pods, n.HostPrefix)
	case n.Nodes > limit:
		p.Addf("network.ClusterNetwork.PodCIDR", "%s holds the shares (/%d) of %d nodes; %d nodes need /%d or larger",
			pods, n.HostPrefix, limit, n.Nodes, n.HostPrefix-bitsFor(n.Nodes))
	}
	if most := maxNodes[n.Kind]; most > 0 && n.Nodes > most || n.Nodes < 0 {
		p.Addf("network.ClusterNetwork.Nodes", "%d is no number of nodes that a cluster of kind %s takes; use 1 to %d", n.Nodes, n.Kind, most)
	}
}

// bitsFor returns how many bits number so many things.
func bitsFor(count int) int {
	bits := 0
	for 1<<bits < count {
		bits++
	}
	return bits
}
