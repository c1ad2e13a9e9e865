package network

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

func TestVpcArgsAccept(t *testing.T) {
	t.Parallel()
	abc := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	tests := map[string]struct {
		reason string
		args   VpcArgs
	}{
		"zones only": {reason: "everything else has a default", args: VpcArgs{Zones: abc}},
		"one zone":   {reason: "a single-zone cluster", args: VpcArgs{Zones: abc[:1]}},
		"one zone single NAT": {
			reason: "the only zone is the gateway's",
			args:   VpcArgs{Zones: abc[:1], NAT: NATSingle},
		},
		"largest": {reason: "AWS's largest VPC", args: VpcArgs{Zones: abc, CIDR: "10.0.0.0/16"}},
		"smallest": {
			reason: "the smallest that 8 zone blocks fit in",
			args:   VpcArgs{Zones: abc, CIDR: "10.0.0.0/24"},
		},
		"public addresses": {
			reason: "a VPC may use a range that is not private",
			args:   VpcArgs{Zones: abc, CIDR: "100.64.0.0/16"},
		},
		"longest infra id": {
			reason: "27 characters",
			args:   VpcArgs{Zones: abc, InfraID: mockstest.LongInfraID},
		},
		"no infra id": {reason: "a VPC before its cluster", args: VpcArgs{Zones: abc, InfraID: ""}},
		"all slots": {
			reason: "eight zones fill the VPC",
			args: VpcArgs{
				Zones: []string{
					"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f", "us-west-2g", "us-west-2-lax-1a",
				},
				ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2-lax-1a": 7},
				NATZone:   "us-west-2g",
			},
		},
		"single NAT": {
			reason: "the gateway's zone is named",
			args:   VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2b"},
		},
		"NAT zone in reserve": {
			reason: "naming the zone early does no harm",
			args:   VpcArgs{Zones: abc, NAT: NATPerZone, NATZone: "us-east-2b"},
		},
		"local zone only": {
			reason: "without NAT no standard zone is needed",
			args: VpcArgs{
				Zones:     []string{"us-west-2-lax-1a"},
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
				NAT:       NATNone,
			},
		},
		"swapped slots": {
			reason: "a named slot frees the letter's",
			args:   VpcArgs{Zones: abc[:2], ZoneSlots: map[string]int{"us-east-2a": 1, "us-east-2b": 0}},
		},
		"gov": {
			reason: "another partition",
			args:   VpcArgs{Zones: []string{"us-gov-west-1a", "us-gov-west-1b"}},
		},
		"six zones": {
			reason: "the largest region",
			args: VpcArgs{
				Zones: []string{"us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d", "us-east-1e", "us-east-1f"},
			},
		},
		"largest sizes": {
			reason: "both halves of a block used up",
			args:   VpcArgs{Zones: abc, PrivatePrefixLength: 20, PublicPrefixLength: 20},
		},
		"smallest sizes": {
			reason: "AWS's smallest subnets",
			args:   VpcArgs{Zones: abc, PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"only size of a /24": {
			reason: "there is one size",
			args:   VpcArgs{Zones: abc, CIDR: "10.0.0.0/24", PrivatePrefixLength: 28, PublicPrefixLength: 28},
		},
		"one range given": {
			reason: "the other comes from the plan",
			args:   VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.192.0/18"}}},
		},
		"ranges of the plan": {
			reason: "writing down what was planned changes nothing",
			args: VpcArgs{
				Zones:   abc,
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/20", Public: "10.0.16.0/22"}},
			},
		},
		"all ranges given": {
			reason: "no slot is needed for a late letter",
			args: VpcArgs{
				Zones:   []string{"us-east-1g"},
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
		},
		"Wavelength range": {
			reason: "a zone without a public subnet needs one range only",
			args: VpcArgs{
				Zones:   []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:     NATNone,
				Subnets: map[string]SubnetCIDRs{"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17"}},
			},
		},
		"slot next to ranges": {
			reason: "a slot that one zone does not need is free",
			args: VpcArgs{
				Zones:     []string{"us-east-2a", "us-east-2b"},
				ZoneSlots: map[string]int{"us-east-2b": 0},
				Subnets:   map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.64.0/20", Public: "10.0.96.0/20"}},
			},
		},
		"second range": {
			reason: "subnets outside of the first",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"100.64.0.0/16"},
				Subnets:        map[string]SubnetCIDRs{"us-east-2a": {Private: "100.64.0.0/18"}},
			},
		},
		"near ranges": {
			reason: "private ranges of one kind, and any that are not private",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/16", "10.255.0.0/16", "100.127.0.0/16", "198.18.0.0/16"},
			},
		},
		"ranges near 172.16": {
			reason: "all of them but that of default VPCs",
			args: VpcArgs{
				Zones:          abc,
				CIDR:           "172.31.0.0/16",
				SecondaryCIDRs: []string{"172.16.0.0/16", "172.30.0.0/16"},
			},
		},
		"ranges near 192.168": {
			reason: "there is only one /16",
			args:   VpcArgs{Zones: abc, CIDR: "192.168.0.0/20", SecondaryCIDRs: []string{"192.168.128.0/20"}},
		},
		"small second range": {
			reason: "AWS's smallest",
			args: VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/28", "10.1.0.16/28", "10.1.0.32/28", "10.1.0.48/28"},
			},
		},
		"private only": {
			reason: "NAT is None by default then",
			args:   VpcArgs{Zones: abc, PrivateOnly: true, PublicPrefixLength: 24},
		},
		"private ranges only": {
			reason: "a late letter needs one range only",
			args: VpcArgs{
				Zones:       []string{"us-east-1g"},
				PrivateOnly: true,
				NAT:         NATNone,
				Subnets:     map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17"}},
			},
		},
		"IPv6": {reason: "dual stack", args: VpcArgs{Zones: abc, IPv6: true}},
		"IPv6 at the edge": {
			reason: "the local zone stays IPv4",
			args: VpcArgs{
				Zones:     []string{"us-west-2a", "us-west-2-lax-1a"},
				IPv6:      true,
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 6},
			},
		},
		"own addresses": {
			reason: "one of a gateway's zones is named",
			args: VpcArgs{
				Zones:                     abc,
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-1")},
			},
		},
		"own single address": {
			reason: "single NAT takes one as well",
			args: VpcArgs{
				Zones:                     abc,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2c",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2c": pulumi.String("eipalloc-1")},
			},
		},
		"no endpoints": {
			reason: "asking for none is allowed",
			args:   VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{}},
		},
		"presets that overlap": {
			reason: "ec2, kms and sts are in both",
			args: VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Presets:  []EndpointPreset{EndpointsPrivate, EndpointsZeroEgress, EndpointsSSM},
					Services: []string{"sts"},
				},
			},
		},
		"whole service": {
			reason: "somebody's own endpoint service",
			args: VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Services: []string{"com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"},
				},
			},
		},
		"S3 policy": {
			reason: "the gateway endpoint takes one without any interface endpoint",
			args: VpcArgs{
				Zones:     abc,
				Endpoints: &EndpointsArgs{Policies: map[string]pulumi.StringInput{"s3": pulumi.String("{}")}},
			},
		},
		"flow logs": {
			reason: "everything of them has a default",
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
			reason: "everything of it has a default",
			args:   VpcArgs{Zones: abc, DHCP: &DHCPOptionsArgs{}},
		},
		"DHCP servers": {
			reason: "AWS's resolver by its name, and IPv6",
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
		want   string
	}{
		"nil": {reason: "zones have no default", want: "network.VpcArgs.Zones: is required"},
		"no zones": {
			reason: "an empty list is none",
			args:   &VpcArgs{Zones: []string{}},
			want:   "network.VpcArgs.Zones: is required",
		},
		"too small": {
			reason: "no room for 8 blocks of two subnets",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/26"},
			want:   "network.VpcArgs.CIDR: 10.0.0.0/26 holds 64 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)",
		},
		"too large": {
			reason: "AWS's limit",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/8"},
			want:   "network.VpcArgs.CIDR: 10.0.0.0/8 holds 16777216 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)",
		},
		"everything": {
			reason: "the count of all addresses does not overflow",
			args:   &VpcArgs{Zones: abc, CIDR: "0.0.0.0/0"},
			want:   "network.VpcArgs.CIDR: 0.0.0.0/0 holds 4294967296 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)",
		},
		"no range": {
			reason: "an address has no size",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0"},
			want:   `network.VpcArgs.CIDR: "10.0.0.0" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"nonsense": {
			reason: "no number is over 255",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.256.0/16"},
			want:   `network.VpcArgs.CIDR: "10.0.256.0/16" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"host bits": {
			reason: "AWS would cut them silently and show a difference for ever",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.1.0/16"},
			want:   "network.VpcArgs.CIDR: 10.0.1.0/16 has host bits set; the range that holds it is 10.0.0.0/16",
		},
		"IPv6": {
			reason: "IPv4 is required",
			args:   &VpcArgs{Zones: abc, CIDR: "fd00::/16"},
			want:   `network.VpcArgs.CIDR: "fd00::/16" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"no zone": {
			reason: "a region is no zone",
			args:   &VpcArgs{Zones: []string{"us-east-2"}, NAT: NATNone},
			want:   `network.VpcArgs.Zones: "us-east-2" is no zone; write one such as us-east-2a`,
		},
		"empty zone": {
			reason: "a stray comma in a list",
			args:   &VpcArgs{Zones: []string{"us-east-2a", ""}, NAT: NATNone},
			want:   `network.VpcArgs.Zones: "" is no zone; write one such as us-east-2a`,
		},
		"spaces": {
			reason: "a list split without trimming",
			args:   &VpcArgs{Zones: []string{" us-east-2b", "us-east-2a"}, NAT: NATNone},
			want:   `network.VpcArgs.Zones: " us-east-2b" is no zone; write one such as us-east-2a`,
		},
		"twice": {
			reason: "one zone has one pair of subnets",
			args:   &VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2a"}},
			want:   "network.VpcArgs.Zones: us-east-2a is given twice",
		},
		"two regions": {
			reason: "a VPC is in one region",
			args:   &VpcArgs{Zones: []string{"us-east-2a", "us-west-2b"}},
			want:   "network.VpcArgs.Zones: are in several regions ([us-east-2 us-west-2]); a VPC is in one",
		},
		"nine zones": {
			reason: "8 blocks",
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
			want: "network.VpcArgs.Zones: has 9 zones; a VPC has room for 8\n" +
				"network.VpcArgs.ZoneSlots: us-west-2a and us-west-2i both have slot 0; give one of them a slot of its own",
		},
		"local zone without slot": {
			reason: "no letter gives it one",
			args:   &VpcArgs{Zones: []string{"us-west-2a", lax}, NAT: NATNone},
			want:   "network.VpcArgs.ZoneSlots: us-west-2-lax-1a needs an entry; only standard zones a to f have a slot of their own (use 0 to 7, 6 and 7 are free)",
		},
		"late letter": {
			reason: "g has no slot",
			args:   &VpcArgs{Zones: []string{"us-east-1g"}},
			want:   "network.VpcArgs.ZoneSlots: us-east-1g needs an entry; only standard zones a to f have a slot of their own (use 0 to 7, 6 and 7 are free)",
		},
		"slot taken": {
			reason: "a local zone in a standard zone's slot",
			args: &VpcArgs{
				Zones:     []string{"us-west-2b", lax},
				NATZone:   "us-west-2b",
				ZoneSlots: map[string]int{lax: 1},
			},
			want: "network.VpcArgs.ZoneSlots: us-west-2-lax-1a and us-west-2b both have slot 1; give one of them a slot of its own",
		},
		"slot too high": {
			reason: "8 blocks",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": 8}},
			want:   "network.VpcArgs.ZoneSlots: us-east-2c has slot 8; slots are 0 to 7",
		},
		"slot too low": {
			reason: "8 blocks",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": -1}},
			want:   "network.VpcArgs.ZoneSlots: us-east-2c has slot -1; slots are 0 to 7",
		},
		"slot of nobody": {
			reason: "a misspelt zone",
			args:   &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2d": 4}},
			want:   `network.VpcArgs.ZoneSlots: "us-east-2d" is not in network.VpcArgs.Zones; add it there or remove it here`,
		},
		"NAT mode": {
			reason: "modes are words",
			args:   &VpcArgs{Zones: abc, NAT: "single"},
			want:   `network.VpcArgs.NAT: "single" is no NAT mode; use PerZone, Single or None`,
		},
		"NAT zone missing": {
			reason: "the first of a list would move when the list changes",
			args:   &VpcArgs{Zones: abc, NAT: NATSingle},
			want:   "network.VpcArgs.NATZone: is required with NAT mode Single; name the zone of the gateway, one of [us-east-2a us-east-2b us-east-2c]",
		},
		"NAT zone elsewhere": {
			reason: "the gateway needs a public subnet",
			args:   &VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2d"},
			want:   `network.VpcArgs.NATZone: "us-east-2d" is not among the standard zones of network.VpcArgs.Zones; use one of [us-east-2a us-east-2b us-east-2c]`,
		},
		"NAT zone useless": {
			reason: "a contradiction",
			args:   &VpcArgs{Zones: abc, NAT: NATNone, NATZone: "us-east-2a"},
			want:   "network.VpcArgs.NATZone: us-east-2a has no meaning with NAT mode None; remove it or use Single",
		},
		"local zone's NAT": {
			reason: "a local zone goes through another zone's gateway",
			args:   &VpcArgs{Zones: []string{"us-west-2a", "us-west-2b", lax}, ZoneSlots: map[string]int{lax: 6}},
			want:   "network.VpcArgs.NATZone: is required because local and Wavelength zones have no NAT gateway; name the zone whose gateway they use, one of [us-west-2a us-west-2b]",
		},
		"no zone for NAT": {
			reason: "a gateway needs a standard zone",
			args:   &VpcArgs{Zones: []string{lax}, ZoneSlots: map[string]int{lax: 6}},
			want:   "network.VpcArgs.NAT: PerZone needs a standard zone for the gateway; add one to network.VpcArgs.Zones or use None",
		},
		"infra id": {
			reason: "28 characters",
			args:   &VpcArgs{Zones: abc, InfraID: mockstest.LongInfraID + "q"},
			want:   `network.VpcArgs.InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`,
		},
		"tags": {
			reason: "OpenShift's namespace",
			args:   &VpcArgs{Zones: abc, Tags: pulumi.StringMap{"kubernetes.io/role/elb": pulumi.String("1")}},
			want:   `network.VpcArgs.Tags: key "kubernetes.io/role/elb" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
		"private too large": {
			reason: "more than half of a block",
			args:   &VpcArgs{Zones: abc, PrivatePrefixLength: 19},
			want:   "network.VpcArgs.PrivatePrefixLength: /19 does not fit; half of a zone's block is a /20 and AWS takes no subnet below /28 (use 20 to 28)",
		},
		"public too small": {
			reason: "AWS's limit",
			args:   &VpcArgs{Zones: abc, CIDR: "10.0.0.0/20", PublicPrefixLength: 29},
			want:   "network.VpcArgs.PublicPrefixLength: /29 does not fit; half of a zone's block is a /24 and AWS takes no subnet below /28 (use 24 to 28)",
		},
		"negative size": {
			reason: "no length is below nothing",
			args:   &VpcArgs{Zones: abc, PrivatePrefixLength: -1},
			want:   "network.VpcArgs.PrivatePrefixLength: /-1 does not fit; half of a zone's block is a /20 and AWS takes no subnet below /28 (use 20 to 28)",
		},
		"range of nobody": {
			reason: "a misspelt zone",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2d": {}}},
			want:   `network.VpcArgs.Subnets: "us-east-2d" is not in network.VpcArgs.Zones; add it there or remove it here`,
		},
		"range outside": {
			reason: "a subnet lies in its VPC",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.1.0.0/20"}}},
			want:   "network.VpcArgs.Subnets[us-east-2a].Private: 10.1.0.0/20 is not in the VPC; use a range in one of [10.0.0.0/16]",
		},
		"range overlaps the plan": {
			reason: "another zone's planned subnet",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.32.0/21"}}},
			want:   "network.VpcArgs.Subnets[us-east-2b].Private: 10.0.32.0/20 overlaps 10.0.32.0/21 of network.VpcArgs.Subnets[us-east-2a].Private; choose ranges that do not overlap",
		},
		"ranges overlap": {
			reason: "two given subnets",
			args: &VpcArgs{
				Zones:   abc[:1],
				Subnets: map[string]SubnetCIDRs{"us-east-2a": {Private: "10.0.0.0/17", Public: "10.0.64.0/20"}},
			},
			want: "network.VpcArgs.Subnets[us-east-2a].Public: 10.0.64.0/20 overlaps 10.0.0.0/17 of network.VpcArgs.Subnets[us-east-2a].Private; choose ranges that do not overlap",
		},
		"range too small": {
			reason: "AWS's limit",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.0/29"}}},
			want:   "network.VpcArgs.Subnets[us-east-2a].Public: 10.0.240.0/29 is no range that a VPC can have; AWS takes /16 to /28",
		},
		"range with host bits": {
			reason: "AWS would cut them",
			args:   &VpcArgs{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.240.1/24"}}},
			want:   "network.VpcArgs.Subnets[us-east-2a].Public: 10.0.240.1/24 has host bits set; the range that holds it is 10.0.240.0/24",
		},
		"public range in Wavelength": {
			reason: "there is no such subnet",
			args: &VpcArgs{
				Zones: []string{"us-east-1-wl1-bos-wlz-1"},
				NAT:   NATNone,
				Subnets: map[string]SubnetCIDRs{
					"us-east-1-wl1-bos-wlz-1": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"},
				},
			},
			want: "network.VpcArgs.Subnets[us-east-1-wl1-bos-wlz-1].Public: is given, but there is no public subnet in Wavelength zones and with network.VpcArgs.PrivateOnly; remove it",
		},
		"public range, private only": {
			reason: "there is no such subnet",
			args: &VpcArgs{
				Zones:       abc,
				PrivateOnly: true,
				Subnets:     map[string]SubnetCIDRs{"us-east-2a": {Public: "10.0.128.0/17"}},
			},
			want: "network.VpcArgs.Subnets[us-east-2a].Public: is given, but there is no public subnet in Wavelength zones and with network.VpcArgs.PrivateOnly; remove it",
		},
		"NAT, private only": {
			reason: "a gateway is in a public subnet",
			args:   &VpcArgs{Zones: abc, PrivateOnly: true, NAT: NATSingle, NATZone: "us-east-2a"},
			want:   "network.VpcArgs.NAT: Single needs public subnets; use None or remove network.VpcArgs.PrivateOnly",
		},
		"IPv6 needs slots": {
			reason: "ranges do not decide the /64s",
			args: &VpcArgs{
				Zones:   []string{"us-east-1g"},
				IPv6:    true,
				Subnets: map[string]SubnetCIDRs{"us-east-1g": {Private: "10.0.0.0/17", Public: "10.0.128.0/17"}},
			},
			want: "network.VpcArgs.ZoneSlots: us-east-1g needs an entry; only standard zones a to f have a slot of their own (use 0 to 7, 6 and 7 are free)",
		},
		"another private range": {
			reason: "AWS keeps private ranges apart",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"172.16.0.0/16", "192.168.0.0/20", "198.19.0.0/20"}},
			want: "network.VpcArgs.SecondaryCIDRs[0]: 172.16.0.0/16 is in 172.16.0.0/12, of which AWS adds nothing to a VPC of 10.0.0.0/16; use a range near 10.0.0.0/16 or one of 100.64.0.0/10\n" +
				"network.VpcArgs.SecondaryCIDRs[1]: 192.168.0.0/20 is in 192.168.0.0/16, of which AWS adds nothing to a VPC of 10.0.0.0/16; use a range near 10.0.0.0/16 or one of 100.64.0.0/10\n" +
				"network.VpcArgs.SecondaryCIDRs[2]: 198.19.0.0/20 is in 198.19.0.0/16, of which AWS adds nothing to a VPC of 10.0.0.0/16; use a range near 10.0.0.0/16 or one of 100.64.0.0/10",
		},
		"private beside public": {
			reason: "AWS adds no private range to a public one",
			args:   &VpcArgs{Zones: abc, CIDR: "100.64.0.0/16", SecondaryCIDRs: []string{"10.0.0.0/16"}},
			want:   "network.VpcArgs.SecondaryCIDRs[0]: 10.0.0.0/16 is in 10.0.0.0/8, of which AWS adds nothing to a VPC of 100.64.0.0/16; use a range near 100.64.0.0/16 or one of 100.64.0.0/10",
		},
		"first of 10.0.0.0/8": {
			reason: "AWS's own exception",
			args:   &VpcArgs{Zones: abc, CIDR: "10.1.0.0/16", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			want:   "network.VpcArgs.SecondaryCIDRs[0]: 10.0.16.0/20 is in 10.0.0.0/16, of which AWS adds nothing to a VPC of 10.1.0.0/16; use another range near 10.1.0.0/16 or one of 100.64.0.0/10",
		},
		"default VPCs' range": {
			reason: "AWS's own exception",
			args:   &VpcArgs{Zones: abc, CIDR: "172.16.0.0/16", SecondaryCIDRs: []string{"172.31.0.0/16"}},
			want:   "network.VpcArgs.SecondaryCIDRs[0]: 172.31.0.0/16 is in 172.31.0.0/16, of which AWS adds nothing to a VPC of 172.16.0.0/16; use another range near 172.16.0.0/16 or one of 100.64.0.0/10",
		},
		"link-local": {
			reason: "where machines' metadata are",
			args:   &VpcArgs{Zones: abc, CIDR: "169.254.0.0/16"},
			want:   "network.VpcArgs.CIDR: 169.254.0.0/16 is kept for machines' own use; choose a range such as 10.0.0.0/16",
		},
		"loopback and multicast": {
			reason: "no machine has such an address",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"127.0.0.0/16", "224.0.0.0/16"}},
			want:   "network.VpcArgs.SecondaryCIDRs[0]: 127.0.0.0/16 is kept for machines' own use; choose a range such as 10.0.0.0/16\nnetwork.VpcArgs.SecondaryCIDRs[1]: 224.0.0.0/16 is kept for machines' own use; choose a range such as 10.0.0.0/16",
		},
		"second range overlaps": {
			reason: "ranges of one VPC",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"10.0.128.0/20"}},
			want:   "network.VpcArgs.SecondaryCIDRs[0]: 10.0.128.0/20 overlaps 10.0.0.0/16 of network.VpcArgs.CIDR; choose ranges that do not overlap",
		},
		"second range twice": {
			reason: "ranges of one VPC",
			args:   &VpcArgs{Zones: abc, SecondaryCIDRs: []string{"10.1.0.0/20", "10.1.0.0/20"}},
			want:   "network.VpcArgs.SecondaryCIDRs[1]: 10.1.0.0/20 overlaps 10.1.0.0/20 of network.VpcArgs.SecondaryCIDRs[0]; choose ranges that do not overlap",
		},
		"many ranges": {
			reason: "AWS's quota",
			args: &VpcArgs{
				Zones:          abc,
				SecondaryCIDRs: []string{"10.1.0.0/20", "10.2.0.0/20", "10.3.0.0/20", "10.4.0.0/20", "10.5.0.0/20"},
			},
			want: "network.VpcArgs.SecondaryCIDRs: has 5 ranges; AWS takes 4",
		},
		"address without gateway": {
			reason: "a zone that goes through another one's",
			args: &VpcArgs{
				Zones:                     abc,
				NAT:                       NATSingle,
				NATZone:                   "us-east-2a",
				NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": pulumi.String("eipalloc-1")},
			},
			want: `network.VpcArgs.NATElasticIPAllocationIDs: "us-east-2b" has no NAT gateway; name zones that have one`,
		},
		"nil address": {
			reason: "an entry without a value",
			args:   &VpcArgs{Zones: abc, NATElasticIPAllocationIDs: map[string]pulumi.StringInput{"us-east-2b": nil}},
			want:   "network.VpcArgs.NATElasticIPAllocationIDs: us-east-2b has no allocation id; give one or remove the zone",
		},
		"preset": {
			reason: "presets are words",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Presets: []EndpointPreset{"ssm"}}},
			want:   `network.VpcArgs.Endpoints.Presets: "ssm" is no preset; use one of [Private SSM ZeroEgress]`,
		},
		"S3 interface": {
			reason: "there is a gateway",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Services: []string{"s3"}}},
			want:   "network.VpcArgs.Endpoints.Services: s3 always has a gateway endpoint, which is free of charge; remove it",
		},
		"service": {
			reason: "names have no capitals",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Services: []string{"ECR"}}},
			want:   `network.VpcArgs.Endpoints.Services: "ECR" is no service; write a short name such as ecr.api or a whole one`,
		},
		"endpoint zone": {
			reason: "a zone that the VPC is not in",
			args:   &VpcArgs{Zones: abc, Endpoints: &EndpointsArgs{Zones: []string{"us-east-2d"}}},
			want:   `network.VpcArgs.Endpoints.Zones: "us-east-2d" is not among the standard zones of network.VpcArgs.Zones; use some of [us-east-2a us-east-2b us-east-2c]`,
		},
		"endpoints at the edge": {
			reason: "local zones have none",
			args: &VpcArgs{
				Zones:     []string{lax},
				NAT:       NATNone,
				ZoneSlots: map[string]int{lax: 6},
				Endpoints: &EndpointsArgs{Services: []string{"sts"}},
			},
			want: "network.VpcArgs.Endpoints: interface endpoints need a standard zone; add one to network.VpcArgs.Zones",
		},
		"endpoint policy": {
			reason: "a policy of no endpoint",
			args: &VpcArgs{
				Zones: abc,
				Endpoints: &EndpointsArgs{
					Services: []string{"sts"},
					Policies: map[string]pulumi.StringInput{"ec2": pulumi.String("{}"), "s3": nil},
				},
			},
			want: "network.VpcArgs.Endpoints.Policies: \"ec2\" has no endpoint; name one of [sts s3]\nnetwork.VpcArgs.Endpoints.Policies: s3 has no policy; give one or remove the service",
		},
		"endpoint sources": {
			reason: "a range that no rule takes, and one twice",
			args: &VpcArgs{
				Zones:     abc,
				Endpoints: &EndpointsArgs{AllowedCIDRs: []string{"10.0.0.1/8", "10.2.0.0/16", "10.2.0.0/16"}},
			},
			want: "network.VpcArgs.Endpoints.AllowedCIDRs[0]: 10.0.0.1/8 has host bits set; the range that holds it is 10.0.0.0/8\nnetwork.VpcArgs.Endpoints.AllowedCIDRs[2]: 10.2.0.0/16 is given twice",
		},
		"retention": {
			reason: "CloudWatch has its own numbers",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{RetentionDays: 31}},
			want:   "network.VpcArgs.FlowLogs.RetentionDays: 31 is no number that CloudWatch takes; use one of [1 3 5 7 14 30 60 90 120 150 180 365 400 545 731 1096 1827 2192 2557 2922 3288 3653]",
		},
		"interval": {
			reason: "AWS knows two",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{Interval: 5 * time.Minute}},
			want:   "network.VpcArgs.FlowLogs.Interval: 5m0s is no interval; use 1m0s or 10m0s",
		},
		"traffic": {
			reason: "AWS's own words",
			args:   &VpcArgs{Zones: abc, FlowLogs: &FlowLogsArgs{Traffic: "all"}},
			want:   `network.VpcArgs.FlowLogs.Traffic: "all" is no kind of traffic; use ALL, ACCEPT or REJECT`,
		},
		"bucket and group": {
			reason: "records go to one place",
			args: &VpcArgs{
				Zones: abc,
				FlowLogs: &FlowLogsArgs{
					BucketARN:           pulumi.String("arn:aws:s3:::logs"),
					RetentionDays:       30,
					KMSKeyARN:           pulumi.String("k"),
					PermissionsBoundary: pulumi.String("b"),
				},
			},
			want: "network.VpcArgs.FlowLogs.RetentionDays: has no meaning with BucketARN; remove one of them\nnetwork.VpcArgs.FlowLogs.KMSKeyARN: has no meaning with BucketARN; remove one of them\nnetwork.VpcArgs.FlowLogs.PermissionsBoundary: has no meaning with BucketARN; remove one of them",
		},
		"domain": {
			reason: "nodes with two domains do not join",
			args:   &VpcArgs{Zones: abc, DHCP: &DHCPOptionsArgs{DomainName: "a.example b.example"}},
			want:   `network.VpcArgs.DHCP.DomainName: "a.example b.example" is no domain; write one lower-case name such as corp.example.com`,
		},
		"servers": {
			reason: "addresses, and at most 4",
			args: &VpcArgs{
				Zones: abc,
				DHCP: &DHCPOptionsArgs{
					DomainNameServers: []string{"10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "dns"},
					NTPServers:        []string{"AmazonProvidedDNS"},
				},
			},
			want: "network.VpcArgs.DHCP.DomainNameServers: has 5 servers; AWS takes 4\nnetwork.VpcArgs.DHCP.DomainNameServers[4]: \"dns\" is no IP address; write one such as 10.0.0.2\nnetwork.VpcArgs.DHCP.NTPServers[0]: \"AmazonProvidedDNS\" is no IP address; write one such as 10.0.0.2",
		},
		"kind tags": {
			reason: "OpenShift's namespace",
			args: &VpcArgs{
				Zones: abc,
				KindTags: KindTags{
					PrivateSubnets: pulumi.StringMap{"kubernetes.io/role/elb": pulumi.String("1")},
					DHCPOptions:    pulumi.StringMap{"aws:x": pulumi.String("")},
				},
			},
			want: "network.VpcArgs.KindTags.PrivateSubnets: key \"kubernetes.io/role/elb\" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)\nnetwork.VpcArgs.KindTags.DHCPOptions: key \"aws:x\" begins with aws:, which AWS keeps for itself",
		},
		"several": {
			reason: "all problems at once",
			args:   &VpcArgs{CIDR: "10.0.0.0/30", NAT: "x", InfraID: "-"},
			want: "network.VpcArgs.CIDR: 10.0.0.0/30 holds 4 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)\n" +
				"network.VpcArgs.Zones: is required\n" +
				"network.VpcArgs.NAT: \"x\" is no NAT mode; use PerZone, Single or None\n" +
				`network.VpcArgs.InfraID: "-" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
		})
	}
}

func TestValidateLeavesTheUsersArgumentsAlone(t *testing.T) {
	t.Parallel()
	args := VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}
	assert.NoError(t, args.Validate())
	assert.Equal(t, VpcArgs{Zones: []string{"us-east-2b", "us-east-2a"}}, args)
}

func TestEndpointServices(t *testing.T) {
	t.Parallel()
	for region, want := range map[string][]string{
		"us-east-2":      {"com.amazonaws.us-east-2.s3", "com.amazonaws.us-east-2.ec2", "com.amazonaws.us-east-2.kms"},
		"us-gov-west-1":  {"com.amazonaws.us-gov-west-1.s3", "com.amazonaws.us-gov-west-1.ec2", "com.amazonaws.us-gov-west-1.kms"},
		"cn-north-1":     {"com.amazonaws.cn-north-1.s3", "cn.com.amazonaws.cn-north-1.ec2", "com.amazonaws.cn-north-1.kms"},
		"us-iso-east-1":  {"gov.ic.c2s.us-iso-east-1.s3", "gov.ic.c2s.us-iso-east-1.ec2", "com.amazonaws.us-iso-east-1.kms"},
		"us-isob-east-1": {"gov.sgov.sc2s.us-isob-east-1.s3", "gov.sgov.sc2s.us-isob-east-1.ec2", "com.amazonaws.us-isob-east-1.kms"},
	} {
		assert.Equal(
			t,
			want,
			[]string{gatewayService(region, "s3"), interfaceService(region, "ec2"), interfaceService(region, "kms")},
		)
	}
	const whole = "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"
	assert.Equal(t, whole, interfaceService("us-east-2", whole))
}

func TestVpcNoProxy(t *testing.T) {
	t.Parallel()
	args := VpcArgs{
		CIDR:      "10.9.0.0/16",
		Zones:     []string{"cn-north-1a"},
		Endpoints: &EndpointsArgs{Services: []string{"ecr.dkr", "com.amazonaws.cn-north-1.kms"}},
	}
	assert.Equal(
		t,
		[]string{"10.9.0.0/16", "s3.cn-north-1.amazonaws.com.cn", "dkr.ecr.cn-north-1.amazonaws.com.cn"},
		args.noProxy(),
		"who gives a whole name knows what hosts the service has",
	)
	assert.True(t, isNoProxy("dkr.ecr.cn-north-1.amazonaws.com.cn"))
	assert.Equal(
		t,
		[]string{"10.9.0.0/16", "s3.us-gov-west-1.amazonaws.com"},
		(&VpcArgs{CIDR: "10.9.0.0/16", Zones: []string{"us-gov-west-1a"}}).noProxy(),
	)
}

func TestEndpointPresets(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "sts"}, EndpointsPrivate.Services())
	assert.Equal(t, []string{"ec2", "ecr.api", "ecr.dkr", "kms", "sts"}, EndpointsZeroEgress.Services())
	assert.Equal(t, []string{"ec2messages", "ssm", "ssmmessages"}, EndpointsSSM.Services())
	assert.Empty(t, EndpointPreset("none").Services())
	assert.Equal(t, []string{"ec2", "elasticloadbalancing", "kms", "logs", "sts"},
		(&EndpointsArgs{Presets: []EndpointPreset{EndpointsPrivate}, Services: []string{"logs", "ec2"}}).services())
}

func TestDHCPDomain(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "ec2.internal", (&DHCPOptionsArgs{}).domain("us-east-1"))
	assert.Equal(t, "eu-west-1.compute.internal", (&DHCPOptionsArgs{}).domain("eu-west-1"))
	assert.Equal(t, "corp.example", (&DHCPOptionsArgs{DomainName: "corp.example"}).domain("eu-west-1"))
}
