package network

import (
	"testing"
)

func TestZones(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"one zone": {reason: "a single-zone cluster has one zone", args: &VpcArgs{Zones: zonesABC[:1]}},
		"all slots": {
			reason: "8 zones use all slots",
			args: &VpcArgs{
				Zones: []string{
					"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f",
					"us-west-2g", "us-west-2-lax-1a",
				},
				ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2-lax-1a": 7},
				NATZone:   "us-west-2g",
			},
		},
		"swapped slots": {
			reason: "a slot in ZoneSlots overrides the default of the zone's letter",
			args:   &VpcArgs{Zones: zonesABC[:2], ZoneSlots: map[string]int{"us-east-2a": 1, "us-east-2b": 0}},
		},
		"AWS GovCloud": {
			reason: "zones of AWS GovCloud are valid",
			args:   &VpcArgs{Zones: []string{"us-gov-west-1a", "us-gov-west-1b"}},
		},
		"six zones": {
			reason: "the largest region has six Availability Zones",
			args: &VpcArgs{
				Zones: []string{"us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d", "us-east-1e", "us-east-1f"},
			},
		},
		"nil": {reason: "Zones is required", want: []string{vpcPath + ".Zones: required"}},
		"two regions": {
			reason: "a VPC is in one region",
			args:   &VpcArgs{Zones: []string{"us-east-2a", "us-west-2b"}},
			want:   []string{vpcPath + ".Zones: must be in one region (got us-east-2, us-west-2)"},
		},
		"nine zones": {
			reason: "a VPC has 8 zone blocks",
			args: &VpcArgs{
				Zones: []string{
					"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f",
					"us-west-2g", "us-west-2h", "us-west-2i",
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
			args:   &VpcArgs{Zones: []string{"us-west-2a", localZone}, NAT: NATNone},
			want: []string{
				vpcPath + ".ZoneSlots[us-west-2-lax-1a]: is required, because only Availability Zones a " +
					"to f have a default (0 to 7; 6 and 7 have no default zone)",
			},
		},
		"zone g": {
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
				Zones:     []string{"us-west-2b", localZone},
				NATZone:   "us-west-2b",
				ZoneSlots: map[string]int{localZone: 1},
			},
			want: []string{vpcPath + ".ZoneSlots[us-west-2b]: must not be 1, the slot of us-west-2-lax-1a"},
		},
		"slot too high": {
			reason: "slots are 0 to 7",
			args:   &VpcArgs{Zones: zonesABC, ZoneSlots: map[string]int{"us-east-2c": 8}},
			want:   []string{vpcPath + ".ZoneSlots[us-east-2c]: range"},
		},
		"slot of another zone": {
			reason: "ZoneSlots is for zones in Zones",
			args:   &VpcArgs{Zones: zonesABC, ZoneSlots: map[string]int{"us-east-2d": 4}},
			want:   []string{vpcPath + ".ZoneSlots[us-east-2d]: one-of"},
		},
		"keys without a zone": {
			reason: "each key is a zone",
			args:   &VpcArgs{Zones: zonesABC, ZoneSlots: map[string]int{"": 4}, Subnets: map[string]SubnetCIDRs{"": {Private: "10.0.0.0/24"}}},
			want:   []string{vpcPath + ".ZoneSlots[]: required", vpcPath + ".Subnets[]: required"},
		},
	})
}
