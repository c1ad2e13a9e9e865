package network

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"
)

const (
	// slots is how many zone blocks a VPC is cut into. It never changes: it decides every address.
	slots    = 8
	slotBits = 3
	// longestSubnet is the smallest subnet that AWS takes.
	longestSubnet = 28
	// noSlot is the slot of a zone whose subnets need none.
	noSlot = -1
)

// SubnetPlan shares out a VPC's addresses. The VPC is cut into 8 equal zone blocks; a zone's block is given by its slot
// and by nothing else, so that a zone that comes or goes never moves another one. The first half of a block begins with
// the zone's private subnet; the second half begins with its public subnet. The rest is spare.
//
//	10.0.0.0/16, zone us-east-2b, slot 1: block 10.0.32.0/19, private 10.0.32.0/20, public 10.0.48.0/22
//
// Unless sizes are chosen, a private subnet has all of its half, and a public one an eighth of the block (a /28 at the least).
// A chosen size never moves where a subnet begins. Ranges that are given subnet by subnet replace the plan's.
//
// Choose sizes before there is a cluster. A subnet cannot change its range: it is replaced, with what is in it, and AWS refuses
// the new one while it overlaps one that is there, as a subnet of another size does. A zone that is left out of one update and
// back in the next has its subnets made anew.
//
// The plan is part of the library's contract: a release never lays out the same arguments in another way.
type SubnetPlan struct {
	// CIDR is the VPC's range.
	CIDR netip.Prefix
	// Zones are in the order of their names.
	Zones []ZonePlan
}

// ZonePlan is one zone's share of a VPC.
type ZonePlan struct {
	// Zone is the availability zone, such as us-east-2a.
	Zone string
	// Slot is the number of the zone's block, 0 to 7; -1 for a zone that has none, because both of its subnets are given.
	Slot int
	// Block is the slot's range: planned subnets and the spare addresses. A zone without a slot has none.
	Block netip.Prefix
	// Private is the range of the private subnet.
	Private netip.Prefix
	// Public is the range of the public subnet.
	Public netip.Prefix
}

// SubnetCIDRs are the ranges of a zone's subnets where the plan is not to choose them.
type SubnetCIDRs struct {
	// Private is the private subnet's IPv4 range, /16 to /28. Default: the plan's. A change replaces the subnet; see SubnetPlan.
	Private string
	// Public is the public subnet's IPv4 range, /16 to /28. Default: the plan's. A change replaces the subnet; see SubnetPlan.
	Public string
}

// prefixLengths are the sizes of a plan's subnets, such as 20 for /20; 0 derives them from the block's.
type prefixLengths struct {
	private, public int
}

// planSubnets lays out a VPC of /16 to /24 for zones with different slots.
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
		Public:  part(part(block, half, 1), cmp.Or(lengths.public, min(block.Bits()+3, longestSubnet)), 0),
	}
}

// part returns the index-th of the equal parts that an IPv4 range has when it is cut into ranges of the given length.
func part(whole netip.Prefix, bits, index int) netip.Prefix {
	first := whole.Addr().As4()
	address := binary.BigEndian.Uint32(first[:]) + uint32(index)<<(32-bits)
	return netip.PrefixFrom(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))), bits)
}
