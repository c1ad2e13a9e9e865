package network

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

const longInfraID = "production-frankfurt1-x7k2p"

func TestVpcArgsAccept(t *testing.T) {
	t.Parallel()
	abc := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	tests := map[string]struct {
		reason string
		args   VpcArgs
	}{
		"zones only":          {"everything else has a default", VpcArgs{Zones: abc}},
		"one zone":            {"a single-zone cluster", VpcArgs{Zones: abc[:1]}},
		"one zone single NAT": {"the only zone is the gateway's", VpcArgs{Zones: abc[:1], NAT: NATSingle}},
		"largest":             {"AWS's largest VPC", VpcArgs{Zones: abc, CIDR: "10.0.0.0/16"}},
		"smallest":            {"the smallest that 8 zone blocks fit in", VpcArgs{Zones: abc, CIDR: "10.0.0.0/24"}},
		"public addresses":    {"a VPC may use a range that is not private", VpcArgs{Zones: abc, CIDR: "100.64.0.0/16"}},
		"longest infra id":    {"27 characters", VpcArgs{Zones: abc, InfraID: longInfraID}},
		"no infra id":         {"a VPC before its cluster", VpcArgs{Zones: abc, InfraID: ""}},
		"all slots": {"eight zones fill the VPC", VpcArgs{
			Zones: []string{
				"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f", "us-west-2g", "us-west-2-lax-1a",
			},
			ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2-lax-1a": 7},
			NATZone:   "us-west-2g",
		}},
		"single NAT":          {"the gateway's zone is named", VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2b"}},
		"NAT zone in reserve": {"naming the zone early does no harm", VpcArgs{Zones: abc, NAT: NATPerZone, NATZone: "us-east-2b"}},
		"local zone only":     {"without NAT no standard zone is needed", VpcArgs{Zones: []string{"us-west-2-lax-1a"}, ZoneSlots: map[string]int{"us-west-2-lax-1a": 6}, NAT: NATNone}},
		"swapped slots":       {"a named slot frees the letter's", VpcArgs{Zones: abc[:2], ZoneSlots: map[string]int{"us-east-2a": 1, "us-east-2b": 0}}},
		"gov":                 {"another partition", VpcArgs{Zones: []string{"us-gov-west-1a", "us-gov-west-1b"}}},
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
		"nil":         {"zones have no default", nil, "network.VpcArgs.Zones: is required"},
		"no zones":    {"an empty list is none", &VpcArgs{Zones: []string{}}, "network.VpcArgs.Zones: is required"},
		"too small":   {"no room for 8 blocks of two subnets", &VpcArgs{Zones: abc, CIDR: "10.0.0.0/26"}, "network.VpcArgs.CIDR: 10.0.0.0/26 holds 64 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)"},
		"too large":   {"AWS's limit", &VpcArgs{Zones: abc, CIDR: "10.0.0.0/8"}, "network.VpcArgs.CIDR: 10.0.0.0/8 holds 16777216 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)"},
		"everything":  {"the count of all addresses does not overflow", &VpcArgs{Zones: abc, CIDR: "0.0.0.0/0"}, "network.VpcArgs.CIDR: 0.0.0.0/0 holds 4294967296 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)"},
		"no range":    {"an address has no size", &VpcArgs{Zones: abc, CIDR: "10.0.0.0"}, `network.VpcArgs.CIDR: "10.0.0.0" is no CIDR; write an IPv4 range such as 10.0.0.0/16`},
		"nonsense":    {"no number is over 255", &VpcArgs{Zones: abc, CIDR: "10.0.256.0/16"}, `network.VpcArgs.CIDR: "10.0.256.0/16" is no CIDR; write an IPv4 range such as 10.0.0.0/16`},
		"host bits":   {"AWS would cut them silently and show a difference for ever", &VpcArgs{Zones: abc, CIDR: "10.0.1.0/16"}, "network.VpcArgs.CIDR: 10.0.1.0/16 has host bits set; the range that holds it is 10.0.0.0/16"},
		"IPv6":        {"IPv4 is required", &VpcArgs{Zones: abc, CIDR: "fd00::/16"}, "network.VpcArgs.CIDR: fd00::/16 is no IPv4 range; write one such as 10.0.0.0/16"},
		"no zone":     {"a region is no zone", &VpcArgs{Zones: []string{"us-east-2"}, NAT: NATNone}, `network.VpcArgs.Zones: "us-east-2" is no zone; write one such as us-east-2a`},
		"empty zone":  {"a stray comma in a list", &VpcArgs{Zones: []string{"us-east-2a", ""}, NAT: NATNone}, `network.VpcArgs.Zones: "" is no zone; write one such as us-east-2a`},
		"spaces":      {"a list split without trimming", &VpcArgs{Zones: []string{" us-east-2b", "us-east-2a"}, NAT: NATNone}, `network.VpcArgs.Zones: " us-east-2b" is no zone; write one such as us-east-2a`},
		"twice":       {"one zone has one pair of subnets", &VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2a"}}, "network.VpcArgs.Zones: us-east-2a is named twice"},
		"two regions": {"a VPC is in one region", &VpcArgs{Zones: []string{"us-east-2a", "us-west-2b"}}, "network.VpcArgs.Zones: are in several regions ([us-east-2 us-west-2]); a VPC is in one"},
		"nine zones": {"8 blocks", &VpcArgs{
			Zones:     []string{"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f", "us-west-2g", "us-west-2h", "us-west-2i"},
			ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2h": 7, "us-west-2i": 0},
		}, "network.VpcArgs.Zones: has 9 zones; a VPC has room for 8\n" +
			"network.VpcArgs.ZoneSlots: us-west-2a and us-west-2i both have slot 0; give one of them a slot of its own"},
		"local zone without slot": {"no letter gives it one", &VpcArgs{Zones: []string{"us-west-2a", lax}, NAT: NATNone}, "network.VpcArgs.ZoneSlots: us-west-2-lax-1a needs an entry; only standard zones a to f have a slot of their own (use 0 to 7, 6 and 7 are free)"},
		"late letter":             {"g has no slot", &VpcArgs{Zones: []string{"us-east-1g"}}, "network.VpcArgs.ZoneSlots: us-east-1g needs an entry; only standard zones a to f have a slot of their own (use 0 to 7, 6 and 7 are free)"},
		"slot taken":              {"a local zone in a standard zone's slot", &VpcArgs{Zones: []string{"us-west-2b", lax}, NATZone: "us-west-2b", ZoneSlots: map[string]int{lax: 1}}, "network.VpcArgs.ZoneSlots: us-west-2-lax-1a and us-west-2b both have slot 1; give one of them a slot of its own"},
		"slot too high":           {"8 blocks", &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": 8}}, "network.VpcArgs.ZoneSlots: us-east-2c has slot 8; slots are 0 to 7"},
		"slot too low":            {"8 blocks", &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2c": -1}}, "network.VpcArgs.ZoneSlots: us-east-2c has slot -1; slots are 0 to 7"},
		"slot of nobody":          {"a misspelt zone", &VpcArgs{Zones: abc, ZoneSlots: map[string]int{"us-east-2d": 4}}, `network.VpcArgs.ZoneSlots: "us-east-2d" is not in network.VpcArgs.Zones; add it there or remove it here`},
		"NAT mode":                {"modes are words", &VpcArgs{Zones: abc, NAT: "single"}, `network.VpcArgs.NAT: "single" is no NAT mode; use PerZone, Single or None`},
		"NAT zone missing":        {"the first of a list would move when the list changes", &VpcArgs{Zones: abc, NAT: NATSingle}, "network.VpcArgs.NATZone: is required with NAT mode Single; name the zone of the gateway, one of [us-east-2a us-east-2b us-east-2c]"},
		"NAT zone elsewhere":      {"the gateway needs a public subnet", &VpcArgs{Zones: abc, NAT: NATSingle, NATZone: "us-east-2d"}, `network.VpcArgs.NATZone: "us-east-2d" is not among the standard zones of network.VpcArgs.Zones; use one of [us-east-2a us-east-2b us-east-2c]`},
		"NAT zone useless":        {"a contradiction", &VpcArgs{Zones: abc, NAT: NATNone, NATZone: "us-east-2a"}, "network.VpcArgs.NATZone: us-east-2a has no meaning with NAT mode None; remove it or use Single"},
		"local zone's NAT":        {"a local zone goes through another zone's gateway", &VpcArgs{Zones: []string{"us-west-2a", "us-west-2b", lax}, ZoneSlots: map[string]int{lax: 6}}, "network.VpcArgs.NATZone: is required because local and Wavelength zones have no NAT gateway; name the zone whose gateway they use, one of [us-west-2a us-west-2b]"},
		"no zone for NAT":         {"a gateway needs a standard zone", &VpcArgs{Zones: []string{lax}, ZoneSlots: map[string]int{lax: 6}}, "network.VpcArgs.NAT: PerZone needs a standard zone for the gateway; add one to network.VpcArgs.Zones or use None"},
		"infra id":                {"28 characters", &VpcArgs{Zones: abc, InfraID: longInfraID + "q"}, `network.VpcArgs.InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`},
		"tags":                    {"OpenShift's namespace", &VpcArgs{Zones: abc, Tags: pulumi.StringMap{"kubernetes.io/role/elb": pulumi.String("1")}}, `network.VpcArgs.Tags: key "kubernetes.io/role/elb" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
		"several": {"all problems at once", &VpcArgs{CIDR: "10.0.0.0/30", NAT: "x", InfraID: "-"}, "network.VpcArgs.CIDR: 10.0.0.0/30 holds 4 addresses; a VPC with room for 8 zones holds 256 to 65536 (use /16 to /24)\n" +
			"network.VpcArgs.Zones: is required\n" +
			"network.VpcArgs.NAT: \"x\" is no NAT mode; use PerZone, Single or None\n" +
			`network.VpcArgs.InfraID: "-" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`},
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

func TestGatewayService(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]string{
		"us-east-2":      "com.amazonaws.us-east-2.s3",
		"us-gov-west-1":  "com.amazonaws.us-gov-west-1.s3",
		"cn-north-1":     "com.amazonaws.cn-north-1.s3",
		"us-iso-east-1":  "gov.ic.c2s.us-iso-east-1.s3",
		"us-isob-east-1": "gov.sgov.sc2s.us-isob-east-1.s3",
	} {
		assert.Equal(t, want, gatewayService(region, "s3"))
	}
}
