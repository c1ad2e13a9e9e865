package network

import (
	"maps"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// NATMode says how many NAT gateways a Vpc has.
type NATMode string

const (
	// NATPerZone puts a NAT gateway into every zone: no zone depends on another one, and no traffic between zones is paid for.
	NATPerZone NATMode = "PerZone"
	// NATSingle has one NAT gateway for all zones. It is cheaper; when its zone fails, no zone reaches the internet.
	NATSingle NATMode = "Single"
	// NATNone has no NAT gateway: private subnets reach nothing but the VPC and S3.
	NATNone NATMode = "None"
)

// DefaultCIDR is the range of a Vpc that names none (openshift/installer upi/aws/cloudformation/01_vpc.yaml).
const DefaultCIDR = "10.0.0.0/16"

// AWS takes VPCs of /16 to /28; below /24 the subnets of 8 zone blocks would be smaller than the /28 that AWS takes.
const (
	shortestVpc = 16
	longestVpc  = 24
)

// VpcArgs are the arguments of a Vpc.
type VpcArgs struct {
	// CIDR is the VPC's IPv4 range, /16 to /24, with no host bits set. Default 10.0.0.0/16. A change replaces the VPC
	// and everything in it.
	CIDR string
	// Zones are the availability zones to have subnets in, 1 to 8 of one region, in any order. Required. A zone that is
	// added or removed adds or removes its own subnets, route table and NAT gateway and touches no other zone.
	Zones []string
	// ZoneSlots gives zones the block of addresses to take, 0 to 7. Standard zones have one by their letter (a is 0, f is 5)
	// and need no entry; local and Wavelength zones and letters after f do. A change replaces the zone's subnets. See SubnetPlan.
	ZoneSlots map[string]int
	// InfraID is the cluster's infrastructure id: it begins the Name tags and names the cluster tag of the subnets.
	// Optional: without it, for a VPC of several clusters or of a cluster that has no id yet, Name tags begin with the
	// component's name and no cluster tag is set. A change updates tags in place.
	InfraID string
	// NAT says how many NAT gateways there are. Default NATPerZone. A change updates the private routes in place.
	NAT NATMode
	// NATZone is the standard zone whose NAT gateway serves every zone that has none of its own: all of them with NATSingle,
	// local and Wavelength zones with NATPerZone. Required in these cases unless there is only one standard zone,
	// because a gateway that is chosen by the list of zones would move when the list changes. A change makes
	// the new gateway first and updates the private routes in place.
	NATZone string
	// Tags are set on everything that takes tags. The component's own tags win. A change updates in place.
	Tags pulumi.StringMap
}

// SubnetPlan returns the addresses that a Vpc of these arguments has, without registering anything. It fails as Validate does.
func (a *VpcArgs) SubnetPlan() (SubnetPlan, error) {
	if err := a.Validate(); err != nil {
		return SubnetPlan{}, err
	}
	return a.withDefaults().plan(), nil
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *VpcArgs) Validate() error {
	var p check.Problems
	full := a.withDefaults()
	full.checkCIDR(&p)
	full.checkZones(&p)
	full.checkZoneSlots(&p)
	full.checkNAT(&p)
	if full.InfraID != "" {
		names.CheckInfraID(&p, "network.VpcArgs.InfraID", full.InfraID)
	}
	tags.Check(&p, "network.VpcArgs.Tags", full.Tags)
	return p.Err()
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *VpcArgs) withDefaults() *VpcArgs {
	var full VpcArgs
	if a != nil {
		full = *a
	}
	if full.CIDR == "" {
		full.CIDR = DefaultCIDR
	}
	if full.NAT == "" {
		full.NAT = NATPerZone
	}
	full.Zones = slices.Sorted(slices.Values(full.Zones))
	if standard := full.standardZones(); full.NATZone == "" && len(standard) == 1 && full.NAT != NATNone {
		full.NATZone = standard[0]
	}
	return &full
}

func (a *VpcArgs) plan() SubnetPlan {
	slotOfZone := map[string]int{}
	for _, zone := range a.Zones {
		slotOfZone[zone], _ = slotOf(zone, a.ZoneSlots)
	}
	return planSubnets(netip.MustParsePrefix(a.CIDR), slotOfZone)
}

// gatewayZone returns the zone whose NAT gateway a zone's private subnet uses; none if it uses none.
func (a *VpcArgs) gatewayZone(zone string) (string, bool) {
	switch {
	case a.NAT == NATNone:
		return "", false
	case a.NAT == NATPerZone && isStandard(zone):
		return zone, true
	default:
		return a.NATZone, true
	}
}

func (a *VpcArgs) standardZones() []string {
	return slices.DeleteFunc(slices.Clone(a.Zones), func(zone string) bool { return !isStandard(zone) })
}

func (a *VpcArgs) checkCIDR(p *check.Problems) {
	const path = "network.VpcArgs.CIDR"
	cidr, ok := parseIPv4CIDR(p, path, a.CIDR)
	if ok && (cidr.Bits() < shortestVpc || cidr.Bits() > longestVpc) {
		p.Addf(path, "%s holds %d addresses; a VPC with room for %d zones holds 256 to 65536 (use /%d to /%d)",
			cidr, uint64(1)<<(32-cidr.Bits()), slots, shortestVpc, longestVpc)
	}
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
			p.Addf(path, "%s is named twice", zone)
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
		if _, isZone := partition.RegionOfZone(zone); !isZone {
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
