package network

import (
	"encoding/binary"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

func TestPlanSubnets(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   VpcArgs
		want   []string
	}{
		"default": {
			reason: "three zones of the default CIDR have slots 0 to 2",
			args:   VpcArgs{Zones: []string{"us-east-2c", "us-east-2a", "us-east-2b"}},
			want: []string{
				"us-east-2a 0 10.0.0.0/19 10.0.0.0/20 10.0.16.0/22",
				"us-east-2b 1 10.0.32.0/19 10.0.32.0/20 10.0.48.0/22",
				"us-east-2c 2 10.0.64.0/19 10.0.64.0/20 10.0.80.0/22",
			},
		},
		"gap": {
			reason: "a zone's addresses do not depend on which other zones there are",
			args:   VpcArgs{Zones: []string{"us-east-2c"}},
			want:   []string{"us-east-2c 2 10.0.64.0/19 10.0.64.0/20 10.0.80.0/22"},
		},
		"smallest": {
			reason: "in a /24 both subnets have AWS's smallest size, and no address is unused",
			args:   VpcArgs{CIDR: "192.168.7.0/24", Zones: []string{"eu-west-1a", "eu-west-1f"}},
			want: []string{
				"eu-west-1a 0 192.168.7.0/27 192.168.7.0/28 192.168.7.16/28",
				"eu-west-1f 5 192.168.7.160/27 192.168.7.160/28 192.168.7.176/28",
			},
		},
		"public at its limit": {
			reason: "in a /23 an eighth of a block would be a /29",
			args:   VpcArgs{CIDR: "10.1.2.0/23", Zones: []string{"eu-west-1b"}},
			want:   []string{"eu-west-1b 1 10.1.2.64/26 10.1.2.64/27 10.1.2.96/28"},
		},
		"named slots": {
			reason: "ZoneSlots sets the slot of a Local Zone, and overrides that of an Availability Zone",
			args: VpcArgs{
				CIDR: "172.16.0.0/20", Zones: []string{"us-west-2a", "us-west-2-lax-1a"}, NATZone: "us-west-2a",
				ZoneSlots: map[string]int{"us-west-2-lax-1a": 7, "us-west-2a": 3},
			},
			want: []string{
				"us-west-2-lax-1a 7 172.16.14.0/23 172.16.14.0/24 172.16.15.0/26",
				"us-west-2a 3 172.16.6.0/23 172.16.6.0/24 172.16.7.0/26",
			},
		},
		"end of unicast IPv4": {
			reason: "the last block of the last CIDR does not overflow",
			args: VpcArgs{
				CIDR:      "223.255.0.0/16",
				Zones:     []string{"us-east-1x"},
				ZoneSlots: map[string]int{"us-east-1x": 7},
			},
			want: []string{"us-east-1x 7 223.255.224.0/19 223.255.224.0/20 223.255.240.0/22"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan, err := tt.args.SubnetPlan()
			assert.NoError(t, err)
			var got []string
			for _, zone := range plan.Zones {
				got = append(got,
					fmt.Sprintf("%s %d %s %s %s", zone.Zone, zone.Slot, zone.Block, zone.Private, zone.Public))
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

// TestSubnetPlanOfThisRelease pins the addresses of all slots in all sizes: no release may change them.
func TestSubnetPlanOfThisRelease(t *testing.T) {
	t.Parallel()
	var layout strings.Builder
	for bits := check.ShortestVpc; bits <= longestVpc; bits++ {
		args := &VpcArgs{
			CIDR: fmt.Sprintf("10.0.0.0/%d", bits),
			Zones: []string{
				"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f",
				"us-west-2-lax-1a", "us-west-2-lax-1b",
			},
			ZoneSlots: map[string]int{"us-west-2-lax-1a": 6, "us-west-2-lax-1b": 7},
			NAT:       NATNone,
		}
		plan, err := args.SubnetPlan()
		assert.NoError(t, err)
		fmt.Fprintln(&layout, plan.CIDR)
		for _, zone := range plan.Zones {
			fmt.Fprintf(&layout, "  %-16s %d  private %-16s public %s\n", zone.Zone, zone.Slot, zone.Private,
				zone.Public)
		}
	}
	golden.Check(t, "testdata/subnet-plan.golden", []byte(layout.String()))
}

// TestSubnetPlanOfChosenArguments pins the addresses for all kinds of arguments.
func TestSubnetPlanOfChosenArguments(t *testing.T) {
	t.Parallel()
	const lax = "us-west-2-lax-1a"
	a, abc := []string{"us-west-2a"}, []string{"us-west-2a", "us-west-2b", "us-west-2c"}
	six := []string{"us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d", "us-west-2e", "us-west-2f"}
	var layout strings.Builder
	for i, args := range []*VpcArgs{
		{Zones: a},
		{Zones: abc},
		{Zones: six},
		{Zones: []string{"us-west-2c", "us-west-2f"}},
		{Zones: append(abc[:3:3], lax), ZoneSlots: map[string]int{lax: 7}, NATZone: "us-west-2a"},
		{Zones: abc, ZoneSlots: map[string]int{"us-west-2a": 5, "us-west-2b": 0, "us-west-2c": 1}},
		{Zones: abc, PrivatePrefixLength: 22},
		{Zones: abc, PublicPrefixLength: 20},
		{Zones: abc, PrivatePrefixLength: 28, PublicPrefixLength: 28},
		{Zones: abc, CIDR: "172.16.0.0/17", PrivatePrefixLength: 21, PublicPrefixLength: 24},
		{Zones: abc, CIDR: "10.128.0.0/18", PublicPrefixLength: 22},
		{Zones: six, CIDR: "10.9.32.0/19"},
		{Zones: abc, CIDR: "10.9.16.0/20", PrivatePrefixLength: 26},
		{Zones: abc, CIDR: "192.168.8.0/21"},
		{Zones: abc, CIDR: "192.168.4.0/22", PublicPrefixLength: 26},
		{Zones: six, CIDR: "192.168.2.0/23"},
		{Zones: six, CIDR: "192.168.7.0/24"},
		{Zones: abc, Subnets: map[string]SubnetCIDRs{"us-west-2b": {Private: "10.0.192.0/18"}}},
		{
			Zones: a, CIDR: "10.7.0.0/16",
			Subnets: map[string]SubnetCIDRs{"us-west-2a": {Private: "10.7.0.0/17", Public: "10.7.128.0/24"}},
		},
		{
			Zones: abc, SecondaryCIDRs: []string{"100.72.0.0/16"},
			Subnets: map[string]SubnetCIDRs{
				"us-west-2a": {Private: "100.72.0.0/18"},
				"us-west-2c": {Private: "100.72.64.0/18"},
			},
		},
	} {
		plan, err := args.SubnetPlan()
		assert.NoError(t, err)
		fmt.Fprintf(&layout, "%d: %s\n", i+1, plan.CIDR)
		for _, zone := range plan.Zones {
			fmt.Fprintf(&layout, "  %-16s %2d  block %-18s private %-18s public %s\n", zone.Zone, zone.Slot,
				zone.Block, zone.Private, zone.Public)
		}
	}
	golden.Check(t, "testdata/subnet-plan-chosen.golden", []byte(layout.String()))
}

func TestSubnetPlanFailsAsValidateDoes(t *testing.T) {
	t.Parallel()
	args := &VpcArgs{CIDR: "10.0.0.0/26"}
	plan, err := args.SubnetPlan()
	assert.Equal(t, args.Validate(), err)
	assert.Error(t, err)
	assert.Empty(t, plan)
}

// drawVpcArgs draws valid arguments: 1 to 8 zones of any kind in any order, and a CIDR of any valid size.
func drawVpcArgs(t *rapid.T) *VpcArgs {
	bits := rapid.IntRange(check.ShortestVpc, longestVpc).Draw(t, "bits")
	var address [4]byte
	binary.BigEndian.PutUint32(address[:], rapid.Uint32().Filter(isUsable).Draw(t, "address"))
	args := &VpcArgs{
		CIDR:      netip.PrefixFrom(netip.AddrFrom4(address), bits).Masked().String(),
		ZoneSlots: map[string]int{},
		NAT:       NATNone,
	}
	half := bits + slotBits + 1
	if rapid.Bool().Draw(t, "sized") {
		args.PrivatePrefixLength = rapid.IntRange(half, check.LongestSubnet).Draw(t, "private")
		args.PublicPrefixLength = rapid.IntRange(half, check.LongestSubnet).Draw(t, "public")
	}
	for _, slot := range rapid.SliceOfNDistinct(rapid.IntRange(0, slots-1), 1, slots, rapid.ID).Draw(t, "slots") {
		if slot < len(slotLetters) && rapid.Bool().Draw(t, "standard") {
			args.Zones = append(args.Zones, "us-west-2"+slotLetters[slot:slot+1])
			continue
		}
		local := fmt.Sprintf("us-west-2-lax-%da", slot)
		args.Zones = append(args.Zones, local)
		args.ZoneSlots[local] = slot
	}
	return args
}

func isUsable(address uint32) bool {
	var p check.Problems
	cidr := netip.PrefixFrom(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))), check.ShortestVpc)
	p.VpcCIDR("", cidr.Masked().String(), longestVpc)
	p.NotReservedByOVN(check.Range{CIDR: cidr})
	return p.Err() == nil
}

func drawPlan(t *rapid.T, args *VpcArgs) SubnetPlan {
	plan, err := args.SubnetPlan()
	if err != nil {
		t.Fatalf("valid arguments were rejected: %v", err)
	}
	return plan
}

func TestSubnetsAreWithinTheVpcAndDoNotOverlap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		plan := drawPlan(t, drawVpcArgs(t))
		var subnets []netip.Prefix
		for _, zone := range plan.Zones {
			for _, subnet := range []netip.Prefix{zone.Private, zone.Public} {
				if !contains(zone.Block, subnet) || !contains(plan.CIDR, subnet) {
					t.Fatalf("%s is not in block %s of VPC %s", subnet, zone.Block, plan.CIDR)
				}
				if subnet != subnet.Masked() || subnet.Bits() > check.LongestSubnet {
					t.Fatalf("%s is not a valid subnet", subnet)
				}
				subnets = append(subnets, subnet)
			}
		}
		for i, a := range subnets {
			for _, b := range subnets[i+1:] {
				if a.Overlaps(b) {
					t.Fatalf("%s and %s overlap", a, b)
				}
			}
		}
	})
}

func TestZonesDoNotMoveEachOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := drawVpcArgs(t)
		all := drawPlan(t, args)

		fewer := *args
		fewer.Zones = rapid.Permutation(args.Zones).Draw(t, "order")[:rapid.IntRange(1, len(args.Zones)).Draw(t, "kept")]
		fewer.ZoneSlots = maps.Clone(args.ZoneSlots)
		maps.DeleteFunc(fewer.ZoneSlots, func(zone string, _ int) bool { return !slices.Contains(fewer.Zones, zone) })

		for _, zone := range drawPlan(t, &fewer).Zones {
			if !slices.Contains(all.Zones, zone) {
				t.Fatalf("%v is not in the plan of all zones: %v", zone, all.Zones)
			}
		}
	})
}

func TestPlanDoesNotDependOnTheOrderOfZones(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := drawVpcArgs(t)
		plan := drawPlan(t, args)
		shuffled := *args
		shuffled.Zones = rapid.Permutation(args.Zones).Draw(t, "order")
		if got := drawPlan(t, &shuffled); !slices.Equal(plan.Zones, got.Zones) {
			t.Fatalf("%v became %v", plan, got)
		}
		if !slices.IsSortedFunc(plan.Zones, func(a, b ZonePlan) int { return strings.Compare(a.Zone, b.Zone) }) {
			t.Fatalf("zones are not sorted: %v", plan.Zones)
		}
	})
}

func TestPrefixLengthsDoNotMoveSubnets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := drawVpcArgs(t)
		derived := *args
		derived.PrivatePrefixLength, derived.PublicPrefixLength = 0, 0
		sized := drawPlan(t, args)
		for i, zone := range drawPlan(t, &derived).Zones {
			got := sized.Zones[i]
			if got.Private.Addr() != zone.Private.Addr() || got.Public.Addr() != zone.Public.Addr() {
				t.Fatalf("%v does not begin where %v does", got, zone)
			}
			if want := args.PrivatePrefixLength; want != 0 && got.Private.Bits() != want {
				t.Fatalf("%v is not a /%d", got.Private, want)
			}
			if want := args.PublicPrefixLength; want != 0 && got.Public.Bits() != want {
				t.Fatalf("%v is not a /%d", got.Public, want)
			}
		}
	})
}

// TestSubnetCIDRsOverrideThePlan sets the CIDRs of a zone to those of a slot: only that zone changes, unless the
// slot is used.
func TestSubnetCIDRsOverrideThePlan(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := drawVpcArgs(t)
		before := drawPlan(t, args)
		chosen := rapid.SampledFrom(before.Zones).Draw(t, "zone")
		slot := rapid.IntRange(0, slots-1).Draw(t, "other slot")
		elsewhere := planZone(before.CIDR, prefixLengths{}, "", slot)

		given := *args
		given.Subnets = map[string]SubnetCIDRs{
			chosen.Zone: {Private: elsewhere.Private.String(), Public: elsewhere.Public.String()},
		}
		taken := slices.ContainsFunc(before.Zones,
			func(z ZonePlan) bool { return z.Slot == slot && z.Zone != chosen.Zone })
		plan, err := given.SubnetPlan()
		if taken {
			if err == nil {
				t.Fatalf("%v overlaps a zone in %v", elsewhere, before.Zones)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, zone := range plan.Zones {
			want := before.Zones[i]
			if zone.Zone == chosen.Zone {
				want = ZonePlan{Zone: chosen.Zone, Slot: noSlot, Private: elsewhere.Private, Public: elsewhere.Public}
			}
			if zone != want {
				t.Fatalf("%v, not %v", zone, want)
			}
		}
	})
}

func contains(outer, inner netip.Prefix) bool {
	return outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
}
