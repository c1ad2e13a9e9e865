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
		"range":   {reason: "the usual", text: "10.0.0.0/16"},
		"address": {reason: "the smallest range is one address", text: "192.0.2.7/32"},
		"all":     {reason: "0.0.0.0/0 is a range; who may name it is another question", text: "0.0.0.0/0"},
		"empty":   {reason: "nobody set it", want: "Path: is required"},
		"no mask": {
			reason: "an address has no size",
			text:   "10.0.0.0",
			want:   `Path: "10.0.0.0" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"nonsense": {
			reason: "no number is over 255",
			text:   "10.0.256.0/16",
			want:   `Path: "10.0.256.0/16" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"IPv6": {
			reason: "rules with IPv4 fields refuse it",
			text:   "fd00::/16",
			want:   `Path: "fd00::/16" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"host bits": {
			reason: "AWS would cut them and show a difference for ever",
			text:   "10.0.1.0/16",
			want:   "Path: 10.0.1.0/16 has host bits set; the range that holds it is 10.0.0.0/16",
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

func TestIPv4CIDRs(t *testing.T) {
	t.Parallel()
	var p check.Problems
	p.IPv4CIDRs("Path", []string{"10.0.0.0/8", "x", "192.0.2.0/24", "10.0.0.0/8", "x"})
	assert.EqualError(t, p.Err(), `Path[1]: "x" is no IPv4 range; write one such as 10.0.0.0/16
Path[3]: 10.0.0.0/8 is given twice
Path[4]: "x" is no IPv4 range; write one such as 10.0.0.0/16`)
}
