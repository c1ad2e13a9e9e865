package network

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const localZone = "us-west-2-lax-1a"

var zonesABC = []string{"us-east-2a", "us-east-2b", "us-east-2c"}

func TestVpcArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"zones only": {Reason: "every other field has a default", Args: &VpcArgs{Zones: zonesABC}},
		"one zone single NAT": {
			Reason: "the only Availability Zone is the default of NATZone",
			Args:   &VpcArgs{Zones: zonesABC[:1], NAT: NATSingle},
		},
		"with a cluster": {
			Reason: "an infrastructure ID has at most 27 characters, NATZone may be set while no zone needs it, and a zone without an " +
				"allocation ID gets a new Elastic IP",
			Args: &VpcArgs{
				Zones: zonesABC, InfraID: mockstest.LongInfraID, NAT: NATPerZone, NATZone: "us-east-2b",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"local zone only": {
			Reason: "without NAT no Availability Zone is needed",
			Args: &VpcArgs{
				Zones:     []string{"us-west-2-lax-1a"},
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
				NAT:       NATNone,
			},
		},
		"private only": {
			Reason: "NAT defaults to None with PrivateOnly",
			Args:   &VpcArgs{Zones: zonesABC, PrivateOnly: true, PublicPrefixLength: 24},
		},
		"IPv6": {Reason: "dual stack needs no other field", Args: &VpcArgs{Zones: zonesABC, IPv6: true}},
		"IPv6 at the edge": {
			Reason: "a Local Zone has no IPv6",
			Args: &VpcArgs{
				Zones:     []string{"us-west-2a", "us-west-2-lax-1a"},
				IPv6:      true,
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
			},
		},
		"Elastic IP with NATSingle": {
			Reason: "NATZone is the zone of the gateway, which accepts an allocation ID",
			Args: &VpcArgs{
				Zones:                     zonesABC,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2c",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2c": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"NAT zone missing": {
			Reason: "a gateway in the first zone of a list would move when the list changes",
			Args:   &VpcArgs{Zones: zonesABC, NAT: NATSingle},
			Want:   []string{".NATZone: is required with NAT Single (us-east-2a, us-east-2b or us-east-2c)"},
		},
		"NAT zone elsewhere": {
			Reason: "the zone of the gateway is in Zones",
			Args:   &VpcArgs{Zones: zonesABC, NAT: NATSingle, NATZone: "us-east-2d"},
			Want:   []string{".NATZone: one-of"},
		},
		"NAT zone without NAT": {
			Reason: "NATZone has no effect without a NAT gateway",
			Args:   &VpcArgs{Zones: zonesABC, NAT: NATNone, NATZone: "us-east-2a"},
			Want:   []string{".NATZone: exclusive"},
		},
		"NAT zone of a Local Zone": {
			Reason: "a Local Zone uses the gateway of another zone",
			Args:   &VpcArgs{Zones: []string{"us-west-2a", "us-west-2b", localZone}, ZoneSlots: map[string]int{localZone: 6}},
			Want: []string{".NATZone: is required, because Local and Wavelength Zones have no NAT gateway " +
				"(us-west-2a or us-west-2b)"},
		},
		"no zone for NAT": {
			Reason: "a NAT gateway needs an Availability Zone",
			Args:   &VpcArgs{Zones: []string{localZone}, ZoneSlots: map[string]int{localZone: 6}},
			Want:   []string{".NAT: must be None without an Availability Zone in network.VpcArgs.Zones (got PerZone)"},
		},
		"NAT with PrivateOnly": {
			Reason: "NAT gateways are in public subnets",
			Args:   &VpcArgs{Zones: zonesABC, PrivateOnly: true, NAT: NATSingle, NATZone: "us-east-2a"},
			Want:   []string{".NAT: must be None with PrivateOnly, because NAT gateways are in public subnets"},
		},
		"address without gateway": {
			Reason: "a zone that uses the gateway of another zone has none",
			Args: &VpcArgs{
				Zones:                     zonesABC,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2a",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
			Want: []string{".NATElasticIPAllocationIDs[us-east-2b]: us-east-2b has no NAT gateway"},
		},
		"address twice": {
			Reason: "an Elastic IP belongs to one gateway",
			Args: &VpcArgs{Zones: zonesABC, NATElasticIPAllocationIDs: map[string]pulumi.StringInput{
				"us-east-2a": pulumi.String("eipalloc-0123456789abcdef0"),
				"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0"),
			}},
			Want: []string{".NATElasticIPAllocationIDs[us-east-2b]: duplicate"},
		},
		"many tags": {
			Reason: "a resource has at most 50 tags, of which 5 are for the component and the cluster",
			Args:   &VpcArgs{Zones: zonesABC, Tags: manyTags("a", 45), KindTags: &KindTagsArgs{Vpc: manyTags("a", 45)}},
		},
		"too many tags of a kind": {
			Reason: "Tags and those of the kind are on one resource",
			Args:   &VpcArgs{Zones: zonesABC, Tags: manyTags("a", 30), KindTags: &KindTagsArgs{Vpc: manyTags("b", 16)}},
			Want:   []string{".KindTags.Vpc: range"},
		},
	})
}

func TestVpcArgsSubnets(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"largest sizes": {
			Reason: "both halves of a block can be used completely",
			Args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 20, PublicPrefixLength: 20},
		},
		"smallest sizes": {
			Reason: "AWS's smallest subnet is a /28",
			Args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"only size of a /24": {
			Reason: "in a /24 all subnets are /28",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/24", PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"one CIDR set": {
			Reason: "a subnet without a CIDR in Subnets is planned",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.192.0/18"}}},
		},
		"CIDRs of the plan": {
			Reason: "the planned CIDRs can be set explicitly",
			Args: &VpcArgs{
				Zones:   zonesABC,
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/20", Public: "10.0.16.0/22"}},
			},
		},
		"all CIDRs set": {
			Reason: "a zone with CIDRs for all subnets needs no slot",
			Args: &VpcArgs{
				Zones:   []string{"us-east-1g"},
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
		},
		"CIDR in a Wavelength Zone": {
			Reason: "a zone without a public subnet needs one CIDR only",
			Args: &VpcArgs{
				Zones:   []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:     NATNone,
				Subnets: map[string]SubnetCIDRs{"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17"}},
			},
		},
		"slot of another zone without slot": {
			Reason: "a slot that its zone does not need is free",
			Args: &VpcArgs{
				Zones:     []string{"us-east-2a", "us-east-2b"},
				ZoneSlots: map[string]int{"us-east-2b": 0},
				Subnets:   map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.64.0/20", Public: "10.0.96.0/20"}},
			},
		},
		"private CIDRs only": {
			Reason: "with PrivateOnly, a zone needs a private CIDR only",
			Args: &VpcArgs{
				Zones:       []string{"us-east-1g"},
				PrivateOnly: true,
				NAT:         NATNone,
				Subnets:     map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17"}},
			},
		},
		"private too large": {
			Reason: "a private subnet has at most half of a block",
			Args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 19},
			Want:   []string{".PrivatePrefixLength: range"},
		},
		"public too small": {
			Reason: "AWS's smallest subnet is a /28",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/20", PublicPrefixLength: 29},
			Want:   []string{".PublicPrefixLength: range"},
		},
		"negative size": {
			Reason: "a prefix length is not negative",
			Args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: -1},
			Want:   []string{".PrivatePrefixLength: range"},
		},
		"subnet of another zone": {
			Reason: "Subnets is for zones in Zones",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2d": {}}},
			Want:   []string{".Subnets[us-east-2d]: one-of"},
		},
		"subnet outside of the VPC": {
			Reason: "a subnet is within the CIDRs of its VPC",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.1.0.0/20"}}},
			Want:   []string{".Subnets[us-east-2a].Private: 10.1.0.0/20 is not within the VPC's CIDRs [10.0.0.0/16]"},
		},
		"CIDR overlaps the plan": {
			Reason: "a CIDR in Subnets must not overlap another zone's planned subnet",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.32.0/21"}}},
			Want:   []string{".Subnets[us-east-2b].Private: overlap"},
		},
		"CIDRs overlap": {
			Reason: "CIDRs in Subnets do not overlap",
			Args: &VpcArgs{
				Zones:   zonesABC[:1],
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/17", Public: "10.0.64.0/20"}},
			},
			Want: []string{".Subnets[us-east-2a].Public: overlap"},
		},
		"subnet too small": {
			Reason: "AWS's smallest subnet is a /28",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.0/29"}}},
			Want:   []string{".Subnets[us-east-2a].Public: range"},
		},
		"subnet with host bits": {
			Reason: "AWS clears host bits",
			Args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.1/24"}}},
			Want:   []string{".Subnets[us-east-2a].Public: format"},
		},
		"public CIDR in a Wavelength Zone": {
			Reason: "a Wavelength Zone has no public subnet",
			Args: &VpcArgs{
				Zones: []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:   NATNone,
				Subnets: map[string]SubnetCIDRs{
					"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"},
				},
			},
			Want: []string{".Subnets[us-east-1-wl1-bos-wlz-1].Public: must not be set in a Wavelength " +
				"Zone or with PrivateOnly, where there is no public subnet"},
		},
		"public CIDR with PrivateOnly": {
			Reason: "PrivateOnly has no public subnets",
			Args: &VpcArgs{
				Zones:       zonesABC,
				PrivateOnly: true,
				Subnets:     map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.128.0/17"}},
			},
			Want: []string{".Subnets[us-east-2a].Public: must not be set in a Wavelength Zone or with " +
				"PrivateOnly, where there is no public subnet"},
		},
		"IPv6 needs slots": {
			Reason: "the /64s depend on slots",
			Args: &VpcArgs{
				Zones:   []string{"us-east-1g"},
				IPv6:    true,
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
			Want: []string{".ZoneSlots[us-east-1g]: is required, because only Availability Zones a to f " +
				"have a default (0 to 7; 6 and 7 have no default zone)"},
		},
	})
}

func TestValidateDoesNotChangeTheArguments(t *testing.T) {
	t.Parallel()
	args := VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}
	assert.NoError(t, args.Validate())
	assert.Equal(t, VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}, args)
}

func manyTags(prefix string, count int) pulumi.StringMap {
	tags := pulumi.StringMap{}
	for i := range count {
		tags[fmt.Sprintf("%s%d", prefix, i)] = pulumi.String("x")
	}
	return tags
}
