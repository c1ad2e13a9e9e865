package check_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestIPv4CIDR(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, text, want string
	}{
		"range":   {reason: "a network address and its length", text: "10.0.0.0/16"},
		"address": {reason: "the smallest range is one address", text: "192.0.2.7/32"},
		"all":     {reason: "0.0.0.0/0 is a range; who may name it is another rule", text: "0.0.0.0/0"},
		"empty":   {reason: "a CIDR is required", want: "Path: is required"},
		"no length": {
			reason: "an address has no length",
			text:   "10.0.0.0",
			want:   `Path: "10.0.0.0" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
		},
		"octet": {
			reason: "an octet is at most 255",
			text:   "10.0.256.0/16",
			want:   `Path: "10.0.256.0/16" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
		},
		"IPv6": {
			reason: "fields for IPv4 do not accept IPv6",
			text:   "fd00::/16",
			want:   `Path: "fd00::/16" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
		},
		"host bits": {
			reason: "AWS would clear them, and every preview would show a difference", text: "10.0.1.0/16",
			want: `Path: "10.0.1.0/16" has host bits set; use 10.0.0.0/16`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			cidr, ok := p.IPv4CIDR("Path", tt.text)
			if tt.want == "" {
				assert.NoError(t, p.Err(), tt.reason)
				assert.Equal(t, netip.MustParsePrefix(tt.text), cidr)
				assert.True(t, ok)
				return
			}
			assert.EqualError(t, p.Err(), tt.want, tt.reason)
			assert.False(t, ok)
		})
	}
}

func TestPrefixLength(t *testing.T) {
	t.Parallel()
	var p check.Problems
	assert.True(t, p.PrefixLength("Path", netip.MustParsePrefix("10.0.0.0/16"), 16, 24))
	assert.True(t, p.PrefixLength("Path", netip.MustParsePrefix("10.0.0.0/24"), 16, 24))
	assert.NoError(t, p.Err())
	assert.False(t, p.PrefixLength("Short", netip.MustParsePrefix("10.0.0.0/15"), 16, 24))
	assert.False(t, p.PrefixLength("Long", netip.MustParsePrefix("10.0.0.0/25"), 16, 24))
	assert.EqualError(t, p.Err(), "Short: must be between /16 and /24 (got /15)\n"+
		"Long: must be between /16 and /24 (got /25)")
}

func TestVpcCIDRs(t *testing.T) {
	t.Parallel()
	var p check.Problems
	secondary := []string{"10.1.0.0/28", "10.2.0.0/29", "127.0.0.0/16", "10.0.4.0/24"}
	ranges, ok := p.VpcCIDRs("Vpc", "10.0.0.0/16", secondary, 16)
	assert.True(t, ok)
	assert.Len(t, ranges, 3, "the valid ones")
	_, ok = p.VpcCIDRs("Small", "10.0.0.0/17", nil, 16)
	assert.False(t, ok)
	assert.EqualError(t, p.Err(), `Vpc.SecondaryCIDRs[1]: must be between /16 and /28 (got /29)
Vpc.SecondaryCIDRs[2]: 127.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16
Vpc.SecondaryCIDRs[3]: 10.0.4.0/24 overlaps 10.0.0.0/16 (Vpc.CIDR)
Small.CIDR: must be between /16 and /16 (got /17)`)
}

func TestRanges(t *testing.T) {
	t.Parallel()
	at := func(path check.Path, cidr string) check.Range {
		return check.Range{Path: path, CIDR: netip.MustParsePrefix(cidr)}
	}
	var p check.Problems
	p.Disjoint(at("A", "10.0.0.0/16"), at("B", "10.1.0.0/16"), at("C", "10.0.128.0/24"))
	p.NotReservedByOVN(at("D", "100.0.0.0/8"), at("E", "10.0.0.0/8"))
	p.NotHostedAPI(at("F", "172.20.0.0/16"), at("G", "172.21.0.0/16"))

	assert.EqualError(t, p.Err(), `C: 10.0.128.0/24 overlaps 10.0.0.0/16 (A)
D: 100.0.0.0/8 overlaps 100.64.0.0/16, which OVN-Kubernetes reserves for its join switch
D: 100.0.0.0/8 overlaps 100.88.0.0/16, which OVN-Kubernetes reserves for its transit switch
F: 172.20.0.0/16 contains 172.20.0.1, the address of the hosted control plane's API server`)
}

func TestWithin(t *testing.T) {
	t.Parallel()
	outer := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/16"), netip.MustParsePrefix("192.0.2.0/24")}
	assert.True(t, check.Within(netip.MustParsePrefix("10.0.0.0/16"), outer...), "a range is within itself")
	assert.True(t, check.Within(netip.MustParsePrefix("192.0.2.128/25"), outer...), "one outer range is enough")
	assert.False(t, check.Within(netip.MustParsePrefix("10.0.0.0/15"), outer...),
		"a larger range is not within a smaller one")
	assert.Equal(t, "65536", check.Addresses(outer[0]))
}

// FuzzIPv4CIDR checks any text: a CIDR is written as it was read, and its addresses are counted.
func FuzzIPv4CIDR(f *testing.F) {
	for _, text := range []string{
		"10.0.0.0/16", "0.0.0.0/0", "10.0.0.1/16", "::/0", "::ffff:10.0.0.0/104", "10.0.0.0/016", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p check.Problems
		cidr, ok := p.IPv4CIDR("Path", text)
		assert.Equal(t, ok, p.Err() == nil)
		assert.Equal(t, ok, cidr.IsValid())
		if ok {
			assert.Equal(t, text, cidr.String())
			assert.True(t, check.Within(cidr, cidr))
			assert.NotEmpty(t, check.Addresses(cidr))
			p.Disjoint(check.Range{Path: "A", CIDR: cidr}, check.Range{Path: "B", CIDR: cidr})
			assert.Len(t, check.Of(p.Err()), 1)
			p.NotReservedByOVN(check.Range{Path: "A", CIDR: cidr})
			p.NotHostedAPI(check.Range{Path: "A", CIDR: cidr})
		}
	})
}
