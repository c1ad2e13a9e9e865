// Package clusternetwork has the rules for the address ranges of a cluster, self-managed or on ROSA.
package clusternetwork

import (
	"cmp"
	"math/bits"
	"net/netip"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Defaults of a Network (openshift/installer pkg/types/defaults/installconfig.go; ROSA has the same).
const (
	DefaultMachineCIDR = "10.0.0.0/16"
	DefaultServiceCIDR = "172.30.0.0/16"
	DefaultPodCIDR     = "10.128.0.0/14"
	DefaultHostPrefix  = 23
)

// Network is the set of address ranges of a cluster.
type Network struct {
	MachineCIDR, ServiceCIDR, PodCIDR string
	// HostPrefix is the prefix length of the pod range of a node.
	HostPrefix int
	// Zones is the number of zones of the machines.
	Zones int
	// Nodes is the number of nodes that the pod range must have room for; 0 if it is not known.
	Nodes int
}

// Limits are the differences between the kinds of clusters.
type Limits struct {
	// Hosted reports whether the control plane is hosted.
	Hosted bool
	// MinHostPrefix and MaxHostPrefix bound HostPrefix.
	MinHostPrefix, MaxHostPrefix int
	// MaxServicePrefix is the prefix length of the smallest range of services.
	MaxServicePrefix int
	// MaxNodes is the largest number of nodes.
	MaxNodes int
}

// WithDefaults returns a copy with defaults applied.
func (n Network) WithDefaults() Network {
	n.MachineCIDR = cmp.Or(n.MachineCIDR, DefaultMachineCIDR)
	n.ServiceCIDR = cmp.Or(n.ServiceCIDR, DefaultServiceCIDR)
	n.PodCIDR = cmp.Or(n.PodCIDR, DefaultPodCIDR)
	n.HostPrefix = cmp.Or(n.HostPrefix, DefaultHostPrefix)
	n.Zones = cmp.Or(n.Zones, 1)
	return n
}

// NodeLimit returns the number of nodes for which the pod range has addresses; 0 if a range is not valid.
func (n Network) NodeLimit() int {
	n = n.WithDefaults()
	pods, err := netip.ParsePrefix(n.PodCIDR)
	if err != nil || n.HostPrefix < pods.Bits() || n.HostPrefix > pods.Addr().BitLen() {
		return 0
	}
	return 1 << (n.HostPrefix - pods.Bits())
}

// Check reports ranges that are not valid, overlap or are too small, with defaults applied. It returns the machine range; the zero
// Prefix if it is not valid.
func (n Network) Check(p *check.Problems, path check.Path, limits Limits) netip.Prefix {
	n = n.WithDefaults()
	var ranges []check.Range
	add := func(field, text string) netip.Prefix {
		cidr, ok := p.IPv4CIDR(path.Field(field), text)
		if ok {
			ranges = append(ranges, check.Range{Path: path.Field(field), CIDR: cidr})
		}
		return cidr
	}
	machines, services, pods := add("MachineCIDR", n.MachineCIDR), add("ServiceCIDR", n.ServiceCIDR), add("PodCIDR", n.PodCIDR)
	p.Disjoint(ranges...)
	p.NotReservedByOVN(ranges...)
	if limits.Hosted {
		p.NotHostedAPI(ranges...)
	}
	p.AtLeast(path+".Zones", n.Zones, 1)
	n.checkMachines(p, path+".MachineCIDR", machines)
	checkServices(p, path+".ServiceCIDR", services, limits.MaxServicePrefix)
	p.Between(path+".Nodes", n.Nodes, 0, limits.MaxNodes)
	if p.Between(path+".HostPrefix", n.HostPrefix, limits.MinHostPrefix, limits.MaxHostPrefix) {
		n.checkPods(p, path+".PodCIDR", pods)
	}
	return machines
}

// checkMachines follows openshift/openshift-docs enterprise-4.19 networking/networking_overview/cidr-range-definitions.adoc.
func (n Network) checkMachines(p *check.Problems, path check.Path, machines netip.Prefix) {
	longest, zones := 25, "one zone"
	if n.Zones > 1 {
		longest, zones = 24, "several zones"
	}
	if machines.IsValid() && machines.Bits() > longest {
		p.Addf(path, "%s is too small for machines in %s; use /%d or larger", machines, zones, longest)
	}
	if machines.Addr().IsMulticast() {
		p.Addf(path, "%s is a range of multicast addresses; use another range, such as %s", machines, DefaultMachineCIDR)
	}
}

func checkServices(p *check.Problems, path check.Path, services netip.Prefix, longest int) {
	if services.Bits() > longest {
		p.Addf(path, "%s is too small for the services of a cluster; use /%d or larger", services, longest)
	}
}

func (n Network) checkPods(p *check.Problems, path check.Path, pods netip.Prefix) {
	switch limit := n.NodeLimit(); {
	case !pods.IsValid():
	case limit == 0:
		p.Addf(path, "%s is smaller than the /%d of one node; use a larger range or a longer HostPrefix", pods, n.HostPrefix)
	case n.Nodes > limit:
		p.Addf(path, "%s has addresses for %d nodes (/%d each); %d nodes need /%d or larger",
			pods, limit, n.HostPrefix, n.Nodes, n.HostPrefix-bits.Len(uint(n.Nodes-1)))
	}
}
