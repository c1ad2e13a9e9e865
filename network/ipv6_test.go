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

func TestSubnetIPv6Refuses(t *testing.T) {
	t.Parallel()
	for _, vpc := range []string{"", "10.0.0.0/16", "2600:1f16::/65", "2600:1f16::/64"} {
		_, err := subnetIPv6(vpc, 1)
		assert.ErrorContains(t, err, "has no /64 with index 1", vpc)
	}
}
