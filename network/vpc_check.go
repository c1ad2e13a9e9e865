package network

import (
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const vpcPath = "network.VpcArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *VpcArgs) Validate() error {
	full, p := check.Begin(a)
	full.setDefaults()
	p.Add(full.checkLayout())
	full.checkNAT(&p)
	full.checkNATAddresses(&p)
	full.Endpoints.check(&p, vpcPath+".Endpoints", full.availabilityZones())
	full.FlowLogs.check(&p, vpcPath+".FlowLogs", full.region())
	full.KindTags.checkCounts(&p, vpcPath+".KindTags", full.Tags)
	return p.ErrOf(a)
}

// checkLayout returns the problems of the zones and addresses. Overlaps of subnets are checked if everything else is valid.
func (a *VpcArgs) checkLayout() error {
	var p check.Problems
	checkOneRegion(&p, vpcPath+".Zones", a.Zones)
	a.checkZoneSlots(&p)
	ranges, ok := p.VpcCIDRs(vpcPath, a.CIDR, a.SecondaryCIDRs, longestVpc)
	p.NotReservedByOVN(ranges...)
	if ok {
		checkAssociations(&p, ranges[0].CIDR, ranges[1:])
		half := ranges[0].CIDR.Bits() + slotBits + 1
		p.Between(vpcPath+".PrivatePrefixLength", check.ZeroAsNil(a.PrivatePrefixLength), half, check.LongestSubnet)
		p.Between(vpcPath+".PublicPrefixLength", check.ZeroAsNil(a.PublicPrefixLength), half, check.LongestSubnet)
		a.checkSubnetCIDRs(&p, ranges)
	}
	if p.Err() == nil {
		p.Disjoint(a.subnetRanges()...)
	}
	return p.Err()
}

func (a *VpcArgs) checkZoneSlots(p *check.Problems) {
	const path = vpcPath + ".ZoneSlots"
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneSlots)) {
		a.checkZone(p, check.Key(path, zone), zone)
	}
	zoneOfSlot := map[int]string{}
	for _, zone := range slices.Compact(slices.Clone(a.Zones)) {
		if _, isZone := partition.RegionOfZone(zone); !isZone || !a.needsSlot(zone) {
			continue
		}
		slot, ok := slotOf(zone, a.ZoneSlots)
		if !ok {
			p.Addf(check.Key(path, zone), "is required, because only Availability Zones a to f have a default "+
				"(0 to %d; 6 and 7 have no default zone)", slots-1)
			continue
		}
		if other, taken := zoneOfSlot[slot]; taken {
			p.Addf(check.Key(path, zone), "must not be %d, the slot of %s", slot, other)
		}
		zoneOfSlot[slot] = zone
	}
}

// checkZone reports the key of a map that is not in Zones.
func (a *VpcArgs) checkZone(p *check.Problems, path check.Path, zone string) {
	if p.Required(path, zone) && len(a.Zones) > 0 {
		check.OneOf(p, path, zone, a.Zones...)
	}
}

// checkSubnetCIDRs checks each of Subnets on its own.
func (a *VpcArgs) checkSubnetCIDRs(p *check.Problems, vpc []check.Range) {
	for _, zone := range slices.Sorted(maps.Keys(a.Subnets)) {
		a.checkZone(p, check.Key(vpcPath+".Subnets", zone), zone)
		given := a.Subnets[zone]
		if given.Private != "" {
			checkSubnetCIDR(p, subnetPath(zone, "Private"), given.Private, vpc)
		}
		if given.Public != "" {
			checkSubnetCIDR(p, subnetPath(zone, "Public"), given.Public, vpc)
		}
		if given.Public != "" && !a.hasPublic(zone) {
			p.Addf(subnetPath(zone, "Public"), "must not be set in a Wavelength Zone or with PrivateOnly, where there is no public subnet")
		}
	}
}

// subnetRanges returns the CIDRs of all subnets of arguments that are otherwise valid.
func (a *VpcArgs) subnetRanges() []check.Range {
	var ranges []check.Range
	for _, zone := range a.plan().Zones {
		ranges = append(ranges, check.Range{Path: subnetPath(zone.Zone, "Private"), CIDR: zone.Private})
		if a.hasPublic(zone.Zone) {
			ranges = append(ranges, check.Range{Path: subnetPath(zone.Zone, "Public"), CIDR: zone.Public})
		}
	}
	return ranges
}

func subnetPath(zone, kind string) check.Path {
	return check.Key(vpcPath+".Subnets", zone).Field(kind)
}

func (a *VpcArgs) checkNAT(p *check.Problems) {
	const natPath, zonePath = vpcPath + ".NAT", vpcPath + ".NATZone"
	zones := a.availabilityZones()
	switch {
	case a.NAT == NATNone:
		p.Exclusive(vpcPath, "NATZone", a.NATZone != "", "NAT None", true)
	case a.PrivateOnly:
		p.Addf(natPath, "must be %s with PrivateOnly, because NAT gateways are in public subnets", NATNone)
	case len(a.Zones) == 0:
	case len(zones) == 0:
		p.Addf(natPath, "must be %s without an Availability Zone in %s.Zones (got %s)", NATNone, vpcPath, a.NAT)
	case a.NATZone != "":
		check.OneOf(p, zonePath, a.NATZone, zones...)
	case a.NAT == NATSingle:
		p.Addf(zonePath, "is required with NAT %s (%s)", NATSingle, check.Alternatives(zones...))
	case len(zones) < len(a.Zones):
		p.Addf(zonePath, "is required, because Local and Wavelength Zones have no NAT gateway (%s)", check.Alternatives(zones...))
	}
}

func (a *VpcArgs) checkNATAddresses(p *check.Problems) {
	seen := map[any]bool{}
	for _, zone := range slices.Sorted(maps.Keys(a.NATElasticIPAllocationIDs)) {
		path := check.Key(vpcPath+".NATElasticIPAllocationIDs", zone)
		if natZone, ok := a.natZoneOf(zone); !slices.Contains(a.Zones, zone) || !ok || natZone != zone {
			p.Addf(path, "%s has no NAT gateway", zone)
		}
		p.UniqueInput(path, a.NATElasticIPAllocationIDs[zone], seen)
	}
}
