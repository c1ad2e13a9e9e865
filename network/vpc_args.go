package network

import (
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// NATMode says how many NAT gateways a Vpc has.
type NATMode string

const (
	// NATPerZone puts a NAT gateway into every zone: no zone depends on another one, and no traffic between zones is paid for.
	NATPerZone NATMode = "PerZone"
	// NATSingle has one NAT gateway for all zones. It is cheaper; when its zone fails, no zone reaches the internet.
	NATSingle NATMode = "Single"
	// NATNone has no NAT gateway: over IPv4, private subnets reach nothing but the VPC, S3, and what has an endpoint.
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
	// and need no entry; local and Wavelength zones and letters after f do. See SubnetPlan, and there on changes.
	ZoneSlots map[string]int
	// PrivatePrefixLength is the size of the private subnets, such as 22 for /22: at most half of a zone's block, which is
	// 4 more than the VPC's own length, to 28. Default: half of the block. See SubnetPlan on changes.
	PrivatePrefixLength int
	// PublicPrefixLength is the size of the public subnets, within the same limits. Default: an eighth of a zone's block,
	// a /28 at the least. See SubnetPlan on changes.
	PublicPrefixLength int
	// Subnets gives subnets of some zones ranges of their own, in CIDR or SecondaryCIDRs. A zone whose subnets
	// are all given needs no slot. A change replaces the subnets whose range changes; see SubnetPlan.
	Subnets map[string]SubnetCIDRs
	// SecondaryCIDRs are further IPv4 ranges of the VPC, /16 to /28 and at most 4, for subnets whose ranges Subnets gives. AWS takes
	// private ranges of CIDR's own kind (10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16) and 100.64.0.0/10. A range that is
	// added or removed touches nothing else.
	SecondaryCIDRs []string
	// IPAMPoolID is the IPAM pool that CIDR is allocated from, such as ipam-pool-0123456789abcdef0. Optional. A change
	// replaces the VPC.
	IPAMPoolID pulumi.StringInput
	// IPv6 gives the VPC a range of Amazon's IPv6 addresses and each subnet of a standard zone a /64 of it: public subnets reach the
	// internet both ways, private ones by an egress-only gateway. Zones then always have a slot: it decides the /64s.
	// To have it later updates the VPC and its subnets in place. To give it up takes two updates, because AWS keeps the range as
	// long as a subnet has part of it: first one of the subnets alone (pulumi up --target '**-subnet-**'), then one of everything.
	IPv6 bool
	// PrivateOnly leaves out the public subnets and every gateway to the internet, that of IPv6 too: nothing gets in or out but by
	// what you add yourself, such as a transit gateway. Default: there are public subnets, for public load balancers, NAT gateways and
	// proxies. A change adds or removes them; the private subnets stay.
	PrivateOnly bool
	// InfraID is the cluster's infrastructure id: it begins the Name tags and names the cluster tag of the subnets.
	// Optional: without it, for a VPC of several clusters or of a cluster that has no id yet, Name tags begin with the
	// component's name and no cluster tag is set. A change updates tags in place.
	InfraID string
	// NAT says how many NAT gateways there are. Default NATPerZone, and NATNone with PrivateOnly. A change updates the private routes in place.
	NAT NATMode
	// NATZone is the standard zone whose NAT gateway serves every zone that has none of its own: all of them with NATSingle,
	// local and Wavelength zones with NATPerZone. Required in these cases unless there is only one standard zone,
	// because a gateway that is chosen by the list of zones would move when the list changes. A change makes
	// the new gateway first and updates the private routes in place.
	NATZone string
	// NATElasticIPAllocationIDs are allocation ids of elastic IPs of your own for the NAT gateways, by the gateway's zone, such as
	// eipalloc-0123456789abcdef0. Gateways that are not named get new ones. A change replaces the zone's gateway; until the new
	// one is there, which takes some minutes, nothing in the zone reaches the internet.
	NATElasticIPAllocationIDs map[string]pulumi.StringInput
	// Endpoints are the interface endpoints through which AWS's services are reached without NAT. Default: none. There is
	// always a gateway endpoint for S3.
	Endpoints *EndpointsArgs
	// FlowLogs records the VPC's connections. Default: they are not recorded.
	FlowLogs *FlowLogsArgs
	// DHCP tells machines other domain names and servers than AWS does. Default: AWS's. A change is made in place; machines
	// learn of it when they renew their lease.
	DHCP *DHCPOptionsArgs
	// KeepDefaultSecurityGroup leaves the VPC's default security group as AWS makes it: open among its members, and
	// to the world outwards. Default: it is emptied, as openshift-install does, so that what is put into no group by
	// mistake reaches nothing. Setting it later leaves the group empty.
	KeepDefaultSecurityGroup bool
	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
	// KindTags are set on resources of one kind, besides Tags, which they win against. A change is made in place.
	KindTags KindTags
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
	full.checkLayout(&p)
	full.checkNAT(&p)
	full.checkNATAddresses(&p)
	full.Endpoints.check(&p, "network.VpcArgs.Endpoints", full.standardZones())
	full.FlowLogs.check(&p, "network.VpcArgs.FlowLogs")
	full.DHCP.check(&p, "network.VpcArgs.DHCP")
	if full.InfraID != "" {
		names.CheckInfraID(&p, "network.VpcArgs.InfraID", full.InfraID)
	}
	tags.Check(&p, "network.VpcArgs.Tags", full.Tags)
	full.KindTags.check(&p, "network.VpcArgs.KindTags")
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
	if full.NAT == "" && full.PrivateOnly {
		full.NAT = NATNone
	}
	if full.NAT == "" {
		full.NAT = NATPerZone
	}
	full.Zones = slices.Sorted(slices.Values(full.Zones))
	full.FlowLogs = full.FlowLogs.withDefaults()
	if standard := full.standardZones(); full.NATZone == "" && len(standard) == 1 && full.NAT != NATNone {
		full.NATZone = standard[0]
	}
	return &full
}

// plan lays out valid arguments.
func (a *VpcArgs) plan() SubnetPlan {
	slotOfZone := map[string]int{}
	for _, zone := range a.Zones {
		slotOfZone[zone] = noSlot
		if slot, ok := slotOf(zone, a.ZoneSlots); ok && a.needsSlot(zone) {
			slotOfZone[zone] = slot
		}
	}
	lengths := prefixLengths{private: a.PrivatePrefixLength, public: a.PublicPrefixLength}
	plan := planSubnets(netip.MustParsePrefix(a.CIDR), lengths, slotOfZone)
	for i, zone := range plan.Zones {
		if own := a.Subnets[zone.Zone].Private; own != "" {
			plan.Zones[i].Private = netip.MustParsePrefix(own)
		}
		if own := a.Subnets[zone.Zone].Public; own != "" {
			plan.Zones[i].Public = netip.MustParsePrefix(own)
		}
	}
	return plan
}

// needsSlot is false for a zone whose subnets are all given.
func (a *VpcArgs) needsSlot(zone string) bool {
	own := a.Subnets[zone]
	return own.Private == "" || own.Public == "" && a.hasPublic(zone) || a.hasIPv6(zone)
}

// hasPublic tells whether a zone has a public subnet.
func (a *VpcArgs) hasPublic(zone string) bool {
	return !a.PrivateOnly && takesInternetGateway(zone)
}

// hasIPv6 is true for standard zones only: Amazon's IPv6 ranges belong to a network border group, and local and
// Wavelength zones are in others than the region (AWS EC2 user guide, "Local Zones").
func (a *VpcArgs) hasIPv6(zone string) bool {
	return a.IPv6 && isStandard(zone)
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
