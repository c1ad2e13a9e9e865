package network

import (
	"encoding/binary"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestIPv6SubnetsAreWithinTheVpcAndDoNotOverlap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var address [16]byte
		binary.BigEndian.PutUint64(address[:8], rapid.Uint64().Draw(t, "address"))
		vpc := netip.PrefixFrom(netip.AddrFrom16(address), rapid.IntRange(48, 56).Draw(t, "bits")).Masked()
		seen := map[string]bool{}
		for slot := range slots {
			for _, public := range []bool{false, true} {
				text, err := subnetIPv6(vpc.String(), ipv6Index(slot, public))
				if err != nil {
					t.Fatal(err)
				}
				subnet := netip.MustParsePrefix(text)
				if seen[text] || subnet.Bits() != 64 || subnet != subnet.Masked() || !vpc.Contains(subnet.Addr()) {
					t.Fatalf("slot %d of %s has %s", slot, vpc, text)
				}
				seen[text] = true
			}
		}
	})
}

func TestSubnetIPv6Rejects(t *testing.T) {
	t.Parallel()
	for _, vpc := range []string{"", "10.0.0.0/16", "2600:1f16::/65", "2600:1f16::/64"} {
		_, err := subnetIPv6(vpc, 1)
		assert.ErrorContains(t, err, "has no /64 with index 1", vpc)
	}
}

// FuzzSubnetIPv6 divides any text: a subnet is a /64 within the VPC.
func FuzzSubnetIPv6(f *testing.F) {
	f.Add("2600:1f16:abcd::/56", uint16(15))
	f.Add("10.0.0.0/16", uint16(0))
	f.Add("::/0", uint16(1))
	f.Add("2600::/64", uint16(1))
	f.Fuzz(func(t *testing.T, vpc string, index uint16) {
		text, err := subnetIPv6(vpc, int(index))
		if err == nil {
			subnet := netip.MustParsePrefix(text)
			assert.True(t, netip.MustParsePrefix(vpc).Contains(subnet.Addr()), "%s in %s", text, vpc)
			assert.Equal(t, ipv6Subnet, subnet.Bits())
		}
		_ = isVpcIPv6CIDR(vpc)
	})
}

func TestIPv6CIDR(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"2600:1f16:abcd::/56": true, "2600:1f16:abc0::/44": true, "2600:1f16:abcd:10::/60": true,
		"2600:1f16:ab80::/43": false, "2600:1f16:abcd::/61": false, "2600:1f16:abcd::1/56": false,
		"2600:1f16:abcd::/58": false, "10.0.0.0/8": false, "::/0": false, "2600:1f16:abcd::": false, "": false,
	} {
		assert.Equal(t, valid, isVpcIPv6CIDR(text), text)
	}
}
