package network

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

func TestVpcArgsAccept(t *testing.T) {
	t.Parallel()
	abc := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	tests := map[string]struct {
		reason string
		args   VpcArgs
	}{
		"zones only": {reason: "every other field has a default", args: VpcArgs{Zones: abc}},
		"one zone":   {reason: "a single-zone cluster has one zone", args: VpcArgs{Zones: abc[:1]}},
		"one zone single NAT": {
			reason: "the only Availability Zone is the default of NATZone",
			args:   VpcArgs{Zones: abc[:1], NAT: NATSingle},
		},
		"largest": {reason: "AWS's largest VPC is a /16", args: VpcArgs{Zones: abc, CIDR: "10.0.0.0/16"}},
		"smallest": {
			reason: "8 zone blocks fit in a /24",
			args:   VpcArgs{Zones: abc, CIDR: "10.0.0.0/24"},
		},
		"public addresses": {
			reason: "a VPC may have a CIDR outside of the private ranges",
			args:   VpcArgs{Zones: abc, CIDR: "100.64.0.0/16"},
		},
		"longest infra id": {
			reason: "an infrastructure ID has at most 27 characters",
			args:   VpcArgs{Zones: abc, InfraID: mockstest.LongInfraID},
		},
		"no infra id": {reason: "a VPC can be created before its cluster", args: VpcArgs{Zones: abc, InfraID: ""}},
		"all slots": {
			reason: "8 zones use all slots",
			args: VpcArgs{
				Zones: []string{
					"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f",
					"us-west-2g", "us-west-2-lax-1a",
				},
				ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2-lax-1a": 7},
				NATZone:   "us-west-2g",
			},
		},
		"single NAT": {
			reason: "NATZone is the zone of the gateway",
			args:   VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2b"},
		},
		"NAT zone in reserve": {
			reason: "NATZone may be set while no zone needs it",
			args:   VpcArgs{Zones: abc, NAT: NATPerZone, NATZone: "us-east-2b"},
		},
		"local zone only": {
			reason: "without NAT no Availability Zone is needed",
			args: VpcArgs{
				Zones:     []string{"us-west-2-lax-1a"},
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
				NAT:       NATNone,
			},
		},
		"swapped slots": {
			reason: "a slot in ZoneSlots overrides the default of the zone's letter",
			args:   VpcArgs{Zones: abc[:2], ZoneSlots: map[string]int{"us-east-2a": 1, "us-east-2b": 0}},
		},
		"gov": {
			reason: "zones of AWS GovCloud are valid",
			args:   VpcArgs{Zones: []string{"us-gov-west-1a", "us-gov-west-1b"}},
		},
		"six zones": {
			reason: "the largest region has six Availability Zones",
			args: VpcArgs{
				Zones: []string{"us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d", "us-east-1e", "us-east-1f"},
			},
		},
		"largest sizes": {
			reason: "both halves of a block can be used completely",
			args:   VpcArgs{Zones: abc, PrivatePrefixLength: 20, PublicPrefixLength: 20},
		},
		"smallest sizes": {
			reason: "AWS's smallest subnet is a /28",
			args:   VpcArgs{Zones: abc, PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"only size of a /24": {
			reason: "in a /24 all subnets are /28",
			args:   VpcArgs{Zones: abc, CIDR: "10.0.0.0/24", PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"one range given": {
			reason: "a subnet without a CIDR in Subnets is planned",
			args:   VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.192.0/18"}}},
		},
		"ranges of the plan": {
			reason: "the planned CIDRs can be set explicitly",
			args: VpcArgs{
				Zones:   abc,
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/20", Public: "10.0.16.0/22"}},
			},
		},
		"all ranges given": {
			reason: "a zone with CIDRs for all subnets needs no slot",
			args: VpcArgs{
				Zones:   []string{"us-east-1g"},
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
		},
		"Wavelength range": {
			reason: "a zone without a public subnet needs one CIDR only",
			args: VpcArgs{
				Zones:   []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:     NATNone,
				Subnets: map[string]SubnetCIDRs{"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17"}},
			},
		},
		"slot next to ranges": {
			reason: "a slot that its zone does not need is free",
			args: VpcArgs{
				Zones:     []string{"us-east-2a", "us-east-2b"},
				ZoneSlots: map[string]int{"us-east-2b": 0},
				Subnets:   map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.64.0/20", Public: "10.0.96.0/20"}},
			},
		},
		"second range": {
			reason: "subnets may be in a secondary CIDR",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"100.64.0.0/16"},
				Subnets:        map[string]SubnetCIDRs{"us-east-2a": {Private: "100.64.0.0/18"}},
			},
		},
		"near ranges": {
			reason: "AWS adds private CIDRs of the same range, and any that are not private",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/16", "10.255.0.0/16", "100.127.0.0/16", "198.18.0.0/16"},
			},
		},
		"ranges near 172.16": {
			reason: "AWS adds 172.16.0.0/12 to 172.31.0.0/16",
			args: VpcArgs{
				Zones:          abc,
				CIDR:           "172.31.0.0/16",
				SecondaryCIDRs: []string{"172.16.0.0/16", "172.30.0.0/16"},
			},
		},
		"ranges near 192.168": {
			reason: "AWS adds parts of 192.168.0.0/16 to each other",
			args:   VpcArgs{Zones: abc, CIDR: "192.168.0.0/20", SecondaryCIDRs: []string{"192.168.128.0/20"}},
		},
		"small second range": {
			reason: "AWS's smallest secondary CIDR is a /28",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/28", "10.1.0.16/28", "10.1.0.32/28", "10.1.0.48/28"},
			},
		},
		"private only": {
			reason: "NAT defaults to None with PrivateOnly",
			args:   VpcArgs{Zones: abc, PrivateOnly: true, PublicPrefixLength: 24},
		},
		"private ranges only": {
			reason: "with PrivateOnly, a zone needs a private CIDR only",
			args: VpcArgs{
				Zones:       []string{"us-east-1g"},
				PrivateOnly: true,
				NAT:         NATNone,
				Subnets:     map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17"}},
			},
		},
		"IPv6": {reason: "dual stack needs no other field", args: VpcArgs{Zones: abc, IPv6: true}},
		"IPv6 at the edge": {
			reason: "a Local Zone has no IPv6",
			args: VpcArgs{
				Zones:     []string{"us-west-2a", "us-west-2-lax-1a"},
				IPv6:      true,
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
			},
		},
		"own addresses": {
			reason: "a zone without an allocation ID gets a new Elastic IP",
			args: VpcArgs{
				Zones:                     abc,
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"own single address": {
			reason: "NATSingle accepts an allocation ID for its zone",
			args: VpcArgs{
				Zones:                     abc,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2c",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2c": pulumi.String("eipalloc-0123456789abcdef0")},
			},
		},
		"no endpoints": {
			reason: "an empty list of endpoints is valid",
			args:   VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{}},
		},
		"presets that overlap": {
			reason: "presets and services may overlap: ec2, kms and sts are in two of them",
			args: VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Presets:  []EndpointPreset{EndpointsPrivate, EndpointsZeroEgress, EndpointsSSM},
					Services: []string{"sts"},
				},
			},
		},
		"whole service": {
			reason: "an endpoint service is given by its full name",
			args: VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Services: []string{"com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"},
				},
			},
		},
		"S3 policy": {
			reason: "the gateway endpoint exists without interface endpoints",
			args: VpcArgs{
				Zones:     abc,
				Endpoints: &EndpointsArgs{Policies: map[string]pulumi.StringInput{"s3": pulumi.String("{}")}},
			},
		},
		"flow logs": {
			reason: "every field of FlowLogsArgs has a default",
			args:   VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{}},
		},
		"flow logs to S3": {
			reason: "a bucket needs no role",
			args: VpcArgs{
				Zones: abc,
				FlowLogs: &FlowLogsArgs{
					BucketARN: pulumi.String("arn:aws:s3:::logs"),
					Interval:  time.Minute,
					Traffic:   FlowLogRejected,
				},
			},
		},
		"DHCP": {
			reason: "every field of DHCPOptionsArgs has a default",
			args:   VpcArgs{Zones: abc, DHCP: &DHCPOptionsArgs{}},
		},
		"DHCP servers": {
			reason: "AmazonProvidedDNS and IPv6 addresses are valid",
			args: VpcArgs{
				Zones: abc,
				DHCP: &DHCPOptionsArgs{
					DomainName:        "corp",
					DomainNameServers: []string{"AmazonProvidedDNS"},
					NTPServers:        []string{"fd00:ec2::123"},
				},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, tt.args.Validate(), tt.reason)
		})
	}
}

func TestVpcArgsRefuse(t *testing.T) {
	t.Parallel()
	abc := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	const lax = "us-west-2-lax-1a"
	tests := map[string]struct {
		reason string
		args   *VpcArgs
		want   []string
	}{
		"nil": {reason: "Zones is required", want: []string{vpcPath + ".Zones: required"}},
		"no zones": {
			reason: "an empty list is not set",
			args:   &VpcArgs{Zones: []string{}},
			want:   []string{vpcPath + ".Zones: required"},
		},
		"too small": {
			reason: "8 zone blocks do not fit in less than a /24",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/26"},
			want:   []string{vpcPath + ".CIDR: range"},
		},
		"too large": {
			reason: "AWS's largest VPC is a /16",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/8"},
			want:   []string{vpcPath + ".CIDR: range"},
		},
		"every address": {
			reason: "the length of the prefix is checked for every CIDR",
			args:   &VpcArgs{Zones: abc, CIDR: "0.0.0.0/0"},
			want:   []string{vpcPath + ".CIDR: range"},
		},
		"address": {
			reason: "an address is not a CIDR",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0"},
			want:   []string{vpcPath + ".CIDR: form"},
		},
		"octet": {
			reason: "an octet is at most 255",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.256.0/16"},
			want:   []string{vpcPath + ".CIDR: form"},
		},
		"host bits": {
			reason: "AWS clears host bits, and every preview would show a difference",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.1.0/16"},
			want:   []string{vpcPath + ".CIDR: form"},
		},
		"IPv6": {
			reason: "the primary CIDR of a VPC is IPv4",
			args:   &VpcArgs{Zones: abc, CIDR: "fd00::/16"},
			want:   []string{vpcPath + ".CIDR: form"},
		},
		"region as zone": {
			reason: "a region is not a zone",
			args:   &VpcArgs{Zones: []string{"us-east-2"}, NAT: NATNone},
			want:   []string{vpcPath + ".Zones[0]: form"},
		},
		"empty zone": {
			reason: "an element of a list is not empty",
			args:   &VpcArgs{Zones: []string{"us-east-2a", ""}, NAT: NATNone},
			want:   []string{vpcPath + ".Zones[1]: required"},
		},
		"spaces": {
			reason: "a zone has no spaces",
			args:   &VpcArgs{Zones: []string{" us-east-2b", "us-east-2a"}, NAT: NATNone},
			want:   []string{vpcPath + ".Zones[0]: form"},
		},
		"twice": {
			reason: "a zone has one pair of subnets",
			args:   &VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2a"}},
			want:   []string{vpcPath + ".Zones[2]: duplicate"},
		},
		"two regions": {
			reason: "a VPC is in one region",
			args:   &VpcArgs{Zones: []string{"us-east-2a", "us-west-2b"}},
			want:   []string{vpcPath + ".Zones: must be in one region (got us-east-2, us-west-2)"},
		},
		"nine zones": {
			reason: "a VPC has 8 zone blocks",
			args: &VpcArgs{
				Zones: []string{
					"us-west-2a",
					"us-west-2b",
					"us-west-2c",
					"us-west-2d",
					"us-west-2e",
					"us-west-2f",
					"us-west-2g",
					"us-west-2h",
					"us-west-2i",
				},
				ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2h": 7, "us-west-2i": 0},
			},
			want: []string{
				vpcPath + ".Zones: range",
				vpcPath + ".ZoneSlots[us-west-2i]: must not be 0, the slot of us-west-2a",
			},
		},
		"Local Zone without slot": {
			reason: "a Local Zone has no default slot",
			args:   &VpcArgs{Zones: []string{"us-west-2a", lax}, NAT: NATNone},
			want: []string{
				vpcPath + ".ZoneSlots[us-west-2-lax-1a]: is required, because only Availability Zones a " +
					"to f have a default (0 to 7; 6 and 7 have no default zone)",
			},
		},
		"late letter": {
			reason: "zone g has no default slot",
			args:   &VpcArgs{Zones: []string{"us-east-1g"}},
			want: []string{
				vpcPath + ".ZoneSlots[us-east-1g]: is required, because only Availability Zones a to f " +
					"have a default (0 to 7; 6 and 7 have no default zone)",
			},
		},
		"slot taken": {
			reason: "a slot belongs to one zone",
			args: &VpcArgs{
				Zones:     []string{"us-west-2b", lax},
				NATZone:   "us-west-2b",
				ZoneSlots: map[string]int{lax: 1},
			},
			want: []string{vpcPath + ".ZoneSlots[us-west-2b]: must not be 1, the slot of us-west-2-lax-1a"},
		},
		"slot too high": {
			reason: "slots are 0 to 7",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": 8}},
			want:   []string{vpcPath + ".ZoneSlots[us-east-2c]: range"},
		},
		"slot too low": {
			reason: "slots are 0 to 7",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": -1}},
			want:   []string{vpcPath + ".ZoneSlots[us-east-2c]: range"},
		},
		"slot of another zone": {
			reason: "ZoneSlots is for zones in Zones",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2d": 4}},
			want:   []string{vpcPath + ".ZoneSlots[us-east-2d]: one-of"},
		},
		"NAT mode": {
			reason: "modes are case-sensitive",
			args:   &VpcArgs{Zones: abc, NAT: "single"},
			want:   []string{vpcPath + ".NAT: one-of"},
		},
		"NAT zone missing": {
			reason: "a gateway in the first zone of a list would move when the list changes",
			args:   &VpcArgs{Zones: abc, NAT: NATSingle},
			want: []string{
				vpcPath + ".NATZone: is required with NAT Single (us-east-2a, us-east-2b or us-east-2c)",
			},
		},
		"NAT zone elsewhere": {
			reason: "the zone of the gateway is in Zones",
			args:   &VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2d"},
			want:   []string{vpcPath + ".NATZone: one-of"},
		},
		"NAT zone without NAT": {
			reason: "NATZone has no effect without a NAT gateway",
			args:   &VpcArgs{Zones: abc, NAT: NATNone, NATZone: "us-east-2a"},
			want:   []string{vpcPath + ".NATZone: exclusive"},
		},
		"NAT zone of a Local Zone": {
			reason: "a Local Zone uses the gateway of another zone",
			args:   &VpcArgs{Zones: []string{"us-west-2a", "us-west-2b", lax}, ZoneSlots: map[string]int{lax: 6}},
			want: []string{
				vpcPath + ".NATZone: is required, because Local and Wavelength Zones have no NAT gateway " +
					"(us-west-2a or us-west-2b)",
			},
		},
		"no zone for NAT": {
			reason: "a NAT gateway needs an Availability Zone",
			args:   &VpcArgs{Zones: []string{lax}, ZoneSlots: map[string]int{lax: 6}},
			want: []string{
				vpcPath + ".NAT: must be None without an Availability Zone in network.VpcArgs.Zones (got " +
					"PerZone)",
			},
		},
		"infra id": {
			reason: "an infrastructure ID has at most 27 characters",
			args:   &VpcArgs{Zones: abc, InfraID: mockstest.LongInfraID + "q"},
			want:   []string{vpcPath + ".InfraID: range"},
		},
		"tags": {
			reason: "OpenShift reserves its domains",
			args:   &VpcArgs{Zones: abc, Tags: pulumi.StringMap{"kubernetes.io/role/elb": pulumi.String("1")}},
			want: []string{
				vpcPath + ".Tags[kubernetes.io/role/elb]: OpenShift reserves kubernetes.io, openshift.io " +
					"and their subdomains",
			},
		},
		"private too large": {
			reason: "a private subnet has at most half of a block",
			args:   &VpcArgs{Zones: abc, PrivatePrefixLength: 19},
			want:   []string{vpcPath + ".PrivatePrefixLength: range"},
		},
		"public too small": {
			reason: "AWS's smallest subnet is a /28",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/20", PublicPrefixLength: 29},
			want:   []string{vpcPath + ".PublicPrefixLength: range"},
		},
		"negative size": {
			reason: "a prefix length is not negative",
			args:   &VpcArgs{Zones: abc, PrivatePrefixLength: -1},
			want:   []string{vpcPath + ".PrivatePrefixLength: range"},
		},
		"subnet of another zone": {
			reason: "Subnets is for zones in Zones",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2d": {}}},
			want:   []string{vpcPath + ".Subnets[us-east-2d]: one-of"},
		},
		"range outside": {
			reason: "a subnet is within the CIDRs of its VPC",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.1.0.0/20"}}},
			want: []string{
				vpcPath + ".Subnets[us-east-2a].Private: 10.1.0.0/20 is not within the VPC's CIDRs " +
					"[10.0.0.0/16]",
			},
		},
		"range overlaps the plan": {
			reason: "a CIDR in Subnets must not overlap another zone's planned subnet",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.32.0/21"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2b].Private: overlap"},
		},
		"ranges overlap": {
			reason: "CIDRs in Subnets do not overlap",
			args: &VpcArgs{
				Zones:   abc[:1],
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/17", Public: "10.0.64.0/20"}},
			},
			want: []string{vpcPath + ".Subnets[us-east-2a].Public: overlap"},
		},
		"range too small": {
			reason: "AWS's smallest subnet is a /28",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.0/29"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2a].Public: range"},
		},
		"range with host bits": {
			reason: "AWS clears host bits",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.1/24"}}},
			want:   []string{vpcPath + ".Subnets[us-east-2a].Public: form"},
		},
		"public range in Wavelength": {
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
		"public range, private only": {
			reason: "PrivateOnly has no public subnets",
			args: &VpcArgs{
				Zones:       abc,
				PrivateOnly: true,
				Subnets:     map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.128.0/17"}},
			},
			want: []string{
				vpcPath + ".Subnets[us-east-2a].Public: must not be set in a Wavelength Zone or with " +
					"PrivateOnly, where there is no public subnet",
			},
		},
		"NAT, private only": {
			reason: "NAT gateways are in public subnets",
			args:   &VpcArgs{Zones: abc, PrivateOnly: true, NAT: NATSingle, NATZone: "us-east-2a"},
			want: []string{
				vpcPath + ".NAT: must be None with PrivateOnly, because NAT gateways are in public " +
					"subnets",
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
		"another private range": {
			reason: "AWS adds no CIDR of another private range",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"172.16.0.0/16", "192.168.0.0/20", "198.19.0.0/20"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 172.16.0.0/16, a part of 172.16.0.0/12, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10",
				vpcPath + ".SecondaryCIDRs[1]: AWS does not add 192.168.0.0/20, a part of " +
					"192.168.0.0/16, to a VPC with primary CIDR 10.0.0.0/16; use a range near the " +
					"primary CIDR or in 100.64.0.0/10",
				vpcPath + ".SecondaryCIDRs[2]: AWS does not add 198.19.0.0/20, a part of 198.19.0.0/16, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10",
			},
		},
		"private CIDR for a public one": {
			reason: "AWS adds no private CIDR to a VPC outside of the private ranges",
			args:   &VpcArgs{Zones: abc, CIDR: "100.64.0.0/16", SecondaryCIDRs: []string{"10.0.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 10.0.0.0/16, a part of 10.0.0.0/8, to a " +
					"VPC with primary CIDR 100.64.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10",
			},
		},
		"first of 10.0.0.0/8": {
			reason: "AWS does not add 10.0.0.0/16 to a VPC in 10.1.0.0/16",
			args:   &VpcArgs{Zones: abc, CIDR: "10.1.0.0/16", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 10.0.16.0/20, a part of 10.0.0.0/16, to " +
					"a VPC with primary CIDR 10.1.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10",
			},
		},
		"default VPCs' range": {
			reason: "AWS does not add 172.31.0.0/16 to a VPC in 172.16.0.0/12",
			args:   &VpcArgs{Zones: abc, CIDR: "172.16.0.0/16", SecondaryCIDRs: []string{"172.31.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 172.31.0.0/16, a part of 172.31.0.0/16, " +
					"to a VPC with primary CIDR 172.16.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10",
			},
		},
		"link-local": {
			reason: "link-local addresses include the instance metadata service",
			args:   &VpcArgs{Zones: abc, CIDR: "169.254.0.0/16"},
			want: []string{
				vpcPath + ".CIDR: 169.254.0.0/16 is reserved for loopback, link-local or multicast " +
					"addresses; use another range, such as 10.0.0.0/16",
			},
		},
		"loopback and multicast": {
			reason: "no network interface has a loopback or multicast address",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"127.0.0.0/16", "224.0.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: 127.0.0.0/16 is reserved for loopback, link-local or " +
					"multicast addresses; use another range, such as 10.0.0.0/16",
				vpcPath + ".SecondaryCIDRs[1]: 224.0.0.0/16 is reserved for loopback, link-local or " +
					"multicast addresses; use another range, such as 10.0.0.0/16",
			},
		},
		"second range overlaps": {
			reason: "the CIDRs of a VPC do not overlap",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"10.0.128.0/20"}},
			want:   []string{vpcPath + ".SecondaryCIDRs[0]: overlap"},
		},
		"second range twice": {
			reason: "the CIDRs of a VPC do not overlap",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"10.1.0.0/20", "10.1.0.0/20"}},
			want:   []string{vpcPath + ".SecondaryCIDRs[1]: overlap"},
		},
		"many ranges": {
			reason: "AWS's quota is 4 secondary CIDRs",
			args: &VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/20", "10.2.0.0/20", "10.3.0.0/20", "10.4.0.0/20", "10.5.0.0/20"},
			},
			want: []string{vpcPath + ".SecondaryCIDRs: range"},
		},
		"address without gateway": {
			reason: "a zone that uses the gateway of another zone has none",
			args: &VpcArgs{
				Zones:                     abc,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2a",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-0123456789abcdef0")},
			},
			want: []string{vpcPath + ".NATElasticIPAllocationIDs[us-east-2b]: us-east-2b has no NAT gateway"},
		},
		"nil address": {
			reason: "an entry has a value",
			args:   &VpcArgs{Zones: abc, NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": nil}},
			want:   []string{vpcPath + ".NATElasticIPAllocationIDs[us-east-2b]: required"},
		},
		"preset": {
			reason: "presets are case-sensitive",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Presets: []EndpointPreset{"ssm"}}},
			want:   []string{vpcPath + ".Endpoints.Presets[0]: one-of"},
		},
		"S3 interface": {
			reason: "S3 has a gateway endpoint",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Services: []string{"s3"}}},
			want: []string{
				vpcPath + ".Endpoints.Services[0]: must not be s3, which always has a gateway endpoint",
			},
		},
		"service": {
			reason: "service names have no capital letters",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Services: []string{"ECR"}}},
			want:   []string{vpcPath + ".Endpoints.Services[0]: form"},
		},
		"endpoint zone": {
			reason: "endpoints are in zones of the VPC",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Zones: []string{"us-east-2d"}}},
			want:   []string{vpcPath + ".Endpoints.Zones[0]: one-of"},
		},
		"endpoints at the edge": {
			reason: "Local Zones have no interface endpoints",
			args: &VpcArgs{
				Zones:     []string{lax},
				NAT:       NATNone,
				ZoneSlots: map[string]int{lax: 6},
				Endpoints: &EndpointsArgs{Services: []string{"sts"}},
			},
			want: []string{
				vpcPath + ".Endpoints: must be empty without an Availability Zone in " +
					"network.VpcArgs.Zones, because Local and Wavelength Zones have no interface " +
					"endpoints",
			},
		},
		"endpoint policy": {
			reason: "a policy belongs to an endpoint and has a value",
			args: &VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Services: []string{"sts"},
					Policies: map[string]pulumi.StringInput{"ec2": pulumi.String("{}"), "s3": nil},
				},
			},
			want: []string{
				vpcPath + ".Endpoints.Policies[ec2]: one-of",
				vpcPath + ".Endpoints.Policies[s3]: required",
			},
		},
		"endpoint sources": {
			reason: "AWS clears host bits, and there is one rule per CIDR",
			args: &VpcArgs{
				Zones:     abc,
				Endpoints: &EndpointsArgs{AllowedCIDRs: []string{"10.0.0.1/8", "10.2.0.0/16", "10.2.0.0/16"}},
			},
			want: []string{
				vpcPath + ".Endpoints.AllowedCIDRs[0]: form",
				vpcPath + ".Endpoints.AllowedCIDRs[2]: duplicate",
			},
		},
		"retention": {
			reason: "CloudWatch accepts some numbers of days only",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{RetentionDays: 31}},
			want: []string{
				vpcPath + ".FlowLogs.RetentionDays: must be one of [1 3 5 7 14 30 60 90 120 150 180 365 " +
					"400 545 731 1096 1827 2192 2557 2922 3288 3653] (got 31)",
			},
		},
		"interval": {
			reason: "AWS has two aggregation intervals",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{Interval: 5 * time.Minute}},
			want:   []string{vpcPath + ".FlowLogs.Interval: must be 1m or 10m (got 5m)"},
		},
		"traffic": {
			reason: "the values are AWS's own",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{Traffic: "all"}},
			want:   []string{vpcPath + ".FlowLogs.Traffic: one-of"},
		},
		"bucket and log group": {
			reason: "flow logs have one destination",
			args: &VpcArgs{
				Zones: abc,
				FlowLogs: &FlowLogsArgs{
					BucketARN:           pulumi.String("arn:aws:s3:::logs"),
					RetentionDays:       30,
					KMSKeyARN:           pulumi.String("arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"),
					PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
				},
			},
			want: []string{
				vpcPath + ".FlowLogs.RetentionDays: exclusive",
				vpcPath + ".FlowLogs.KMSKeyARN: exclusive",
				vpcPath + ".FlowLogs.PermissionsBoundary: exclusive",
			},
		},
		"flow log ARNs": {
			reason: "ARNs have the form of their service, and are in the VPC's partition and region",
			args: &VpcArgs{
				Zones: abc,
				FlowLogs: &FlowLogsArgs{
					KMSKeyARN: pulumi.String(
						"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
					),
					PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:role/boundary"),
				},
			},
			want: []string{
				vpcPath + ".FlowLogs.PermissionsBoundary: form",
				vpcPath + ".FlowLogs.KMSKeyARN: " +
					"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab is in " +
					"region us-west-2; must be in us-east-2",
			},
		},
		"domain": {
			reason: "nodes with two domains do not join",
			args:   &VpcArgs{Zones: abc, DHCP: &DHCPOptionsArgs{DomainName: "a.example b.example"}},
			want:   []string{vpcPath + ".DHCP.DomainName: form"},
		},
		"DHCP servers": {
			reason: "DHCP options have at most 4 servers, given by address",
			args: &VpcArgs{
				Zones: abc,
				DHCP: &DHCPOptionsArgs{
					DomainNameServers: []string{"10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "dns"},
					NTPServers:        []string{"AmazonProvidedDNS"},
				},
			},
			want: []string{
				vpcPath + ".DHCP.DomainNameServers: range",
				vpcPath + ".DHCP.DomainNameServers[4]: form",
				vpcPath + ".DHCP.NTPServers[0]: form",
			},
		},
		"kind tags": {
			reason: "the rules of Tags apply to each kind",
			args: &VpcArgs{
				Zones: abc,
				KindTags: &KindTagsArgs{
					PrivateSubnets: pulumi.StringMap{"kubernetes.io/role/elb": pulumi.String("1")},
					DHCPOptions:    pulumi.StringMap{"aws:x": pulumi.String("")},
				},
			},
			want: []string{
				vpcPath + ".KindTags.PrivateSubnets[kubernetes.io/role/elb]: OpenShift reserves " +
					"kubernetes.io, openshift.io and their subdomains",
				vpcPath + ".KindTags.DHCPOptions[aws:x]: AWS reserves the prefix aws:",
			},
		},
		"several": {
			reason: "all problems are reported at once",
			args:   &VpcArgs{CIDR: "10.0.0.0/30", NAT: "x", InfraID: "-"},
			want: []string{
				vpcPath + ".Zones: required",
				vpcPath + ".CIDR: range",
				vpcPath + ".NAT: one-of",
				vpcPath + ".InfraID: form",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
		})
	}
}

func TestValidateDoesNotChangeTheArguments(t *testing.T) {
	t.Parallel()
	args := VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}
	assert.NoError(t, args.Validate())
	assert.Equal(t, VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}, args)
}
