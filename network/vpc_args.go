package network

import (
	"cmp"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// NATMode is the number of NAT gateways of a Vpc.
type NATMode string

const (
	// NATPerZone has a NAT gateway in each Availability Zone: zones do not depend on each other, and AWS charges for no traffic between
	// them.
	NATPerZone NATMode = "PerZone"
	// NATSingle has one NAT gateway for all zones. It costs less; if its zone fails, no zone has internet access.
	NATSingle NATMode = "Single"
	// NATNone has no NAT gateway: over IPv4, private subnets reach only the VPC, S3, and services with an endpoint.
	NATNone NATMode = "None"
)

// DefaultCIDR is the default CIDR of a Vpc (openshift/installer upi/aws/cloudformation/01_vpc.yaml).
const DefaultCIDR = "10.0.0.0/16"

// VpcArgs are the arguments of a Vpc. Unless a field says otherwise, changes are applied in place.
type VpcArgs struct {
	// CIDR is the VPC's primary IPv4 CIDR, /16 to /24. Defaults to 10.0.0.0/16. A change is rejected without AllowReplacement:
	// AWS cannot change it, and what a cluster runs in the VPC cannot move to another one. SecondaryCIDRs add addresses.
	CIDR string `default:"10.0.0.0/16"`
	// Zones are the zones of the subnets, 1 to 8 of one region, in any order. Required. Adding or removing a zone adds or removes its
	// subnets, route table and NAT gateway, and does not change other zones.
	Zones []string `check:"required,count=..8,format=zone"`
	// ZoneSlots assigns zones their block of addresses, 0 to 7. Availability Zones have a default by their letter (a is 0, f is 5);
	// Local and Wavelength Zones and letters after f require a slot. SubnetPlan describes the slots and what a change does.
	ZoneSlots map[string]int `check:"0..7"`
	// PrivatePrefixLength is the prefix length of the private subnets, such as 22 for /22: from half of a zone's block, which is 4 more
	// than the VPC's own prefix length, to 28. Defaults to half of the block. SubnetPlan describes what a change does.
	PrivatePrefixLength int
	// PublicPrefixLength is the prefix length of the public subnets, within the same limits. Defaults to an eighth of a zone's block,
	// at least a /28. SubnetPlan describes what a change does.
	PublicPrefixLength int
	// Subnets overrides the planned CIDRs of the subnets of some zones, within CIDR or SecondaryCIDRs. A zone with CIDRs for all its
	// subnets needs no slot. Defaults to none. A change replaces the subnets whose CIDR changes; see SubnetPlan.
	Subnets map[string]SubnetCIDRs
	// SecondaryCIDRs are at most 4 further IPv4 CIDRs of the VPC, /16 to /28, for subnets in [Subnets]. AWS accepts private CIDRs
	// of the same range as CIDR (10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16), except those in 10.0.0.0/16 if CIDR is in
	// 10.0.0.0/15 and those in 172.31.0.0/16, and of 100.64.0.0/10, of which OVN-Kubernetes reserves 100.64.0.0/16 and
	// 100.88.0.0/16. networking.machineNetwork in install-config.yaml must list those with machines. Defaults to none. Adding or
	// removing a CIDR does not change the others.
	SecondaryCIDRs []string `check:"count=..4"`
	// IPAMPoolID is the ID of the IPAM pool that CIDR is allocated from, such as ipam-pool-0123456789abcdef0. Defaults to none. A change
	// replaces the VPC.
	IPAMPoolID pulumi.StringInput `check:"format=ipam-pool-id"`
	// IPv6 assigns the VPC an Amazon-provided IPv6 CIDR, and each subnet of an Availability Zone a /64 of it: public subnets use the
	// internet gateway, private ones an egress-only internet gateway. It requires a slot for each Availability Zone, which the /64s
	// depend on. Defaults to false. Enabling it updates the VPC and its subnets in place. Disabling it takes two updates, because AWS
	// keeps the CIDR while a subnet uses part of it: the first of the subnets alone (pulumi up --target '**-subnet-**'), the
	// second of everything.
	IPv6 bool
	// PrivateOnly omits the public subnets and all internet gateways, also that for IPv6: traffic enters and leaves the VPC only by what
	// you add, such as a transit gateway. Defaults to false: there are public subnets for public load balancers, NAT gateways and
	// proxies. A change adds or removes them; the private subnets are not changed.
	PrivateOnly bool
	// InfraID is the cluster's infrastructure ID, for the Name tags and the subnets' cluster tag. Defaults to none, for a VPC of several
	// clusters or of a cluster without an ID yet: Name tags begin with the component's name, and no cluster tag is set.
	InfraID string `check:"infra-id"`
	// NAT is the number of NAT gateways. Defaults to NATPerZone, and to NATNone with PrivateOnly.
	NAT NATMode `check:"PerZone|Single|None"`
	// NATZone is the Availability Zone whose NAT gateway serves the zones without their own: all zones with NATSingle, Local and Wavelength
	// Zones with NATPerZone. Required in these cases, because a gateway chosen by the list of zones would move when the list changes.
	// Defaults to the only Availability Zone if there is one. A change creates the new gateway before it updates the private routes.
	NATZone string
	// NATElasticIPAllocationIDs are the allocation IDs of your own Elastic IPs for the NAT gateways, by the gateway's zone, such as
	// eipalloc-0123456789abcdef0. Defaults to new Elastic IPs. A change replaces the zone's gateway; for some minutes, until the new
	// one is created, the zone has no internet access.
	NATElasticIPAllocationIDs map[string]pulumi.StringInput `check:"format=allocation-id"`
	// Endpoints are the interface endpoints for access to AWS services without NAT. Defaults to none. There is always a gateway endpoint
	// for S3.
	Endpoints *EndpointsArgs
	// FlowLogs are the VPC's flow logs. Defaults to none.
	FlowLogs *FlowLogsArgs
	// DHCP are the VPC's DHCP options. Defaults to AWS's. After a change, machines receive the options when they renew their lease.
	// Removing it leaves the VPC without DHCP options, not with AWS's: set DHCPOptionsArgs without fields instead (terraform-provider-aws
	// internal/service/ec2/vpc_dhcp_options_association.go associates the ID "default", which removes the association: EC2 API reference,
	// AssociateDhcpOptions).
	DHCP *DHCPOptionsArgs
	// RestrictDefaultSecurityGroup removes all rules of the VPC's default security group, as openshift-install does, so that a resource
	// that is in it by mistake has no network access. If false, the group stays as AWS creates it: it allows all traffic among its
	// members and all egress. Defaults to true. Changing it to false does not restore the rules.
	RestrictDefaultSecurityGroup *bool `default:"true"`
	// AllowReplacement lets another CIDR replace the VPC and everything in it, for a VPC without a cluster. With a cluster in it the update
	// fails halfway, with both VPCs in the account. Defaults to false.
	AllowReplacement bool
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
	// KindTags are set on the resources of one kind. They override [Tags]. Defaults to none.
	KindTags *KindTagsArgs `default:"{}"`
}

// SubnetPlan returns the addresses that a Vpc with these arguments has, without registering anything. It returns the problems of
// invalid arguments, joined.
func (a *VpcArgs) SubnetPlan() (SubnetPlan, error) {
	if err := a.Validate(); err != nil {
		return SubnetPlan{}, err
	}
	full := check.WithDefaults(a)
	full.setDefaults()
	return full.plan(), nil
}

// setDefaults sets the defaults that depend on other arguments, and sorts the zones.
func (a *VpcArgs) setDefaults() {
	if a.PrivateOnly {
		a.NAT = cmp.Or(a.NAT, NATNone)
	}
	a.NAT = cmp.Or(a.NAT, NATPerZone)
	slices.Sort(a.Zones)
	if zones := a.availabilityZones(); a.NATZone == "" && len(zones) == 1 && a.NAT != NATNone {
		a.NATZone = zones[0]
	}
	if logs := a.FlowLogs; logs != nil && logs.BucketARN == nil {
		logs.RetentionDays = cmp.Or(logs.RetentionDays, defaultRetentionDays)
	}
}

// plan returns the subnet plan of valid arguments.
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
		if cidr := a.Subnets[zone.Zone].Private; cidr != "" {
			plan.Zones[i].Private = netip.MustParsePrefix(cidr)
		}
		if cidr := a.Subnets[zone.Zone].Public; cidr != "" {
			plan.Zones[i].Public = netip.MustParsePrefix(cidr)
		}
	}
	return plan
}

// needsSlot reports whether the addresses of a zone depend on its slot.
func (a *VpcArgs) needsSlot(zone string) bool {
	given := a.Subnets[zone]
	return given.Private == "" || given.Public == "" && a.hasPublic(zone) || a.hasIPv6(zone)
}

// hasPublic reports whether a zone has a public subnet.
func (a *VpcArgs) hasPublic(zone string) bool {
	return !a.PrivateOnly && allowsInternetGateway(zone)
}

// hasIPv6 reports whether the subnets of a zone have IPv6: Amazon's IPv6 CIDRs belong to a network border group, and Local and
// Wavelength Zones are not in the region's. Few Local Zones support IPv6, and no Wavelength Zone (AWS Local Zones user guide, "How AWS
// Local Zones work"; AWS Wavelength developer guide, "Quotas and considerations for Wavelength Zones").
func (a *VpcArgs) hasIPv6(zone string) bool {
	return a.IPv6 && partition.IsAvailabilityZone(zone)
}

// natZoneOf returns the zone whose NAT gateway a zone's private subnet uses, and whether it uses one.
func (a *VpcArgs) natZoneOf(zone string) (string, bool) {
	switch {
	case a.NAT == NATNone:
		return "", false
	case a.NAT == NATPerZone && partition.IsAvailabilityZone(zone):
		return zone, true
	default:
		return a.NATZone, true
	}
}

func (a *VpcArgs) availabilityZones() []string {
	return slices.DeleteFunc(slices.Clone(a.Zones), func(zone string) bool { return !partition.IsAvailabilityZone(zone) })
}

// region returns the region of the zones; none if there are no valid ones.
func (a *VpcArgs) region() string {
	for _, zone := range a.Zones {
		if region, ok := partition.RegionOfZone(zone); ok {
			return region
		}
	}
	return ""
}

// noProxy returns what machines of the VPC reach without a proxy.
func (a *VpcArgs) noProxy() []string {
	cidrs := append([]string{a.CIDR}, a.SecondaryCIDRs...)
	return noProxy(cidrs, a.region(), append([]string{s3Service}, a.Endpoints.services()...))
}
