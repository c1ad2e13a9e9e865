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
)

// SubnetPlan shares out a VPC's addresses. The VPC is cut into 8 equal zone blocks; a zone's block is given by its slot
// and by nothing else, so that a zone that comes or goes never moves another one. The first half of a block is the zone's
// private subnet; the second half begins with its public subnet, an eighth of the block (a /28 at the least). The rest is spare.
//
//	10.0.0.0/16, zone us-east-2b, slot 1: block 10.0.32.0/19, private 10.0.32.0/20, public 10.0.48.0/22
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
	// Slot is the number of the zone's block, 0 to 7.
	Slot int
	// Block holds both subnets and the spare addresses.
	Block netip.Prefix
	// Private is the first half of the block.
	Private netip.Prefix
	// Public is the beginning of the second half.
	Public netip.Prefix
}

// planSubnets lays out a VPC of /16 to /24 for zones with different slots.
func planSubnets(vpc netip.Prefix, slotOfZone map[string]int) SubnetPlan {
	plan := SubnetPlan{CIDR: vpc}
	for zone, slot := range slotOfZone {
		block := part(vpc, vpc.Bits()+slotBits, slot)
		secondHalf := part(block, block.Bits()+1, 1)
		plan.Zones = append(plan.Zones, ZonePlan{
			Zone:    zone,
			Slot:    slot,
			Block:   block,
			Private: part(block, block.Bits()+1, 0),
			Public:  part(secondHalf, min(block.Bits()+3, longestSubnet), 0),
		})
	}
	slices.SortFunc(plan.Zones, func(a, b ZonePlan) int { return cmp.Compare(a.Zone, b.Zone) })
	return plan
}

// part returns the index-th of the equal parts that an IPv4 range has when it is cut into ranges of the given length.
func part(whole netip.Prefix, bits, index int) netip.Prefix {
	first := whole.Addr().As4()
	address := binary.BigEndian.Uint32(first[:]) + uint32(index)<<(32-bits)
	return netip.PrefixFrom(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))), bits)
}
