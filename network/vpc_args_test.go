package network

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func TestVpcNoProxy(t *testing.T) {
	t.Parallel()
	args := VpcArgs{
		CIDR:      "10.9.0.0/16",
		Zones:     []string{"cn-north-1a"},
		Endpoints: &EndpointsArgs{Services: []string{"ecr.dkr", "com.amazonaws.cn-north-1.kms"}},
	}
	assert.Equal(t, []string{"10.9.0.0/16", "s3.cn-north-1.amazonaws.com.cn", "dkr.ecr.cn-north-1.amazonaws.com.cn"},
		args.noProxy(), "the hosts of a service with a full name are not known")
	assert.True(t, isNoProxyHost("dkr.ecr.cn-north-1.amazonaws.com.cn"))
	assert.Equal(t, []string{"10.9.0.0/16", "s3.us-gov-west-1.amazonaws.com"},
		(&VpcArgs{CIDR: "10.9.0.0/16", Zones: []string{"us-gov-west-1a"}}).noProxy())
}

// FuzzVpcArgs plans the subnets of any CIDRs and zones: those of arguments without a problem are within the VPC and do
// not overlap.
func FuzzVpcArgs(f *testing.F) {
	f.Add("10.0.0.0/16", "us-east-2a", "us-east-2b", "100.72.0.0/16", "", 0, 0, 0)
	f.Add("10.0.0.0/24", "us-west-2-lax-1a", "us-west-2a", "", "10.0.0.0/28", 28, 28, 7)
	f.Add("0.0.0.0/0", "us-east-2", "", "::/0", "10.0.0.0/33", -1, 64, -1)
	f.Add("192.168.0.0/23", "a", "us-east-2z", "192.168.2.0/24", "192.168.2.0/25", 26, 27, 8)
	f.Fuzz(func(
		t *testing.T, cidr, zone, other, secondary, private string, privateLength, publicLength, slot int,
	) {
		args := VpcArgs{
			CIDR: cidr, Zones: []string{zone, other}, ZoneSlots: map[string]int{other: slot}, NATZone: zone,
			PrivatePrefixLength: privateLength, PublicPrefixLength: publicLength,
		}
		if secondary != "" {
			args.SecondaryCIDRs = []string{secondary}
		}
		if private != "" {
			args.Subnets = map[string]SubnetCIDRs{zone: {Private: private}}
		}
		plan, err := args.SubnetPlan()
		if err != nil {
			return
		}
		var ranges []check.Range
		for _, zone := range plan.Zones {
			ranges = append(ranges,
				check.Range{Path: check.Path(zone.Zone), CIDR: zone.Private}, check.Range{Path: check.Path(zone.Zone), CIDR: zone.Public})
		}
		var p check.Problems
		p.Disjoint(ranges...)
		assert.NoError(t, p.Err())
		outer := []netip.Prefix{plan.CIDR}
		if secondary != "" {
			outer = append(outer, netip.MustParsePrefix(secondary))
		}
		for _, subnet := range ranges {
			assert.True(t, check.Within(subnet.CIDR, outer...), "%s", subnet.CIDR)
		}
		assert.NotEmpty(t, args.noProxy())
	})
}
