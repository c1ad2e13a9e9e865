package network

import (
	"encoding/binary"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestVpcCIDRs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"largest VPC": {Reason: "AWS's largest VPC is a /16", Args: &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/16"}},
		"smallest VPC": {
			Reason: "8 zone blocks fit in a /24",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/24"},
		},
		"public addresses": {
			Reason: "a VPC may have a CIDR outside of the private ranges",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "100.72.0.0/16"},
		},
		"secondary CIDR": {
			Reason: "subnets may be in a secondary CIDR",
			Args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"100.72.0.0/16"},
				Subnets:        map[string]SubnetCIDRs{"us-east-2a": {Private: "100.72.0.0/18"}},
			},
		},
		"ranges of OVN-Kubernetes": {
			Reason: "OVN-Kubernetes routes these ranges inside the cluster",
			Args: &VpcArgs{
				Zones:          zonesABC,
				CIDR:           "100.64.0.0/16",
				SecondaryCIDRs: []string{"100.88.128.0/17"},
			},
			Want: []string{".CIDR: overlap", ".SecondaryCIDRs[0]: overlap"},
		},
		"addresses of no host": {
			Reason: "AWS rejects 0.0.0.0/8 and 240.0.0.0/4",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "0.0.0.0/16", SecondaryCIDRs: []string{"255.255.0.0/16"}},
			Want: []string{
				".CIDR: 0.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
				".SecondaryCIDRs[0]: 255.255.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
			},
		},
		"secondary CIDRs of the same range": {
			Reason: "AWS adds private CIDRs of the same range, and any that are not private",
			Args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"10.1.0.0/16", "10.255.0.0/16", "100.127.0.0/16", "198.18.0.0/16"},
			},
		},
		"secondary CIDRs of 172.16.0.0/12": {
			Reason: "AWS adds 172.16.0.0/12 to 172.31.0.0/16",
			Args: &VpcArgs{
				Zones:          zonesABC,
				CIDR:           "172.31.0.0/16",
				SecondaryCIDRs: []string{"172.16.0.0/16", "172.30.0.0/16"},
			},
		},
		"secondary CIDRs of 192.168.0.0/16": {
			Reason: "AWS adds parts of 192.168.0.0/16 to each other",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "192.168.0.0/20", SecondaryCIDRs: []string{"192.168.128.0/20"}},
		},
		"smallest secondary CIDRs": {
			Reason: "AWS's smallest secondary CIDR is a /28",
			Args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"10.1.0.0/28", "10.1.0.16/28", "10.1.0.32/28", "10.1.0.48/28"},
			},
		},
		"too small": {
			Reason: "8 zone blocks do not fit in less than a /24",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/26"},
			Want:   []string{".CIDR: range"},
		},
		"too large": {
			Reason: "AWS's largest VPC is a /16",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/8"},
			Want:   []string{".CIDR: range"},
		},
		"host bits": {
			Reason: "AWS clears host bits, and every preview would show a difference",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.1.0/16"},
			Want:   []string{".CIDR: format"},
		},
		"another private range": {
			Reason: "AWS adds no CIDR of another private range",
			Args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"172.16.0.0/16", "192.168.0.0/20", "198.19.0.0/20"}},
			Want: []string{
				".SecondaryCIDRs[0]: AWS does not add 172.16.0.0/16, a part of 172.16.0.0/12, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
				".SecondaryCIDRs[1]: AWS does not add 192.168.0.0/20, a part of " +
					"192.168.0.0/16, to a VPC with primary CIDR 10.0.0.0/16; use a range near the " +
					"primary CIDR or in 100.64.0.0/10 (for example, 100.72.0.0/16)",
				".SecondaryCIDRs[2]: AWS does not add 198.19.0.0/20, a part of 198.19.0.0/16, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"private CIDR for a public one": {
			Reason: "AWS adds no private CIDR to a VPC outside of the private ranges",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "100.72.0.0/16", SecondaryCIDRs: []string{"10.0.0.0/16"}},
			Want: []string{
				".SecondaryCIDRs[0]: AWS does not add 10.0.0.0/16, a part of 10.0.0.0/8, to a " +
					"VPC with primary CIDR 100.72.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"10.0.0.0/16 for 10.1.0.0/16": {
			Reason: "AWS does not add 10.0.0.0/16 to a VPC in 10.1.0.0/16",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.1.0.0/16", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			Want: []string{
				".SecondaryCIDRs[0]: AWS does not add 10.0.16.0/20, a part of 10.0.0.0/16, to " +
					"a VPC with primary CIDR 10.1.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"10.0.0.0/16 for 10.0.0.0/20": {
			Reason: "AWS does not add 10.0.0.0/16 to a VPC in 10.0.0.0/15, which includes 10.0.0.0/16",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/20", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			Want: []string{
				".SecondaryCIDRs[0]: AWS does not add 10.0.16.0/20, a part of 10.0.0.0/16, to " +
					"a VPC with primary CIDR 10.0.0.0/20; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"172.31.0.0/16 for 172.16.0.0/12": {
			Reason: "AWS does not add 172.31.0.0/16 to a VPC in 172.16.0.0/12",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "172.16.0.0/16", SecondaryCIDRs: []string{"172.31.0.0/16"}},
			Want: []string{
				".SecondaryCIDRs[0]: AWS does not add 172.31.0.0/16, a part of 172.31.0.0/16, " +
					"to a VPC with primary CIDR 172.16.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"link-local": {
			Reason: "link-local addresses include the instance metadata service",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "169.254.0.0/16"},
			Want:   []string{".CIDR: 169.254.0.0/16 is reserved; use another range, such as 10.0.0.0/16"},
		},
		"loopback and multicast": {
			Reason: "no network interface has a loopback or multicast address",
			Args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"127.0.0.0/16", "224.0.0.0/16"}},
			Want: []string{
				".SecondaryCIDRs[0]: 127.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
				".SecondaryCIDRs[1]: 224.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
			},
		},
		"secondary CIDR overlaps": {
			Reason: "the CIDRs of a VPC do not overlap",
			Args:   &VpcArgs{Zones: zonesABC, CIDR: "10.2.0.0/16", SecondaryCIDRs: []string{"10.2.128.0/20"}},
			Want:   []string{".SecondaryCIDRs[0]: overlap"},
		},
		"duplicate secondary CIDR": {
			Reason: "the CIDRs of a VPC do not overlap",
			Args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"10.1.0.0/20", "10.1.0.0/20"}},
			Want:   []string{".SecondaryCIDRs[1]: overlap"},
		},
	})
}

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
