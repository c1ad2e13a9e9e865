package network

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const (
	// slots is the number of zone blocks of a VPC. It never changes, because all addresses depend on it.
	slots    = 8
	slotBits = 3
	// noSlot is the slot of a zone whose subnets do not need one.
	noSlot = -1
)

// SubnetPlan is the allocation of a VPC's addresses. The VPC is divided into 8 equal zone blocks; a zone's block depends on its slot
// only, so that adding or removing a zone never moves another one. The first half of a block begins with the zone's private subnet,
// the second half with its public subnet. The rest is unused.
//
//	10.0.0.0/16, zone us-east-2b, slot 1: block 10.0.32.0/19, private 10.0.32.0/20, public 10.0.48.0/22
//
// By default, a private subnet has all of its half, and a public one an eighth of the block, at least a /28. Another prefix length does
// not change the first address of a subnet. VpcArgs.Subnets overrides the CIDRs of single subnets.
//
// Choose sizes before you create a cluster. A subnet's CIDR cannot change: the subnet is replaced with everything in it, and AWS rejects
// the new one while it overlaps an existing one, as a subnet of another size does. Removing a zone in one update and adding it in the
// next creates its subnets anew.
//
// The plan is part of the library's contract: no release changes it for the same arguments.
type SubnetPlan struct {
	// CIDR is the VPC's primary CIDR.
	CIDR netip.Prefix
	// Zones are sorted by name.
	Zones []ZonePlan
}

// ZonePlan is one zone's share of a VPC.
type ZonePlan struct {
	// Zone is the zone's name, such as us-east-2a.
	Zone string
	// Slot is the index of the zone's block, 0 to 7; -1 for a zone without one, because the CIDRs of all its subnets are set.
	Slot int
	// Block is the CIDR of the slot: the planned subnets and unused addresses. It is not set for a zone without a slot.
	Block netip.Prefix
	// Private is the CIDR of the private subnet.
	Private netip.Prefix
	// Public is the CIDR of the public subnet.
	Public netip.Prefix
}

// SubnetCIDRs override the planned CIDRs of a zone's subnets.
type SubnetCIDRs struct {
	// Private is the private subnet's IPv4 CIDR, /16 to /28. Defaults to the planned one. A change replaces the subnet; see SubnetPlan.
	Private string
	// Public is the public subnet's IPv4 CIDR, /16 to /28. Defaults to the planned one. A change replaces the subnet; see SubnetPlan.
	Public string
}

// prefixLengths are the prefix lengths of the planned subnets, such as 20 for /20; 0 for the default of the block.
type prefixLengths struct {
	private, public int
}

// planSubnets plans the subnets of a VPC of /16 to /24 for zones with different slots.
func planSubnets(vpc netip.Prefix, lengths prefixLengths, slotOfZone map[string]int) SubnetPlan {
	plan := SubnetPlan{CIDR: vpc}
	for zone, slot := range slotOfZone {
		plan.Zones = append(plan.Zones, planZone(vpc, lengths, zone, slot))
	}
	slices.SortFunc(plan.Zones, func(a, b ZonePlan) int { return cmp.Compare(a.Zone, b.Zone) })
	return plan
}

func planZone(vpc netip.Prefix, lengths prefixLengths, zone string, slot int) ZonePlan {
	if slot == noSlot {
		return ZonePlan{Zone: zone, Slot: noSlot}
	}
	block := part(vpc, vpc.Bits()+slotBits, slot)
	half := block.Bits() + 1
	return ZonePlan{
		Zone:    zone,
		Slot:    slot,
		Block:   block,
		Private: part(block, cmp.Or(lengths.private, half), 0),
		Public:  part(part(block, half, 1), cmp.Or(lengths.public, min(block.Bits()+3, check.LongestSubnet)), 0),
	}
}

// part divides an IPv4 CIDR into CIDRs of the given prefix length and returns the one at index.
func part(whole netip.Prefix, bits, index int) netip.Prefix {
	first := whole.Addr().As4()
	address := binary.BigEndian.Uint32(first[:]) + uint32(index)<<(32-bits)
	return netip.PrefixFrom(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))), bits)
}
