package network

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// checkLayout checks the addresses. Whether subnets overlap can only be told once everything else of them is right.
func (a *VpcArgs) checkLayout(all *check.Problems) {
	var p check.Problems
	vpc, ok := a.checkCIDR(&p)
	a.checkZones(&p)
	a.checkZoneSlots(&p)
	if ok {
		a.checkPrefixLengths(&p, vpc)
		a.checkSubnetCIDRs(&p, a.checkSecondaryCIDRs(&p, vpc))
	}
	if p.Err() == nil {
		checkApart(&p, a.subnetRanges())
	}
	all.Add(p.Err())
}

func (a *VpcArgs) checkCIDR(p *check.Problems) (netip.Prefix, bool) {
	const path = "network.VpcArgs.CIDR"
	cidr, ok := p.IPv4CIDR(path, a.CIDR)
	if ok && (cidr.Bits() < shortestVpc || cidr.Bits() > longestVpc) {
		p.Addf(path, "%s holds %d addresses; a VPC with room for %d zones holds 256 to 65536 (use /%d to /%d)",
			cidr, uint64(1)<<(32-cidr.Bits()), slots, shortestVpc, longestVpc)
		return cidr, false
	}
	return cidr, ok && checkUsable(p, path, cidr)
}

func (a *VpcArgs) checkZones(p *check.Problems) {
	const path = "network.VpcArgs.Zones"
	if !p.Required(path, a.Zones) {
		return
	}
	if len(a.Zones) > slots {
		p.Addf(path, "has %d zones; a VPC has room for %d", len(a.Zones), slots)
	}
	regions := map[string]bool{}
	for i, zone := range a.Zones {
		region, ok := partition.RegionOfZone(zone)
		switch {
		case !ok:
			p.Addf(path, "%q is no zone; write one such as us-east-2a", zone)
			continue
		case i > 0 && zone == a.Zones[i-1]:
			p.Addf(path, "%s is given twice", zone)
		}
		regions[region] = true
	}
	if len(regions) > 1 {
		p.Addf(path, "are in several regions (%v); a VPC is in one", slices.Sorted(maps.Keys(regions)))
	}
}

func (a *VpcArgs) checkZoneSlots(p *check.Problems) {
	const path = "network.VpcArgs.ZoneSlots"
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneSlots)) {
		slot := a.ZoneSlots[zone]
		if slot < 0 || slot >= slots {
			p.Addf(path, "%s has slot %d; slots are 0 to %d", zone, slot, slots-1)
		}
		if !slices.Contains(a.Zones, zone) {
			p.Addf(path, "%q is not in network.VpcArgs.Zones; add it there or remove it here", zone)
		}
	}
	zoneOfSlot := map[int]string{}
	for _, zone := range slices.Compact(slices.Clone(a.Zones)) {
		if _, isZone := partition.RegionOfZone(zone); !isZone || !a.needsSlot(zone) {
			continue
		}
		slot, ok := slotOf(zone, a.ZoneSlots)
		if !ok {
			p.Addf(path, "%s needs an entry; only standard zones a to f have a slot of their own (use 0 to %d, 6 and 7 are free)", zone, slots-1)
			continue
		}
		if other, taken := zoneOfSlot[slot]; taken {
			p.Addf(path, "%s and %s both have slot %d; give one of them a slot of its own", other, zone, slot)
		}
		zoneOfSlot[slot] = zone
	}
}

func (a *VpcArgs) checkNAT(p *check.Problems) {
	switch a.NAT {
	case NATPerZone, NATSingle:
	case NATNone:
		if a.NATZone != "" {
			p.Addf("network.VpcArgs.NATZone", "%s has no meaning with NAT mode %s; remove it or use %s", a.NATZone, NATNone, NATSingle)
		}
		return
	default:
		p.Addf("network.VpcArgs.NAT", "%q is no NAT mode; use %s, %s or %s", a.NAT, NATPerZone, NATSingle, NATNone)
		return
	}
	const path = "network.VpcArgs.NATZone"
	standard := a.standardZones()
	switch {
	case a.PrivateOnly:
		p.Addf("network.VpcArgs.NAT", "%s needs public subnets; use %s or remove network.VpcArgs.PrivateOnly", a.NAT, NATNone)
	case len(a.Zones) == 0:
	case len(standard) == 0:
		p.Addf("network.VpcArgs.NAT", "%s needs a standard zone for the gateway; add one to network.VpcArgs.Zones or use %s", a.NAT, NATNone)
	case a.NATZone != "" && !slices.Contains(standard, a.NATZone):
		p.Addf(path, "%q is not among the standard zones of network.VpcArgs.Zones; use one of %v", a.NATZone, standard)
	case a.NATZone == "" && a.NAT == NATSingle:
		p.Addf(path, "is required with NAT mode %s; name the zone of the gateway, one of %v", NATSingle, standard)
	case a.NATZone == "" && len(standard) < len(a.Zones):
		p.Addf(path, "is required because local and Wavelength zones have no NAT gateway; name the zone whose gateway they use, one of %v", standard)
	}
}

func (a *VpcArgs) checkNATAddresses(p *check.Problems) {
	const path = "network.VpcArgs.NATElasticIPAllocationIDs"
	for _, zone := range slices.Sorted(maps.Keys(a.NATElasticIPAllocationIDs)) {
		own, ok := a.gatewayZone(zone)
		switch {
		case !slices.Contains(a.Zones, zone) || !ok || own != zone:
			p.Addf(path, "%q has no NAT gateway; name zones that have one", zone)
		case a.NATElasticIPAllocationIDs[zone] == nil:
			p.Addf(path, "%s has no allocation id; give one or remove the zone", zone)
		}
	}
}

// maxSecondaryCIDRs is what AWS takes besides the first range, unless it is asked for more (Amazon VPC quotas).
const maxSecondaryCIDRs = 4

func (a *VpcArgs) checkPrefixLengths(p *check.Problems, vpc netip.Prefix) {
	half := vpc.Bits() + slotBits + 1
	for _, length := range []struct {
		path  string
		value int
	}{
		{"network.VpcArgs.PrivatePrefixLength", a.PrivatePrefixLength},
		{"network.VpcArgs.PublicPrefixLength", a.PublicPrefixLength},
	} {
		if length.value != 0 && (length.value < half || length.value > longestSubnet) {
			p.Addf(length.path, "/%d does not fit; half of a zone's block is a /%d and AWS takes no subnet below /%d (use %[2]d to %[3]d)",
				length.value, half, longestSubnet)
		}
	}
}

// checkSecondaryCIDRs returns all ranges of the VPC.
func (a *VpcArgs) checkSecondaryCIDRs(p *check.Problems, vpc netip.Prefix) []netip.Prefix {
	const path = "network.VpcArgs.SecondaryCIDRs"
	if len(a.SecondaryCIDRs) > maxSecondaryCIDRs {
		p.Addf(path, "has %d ranges; AWS takes %d", len(a.SecondaryCIDRs), maxSecondaryCIDRs)
	}
	outer := []netip.Prefix{vpc}
	ranges := []rangeOf{{"network.VpcArgs.CIDR", vpc}}
	for i, text := range a.SecondaryCIDRs {
		element := fmt.Sprintf("%s[%d]", path, i)
		if cidr, ok := parseVpcCIDR(p, element, text); ok {
			outer = append(outer, cidr)
			ranges = append(ranges, rangeOf{element, cidr})
		}
	}
	checkApart(p, ranges)
	checkTogether(p, vpc, ranges[1:])
	return outer
}

// checkSubnetCIDRs checks the ranges that are given subnet by subnet, each for itself.
func (a *VpcArgs) checkSubnetCIDRs(p *check.Problems, outer []netip.Prefix) {
	checkOne := func(path, text string) {
		if text == "" {
			return
		}
		if cidr, ok := parseVpcCIDR(p, path, text); ok && !within(cidr, outer) {
			p.Addf(path, "%s is not in the VPC; use a range in one of %v", cidr, outer)
		}
	}
	for _, zone := range slices.Sorted(maps.Keys(a.Subnets)) {
		if !slices.Contains(a.Zones, zone) {
			p.Addf("network.VpcArgs.Subnets", "%q is not in network.VpcArgs.Zones; add it there or remove it here", zone)
		}
		if a.Subnets[zone].Public != "" && !a.hasPublic(zone) {
			p.Addf(subnetPath(zone, "Public"), "is given, but there is no public subnet in Wavelength zones and with network.VpcArgs.PrivateOnly; remove it")
		}
		checkOne(subnetPath(zone, "Private"), a.Subnets[zone].Private)
		checkOne(subnetPath(zone, "Public"), a.Subnets[zone].Public)
	}
}

// subnetRanges returns the ranges of all subnets of arguments that can be laid out.
func (a *VpcArgs) subnetRanges() []rangeOf {
	var ranges []rangeOf
	for _, zone := range a.plan().Zones {
		ranges = append(ranges, rangeOf{subnetPath(zone.Zone, "Private"), zone.Private})
		if a.hasPublic(zone.Zone) {
			ranges = append(ranges, rangeOf{subnetPath(zone.Zone, "Public"), zone.Public})
		}
	}
	return ranges
}

func subnetPath(zone, kind string) string {
	return fmt.Sprintf("network.VpcArgs.Subnets[%s].%s", zone, kind)
}
