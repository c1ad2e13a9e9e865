package network

import (
	"fmt"
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

const vpcPath = "network.VpcArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *VpcArgs) Validate() error {
	var p check.Problems
	full := a.withDefaults()
	var zones []string
	if a != nil {
		zones = a.Zones
	}
	full.checkLayout(&p, zones)
	full.checkNAT(&p)
	full.checkNATAddresses(&p)
	full.Endpoints.check(&p, vpcPath+".Endpoints", full.availabilityZones())
	full.FlowLogs.check(&p, vpcPath+".FlowLogs", full.region())
	full.DHCP.check(&p, vpcPath+".DHCP")
	p.Format(vpcPath+".IPAMPoolID", full.IPAMPoolID, check.IPAMPoolID)
	if full.InfraID != "" {
		names.CheckInfraID(&p, vpcPath+".InfraID", full.InfraID)
	}
	tags.Check(&p, vpcPath+".Tags", full.Tags)
	full.KindTags.check(&p, vpcPath+".KindTags", full.Tags)
	return p.ErrOf(a)
}

// checkLayout checks the zones, which are given in the user's order for the indexes in paths, and the addresses. Overlaps of subnets
// are checked if everything else is valid.
func (a *VpcArgs) checkLayout(all *check.Problems, zones []string) {
	var p check.Problems
	p.Formats(vpcPath+".Zones", zones, check.Zone)
	if p.Required(vpcPath+".Zones", a.Zones) {
		p.Count(vpcPath+".Zones", len(a.Zones), slots)
	}
	checkOneRegion(&p, vpcPath+".Zones", a.Zones)
	a.checkZoneSlots(&p)
	ranges, ok := checkVpcCIDRs(&p, vpcPath, a.CIDR, a.SecondaryCIDRs, longestVpc)
	p.NotReservedByOVN(ranges...)
	if ok {
		p.Count(vpcPath+".SecondaryCIDRs", len(a.SecondaryCIDRs), maxSecondaryCIDRs)
		checkAssociations(&p, ranges[0].CIDR, ranges[1:])
		a.checkPrefixLengths(&p, ranges[0].CIDR.Bits()+slotBits+1)
		a.checkSubnetCIDRs(&p, ranges)
	}
	if p.Err() == nil {
		p.Disjoint(a.subnetRanges()...)
	}
	all.Add(p.Err())
}

// maxSecondaryCIDRs is AWS's default quota of 5 CIDRs, without the primary one (Amazon VPC user guide, "Amazon VPC quotas").
const maxSecondaryCIDRs = 4

func (a *VpcArgs) checkZoneSlots(p *check.Problems) {
	const path = vpcPath + ".ZoneSlots"
	for _, zone := range slices.Sorted(maps.Keys(a.ZoneSlots)) {
		p.Between(check.Key(path, zone), a.ZoneSlots[zone], 0, slots-1)
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

// checkZone notes the key of a map that is not in Zones.
func (a *VpcArgs) checkZone(p *check.Problems, path, zone string) {
	if len(a.Zones) > 0 {
		check.OneOf(p, path, zone, a.Zones...)
	}
}

func (a *VpcArgs) checkPrefixLengths(p *check.Problems, half int) {
	p.Between(vpcPath+".PrivatePrefixLength", check.ZeroAsNil(a.PrivatePrefixLength), half, longestSubnet)
	p.Between(vpcPath+".PublicPrefixLength", check.ZeroAsNil(a.PublicPrefixLength), half, longestSubnet)
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

func subnetPath(zone, kind string) string {
	return fmt.Sprintf("%s.Subnets[%s].%s", vpcPath, zone, kind)
}

func (a *VpcArgs) checkNAT(p *check.Problems) {
	const natPath, zonePath = vpcPath + ".NAT", vpcPath + ".NATZone"
	zones := a.availabilityZones()
	switch {
	case !check.OneOf(p, natPath, a.NAT, NATPerZone, NATSingle, NATNone):
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
		p.RequiredFormat(path, a.NATElasticIPAllocationIDs[zone], check.AllocationID)
		p.UniqueInput(path, a.NATElasticIPAllocationIDs[zone], seen)
	}
}
