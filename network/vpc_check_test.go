package network

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
)

const localZone = "us-west-2-lax-1a"

var zonesABC = []string{"us-east-2a", "us-east-2b", "us-east-2c"}

// vpcArgsTest has the problems of some arguments; none for valid ones.
type vpcArgsTest struct {
	reason string
	args   *VpcArgs
	want   []string
}

func checkVpcArgs(t *testing.T, tests map[string]vpcArgsTest) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}

func TestVpcArgs(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"zones only": {reason: "every other field has a default", args: &VpcArgs{Zones: zonesABC}},
		"one zone single NAT": {
			reason: "the only Availability Zone is the default of NATZone",
			args:   &VpcArgs{Zones: zonesABC[:1], NAT: NATSingle},
		},
		"longest infrastructure ID": {
			reason: "an infrastructure ID has at most 27 characters",
			args:   &VpcArgs{Zones: zonesABC, InfraID: mockstest.LongInfraID},
		},
		"single NAT": {
			reason: "NATZone is the zone of the gateway",
			args:   &VpcArgs{Zones: zonesABC, NAT: NATSingle, NATZone: "us-east-2b"},
		},
		"NAT zone in reserve": {
			reason: "NATZone may be set while no zone needs it",
			args:   &VpcArgs{Zones: zonesABC, NAT: NATPerZone, NATZone: "us-east-2b"},
		},
		"local zone only": {
			reason: "without NAT no Availability Zone is needed",
			args: &VpcArgs{
				Zones:     []string{"us-west-2-lax-1a"},
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
				NAT:       NATNone,
			},
		},
		"private only": {
			reason: "NAT defaults to None with PrivateOnly",
			args:   &VpcArgs{Zones: zonesABC, PrivateOnly: true, PublicPrefixLength: 24},
		},
		"IPv6": {reason: "dual stack needs no other field", args: &VpcArgs{Zones: zonesABC, IPv6: true}},
		"IPv6 at the edge": {
			reason: "a Local Zone has no IPv6",
			args: &VpcArgs{
				Zones:     []string{"us-west-2a", "us-west-2-lax-1a"},
				IPv6:      true,
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
			},
		},
		"Elastic IP": {
			reason: "a zone without an allocation ID gets a new Elastic IP",
			args: &VpcArgs{
				Zones:                     zonesABC,
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"Elastic IP with NATSingle": {
			reason: "NATSingle accepts an allocation ID for its zone",
			args: &VpcArgs{
				Zones:                     zonesABC,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2c",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2c": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"NAT zone missing": {
			reason: "a gateway in the first zone of a list would move when the list changes",
			args:   &VpcArgs{Zones: zonesABC, NAT: NATSingle},
			want:   []string{vpcPath + ".NATZone: is required with NAT Single (us-east-2a, us-east-2b or us-east-2c)"},
		},
		"NAT zone elsewhere": {
			reason: "the zone of the gateway is in Zones",
			args:   &VpcArgs{Zones: zonesABC, NAT: NATSingle, NATZone: "us-east-2d"},
			want:   []string{vpcPath + ".NATZone: one-of"},
		},
		"NAT zone without NAT": {
			reason: "NATZone has no effect without a NAT gateway",
			args:   &VpcArgs{Zones: zonesABC, NAT: NATNone, NATZone: "us-east-2a"},
			want:   []string{vpcPath + ".NATZone: exclusive"},
		},
		"NAT zone of a Local Zone": {
			reason: "a Local Zone uses the gateway of another zone",
			args:   &VpcArgs{Zones: []string{"us-west-2a", "us-west-2b", localZone}, ZoneSlots: map[string]int{localZone: 6}},
			want: []string{
				vpcPath + ".NATZone: is required, because Local and Wavelength Zones have no NAT gateway " +
					"(us-west-2a or us-west-2b)",
			},
		},
		"no zone for NAT": {
			reason: "a NAT gateway needs an Availability Zone",
			args:   &VpcArgs{Zones: []string{localZone}, ZoneSlots: map[string]int{localZone: 6}},
			want: []string{
				vpcPath + ".NAT: must be None without an Availability Zone in network.VpcArgs.Zones (got " +
					"PerZone)",
			},
		},
		"NAT with PrivateOnly": {
			reason: "NAT gateways are in public subnets",
			args:   &VpcArgs{Zones: zonesABC, PrivateOnly: true, NAT: NATSingle, NATZone: "us-east-2a"},
			want: []string{
				vpcPath + ".NAT: must be None with PrivateOnly, because NAT gateways are in public " +
					"subnets",
			},
		},
		"address without gateway": {
			reason: "a zone that uses the gateway of another zone has none",
			args: &VpcArgs{
				Zones:                     zonesABC,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2a",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
			want: []string{vpcPath + ".NATElasticIPAllocationIDs[us-east-2b]: us-east-2b has no NAT gateway"},
		},
		"address twice": {
			reason: "an Elastic IP belongs to one gateway",
			args: &VpcArgs{Zones: zonesABC, NATElasticIPAllocationIDs: map[string]pulumi.StringInput{
				"us-east-2a": pulumi.String("eipalloc-0123456789abcdef0"),
				"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0"),
			}},
			want: []string{vpcPath + ".NATElasticIPAllocationIDs[us-east-2b]: duplicate"},
		},
		"many tags": {
			reason: "a resource has at most 50 tags, of which 5 are for the component and the cluster",
			args:   &VpcArgs{Zones: zonesABC, Tags: manyTags("a", 45), KindTags: &KindTagsArgs{Vpc: manyTags("a", 45)}},
		},
		"too many tags of a kind": {
			reason: "Tags and those of the kind are on one resource",
			args:   &VpcArgs{Zones: zonesABC, Tags: manyTags("a", 30), KindTags: &KindTagsArgs{Vpc: manyTags("b", 16)}},
			want:   []string{vpcPath + ".KindTags.Vpc: range"},
		},
		"several": {
			reason: "all problems are reported at once",
			args:   &VpcArgs{CIDR: "10.0.0.0/30", NAT: "x", InfraID: "-"},
			want: []string{
				vpcPath + ".Zones: required", vpcPath + ".InfraID: format", vpcPath + ".NAT: one-of",
				vpcPath + ".CIDR: range",
			},
		},
		"formats": {
			reason: "each of these fields has a format",
			args: &VpcArgs{
				Zones: zonesABC, IPAMPoolID: pulumi.String("ipam-0123456789abcdef0"),
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{
					"us-east-2a": nil, "us-east-2b": pulumi.String("192.0.2.7"),
				},
				Tags:     pulumi.StringMap{"aws:x": pulumi.String("")},
				KindTags: &KindTagsArgs{DHCPOptions: pulumi.StringMap{"aws:x": pulumi.String("")}},
			},
			want: []string{
				vpcPath + ".IPAMPoolID: format",
				vpcPath + ".NATElasticIPAllocationIDs[us-east-2a]: required",
				vpcPath + ".NATElasticIPAllocationIDs[us-east-2b]: format",
				vpcPath + ".Tags[aws:x]: AWS reserves the prefix aws:",
				vpcPath + ".KindTags.DHCPOptions[aws:x]: AWS reserves the prefix aws:",
			},
		},
	})
}

func TestVpcArgsSubnets(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"largest sizes": {
			reason: "both halves of a block can be used completely",
			args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 20, PublicPrefixLength: 20},
		},
		"smallest sizes": {
			reason: "AWS's smallest subnet is a /28",
			args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"only size of a /24": {
			reason: "in a /24 all subnets are /28",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/24", PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"one CIDR set": {
			reason: "a subnet without a CIDR in Subnets is planned",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.192.0/18"}}},
		},
		"CIDRs of the plan": {
			reason: "the planned CIDRs can be set explicitly",
			args: &VpcArgs{
				Zones:   zonesABC,
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/20", Public: "10.0.16.0/22"}},
			},
		},
		"all CIDRs set": {
			reason: "a zone with CIDRs for all subnets needs no slot",
			args: &VpcArgs{
				Zones:   []string{"us-east-1g"},
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
		},
		"CIDR in a Wavelength Zone": {
			reason: "a zone without a public subnet needs one CIDR only",
			args: &VpcArgs{
				Zones:   []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:     NATNone,
				Subnets: map[string]SubnetCIDRs{"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17"}},
			},
		},
		"slot of another zone without slot": {
			reason: "a slot that its zone does not need is free",
			args: &VpcArgs{
				Zones:     []string{"us-east-2a", "us-east-2b"},
				ZoneSlots: map[string]int{"us-east-2b": 0},
				Subnets:   map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.64.0/20", Public: "10.0.96.0/20"}},
			},
		},
		"private CIDRs only": {
			reason: "with PrivateOnly, a zone needs a private CIDR only",
			args: &VpcArgs{
				Zones:       []string{"us-east-1g"},
				PrivateOnly: true,
				NAT:         NATNone,
				Subnets:     map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17"}},
			},
		},
		"private too large": {
			reason: "a private subnet has at most half of a block",
			args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: 19},
			want:   []string{vpcPath + ".PrivatePrefixLength: range"},
		},
		"public too small": {
			reason: "AWS's smallest subnet is a /28",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/20", PublicPrefixLength: 29},
			want:   []string{vpcPath + ".PublicPrefixLength: range"},
		},
		"negative size": {
			reason: "a prefix length is not negative",
			args:   &VpcArgs{Zones: zonesABC, PrivatePrefixLength: -1},
			want:   []string{vpcPath + ".PrivatePrefixLength: range"},
		},
		"subnet of another zone": {
			reason: "Subnets is for zones in Zones",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2d": {}}},
			want:   []string{vpcPath + ".Subnets[us-east-2d]: one-of"},
		},
		"subnet outside of the VPC": {
			reason: "a subnet is within the CIDRs of its VPC",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.1.0.0/20"}}},
			want: []string{
				vpcPath + ".Subnets[us-east-2a].Private: 10.1.0.0/20 is not within the VPC's CIDRs " +
					"[10.0.0.0/16]",
			},
		},
		"CIDR overlaps the plan": {
			reason: "a CIDR in Subnets must not overlap another zone's planned subnet",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.32.0/21"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2b].Private: overlap"},
		},
		"CIDRs overlap": {
			reason: "CIDRs in Subnets do not overlap",
			args: &VpcArgs{
				Zones:   zonesABC[:1],
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/17", Public: "10.0.64.0/20"}},
			},
			want: []string{vpcPath + ".Subnets[us-east-2a].Public: overlap"},
		},
		"subnet too small": {
			reason: "AWS's smallest subnet is a /28",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.0/29"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2a].Public: range"},
		},
		"subnet with host bits": {
			reason: "AWS clears host bits",
			args:   &VpcArgs{Zones: zonesABC, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.1/24"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2a].Public: format"},
		},
		"public CIDR in a Wavelength Zone": {
			reason: "a Wavelength Zone has no public subnet",
			args: &VpcArgs{
				Zones: []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:   NATNone,
				Subnets: map[string]SubnetCIDRs{
					"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"},
				},
			},
			want: []string{
				vpcPath + ".Subnets[us-east-1-wl1-bos-wlz-1].Public: must not be set in a Wavelength " +
					"Zone or with PrivateOnly, where there is no public subnet",
			},
		},
		"public CIDR with PrivateOnly": {
			reason: "PrivateOnly has no public subnets",
			args: &VpcArgs{
				Zones:       zonesABC,
				PrivateOnly: true,
				Subnets:     map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.128.0/17"}},
			},
			want: []string{
				vpcPath + ".Subnets[us-east-2a].Public: must not be set in a Wavelength Zone or with " +
					"PrivateOnly, where there is no public subnet",
			},
		},
		"IPv6 needs slots": {
			reason: "the /64s depend on slots",
			args: &VpcArgs{
				Zones:   []string{"us-east-1g"},
				IPv6:    true,
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
			want: []string{
				vpcPath + ".ZoneSlots[us-east-1g]: is required, because only Availability Zones a to f " +
					"have a default (0 to 7; 6 and 7 have no default zone)",
			},
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
