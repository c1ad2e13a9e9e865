package network

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestZones(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"one zone": {Reason: "a single-zone cluster has one zone", Args: &VpcArgs{Zones: zonesABC[:1]}},
		"all slots": {
			Reason: "8 zones use all slots",
			Args: &VpcArgs{
				Zones: []string{
					"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f",
					"us-west-2g", "us-west-2-lax-1a",
				},
				ZoneSlots: map[string]int{"us-west-2g": 6, "us-west-2-lax-1a": 7},
				NATZone:   "us-west-2g",
			},
		},
		"swapped slots": {
			Reason: "a slot in ZoneSlots overrides the default of the zone's letter",
			Args:   &VpcArgs{Zones: zonesABC[:2], ZoneSlots: map[string]int{"us-east-2a": 1, "us-east-2b": 0}},
		},
		"AWS GovCloud": {
			Reason: "zones of AWS GovCloud are valid",
			Args:   &VpcArgs{Zones: []string{"us-gov-west-1a", "us-gov-west-1b"}},
		},
		"six zones": {
			Reason: "the largest region has six Availability Zones",
			Args: &VpcArgs{
				Zones: []string{"us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d", "us-east-1e", "us-east-1f"},
			},
		},
		"two regions": {
			Reason: "a VPC is in one region",
			Args:   &VpcArgs{Zones: []string{"us-east-2a", "us-west-2b"}},
			Want:   []string{".Zones: must be in one region (got us-east-2, us-west-2)"},
		},
		"Local Zone without slot": {
			Reason: "a Local Zone has no default slot",
			Args:   &VpcArgs{Zones: []string{"us-west-2a", localZone}, NAT: NATNone},
			Want: []string{
				".ZoneSlots[us-west-2-lax-1a]: is required, because only Availability Zones a " +
					"to f have a default (0 to 7; 6 and 7 have no default zone)",
			},
		},
		"zone g": {
			Reason: "zone g has no default slot",
			Args:   &VpcArgs{Zones: []string{"us-east-1g"}},
			Want: []string{
				".ZoneSlots[us-east-1g]: is required, because only Availability Zones a to f " +
					"have a default (0 to 7; 6 and 7 have no default zone)",
			},
		},
		"slot taken": {
			Reason: "a slot belongs to one zone",
			Args: &VpcArgs{
				Zones:     []string{"us-west-2b", localZone},
				NATZone:   "us-west-2b",
				ZoneSlots: map[string]int{localZone: 1},
			},
			Want: []string{".ZoneSlots[us-west-2b]: must not be 1, the slot of us-west-2-lax-1a"},
		},
		"slot of another zone": {
			Reason: "ZoneSlots is for zones in Zones",
			Args:   &VpcArgs{Zones: zonesABC, ZoneSlots: map[string]int{"us-east-2d": 4}},
			Want:   []string{".ZoneSlots[us-east-2d]: one-of"},
		},
		"keys without a zone": {
			Reason: "each key is a zone",
			Args:   &VpcArgs{Zones: zonesABC, ZoneSlots: map[string]int{"": 4}, Subnets: map[string]SubnetCIDRs{"": {Private: "10.0.0.0/24"}}},
			Want:   []string{".ZoneSlots[]: required", ".Subnets[]: required"},
		},
	})
}
