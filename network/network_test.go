package network

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestVpcAndExistingVpcHaveTheSameOutputs checks that both set every field of Network and register the same
// outputs, so that one can replace the other in a program.
func TestVpcAndExistingVpcHaveTheSameOutputs(t *testing.T) {
	t.Parallel()
	mockstest.Run(t, func(ctx *pulumi.Context) error {
		vpc, err := NewVpc(ctx, "vpc", &VpcArgs{
			Zones:          []string{"us-east-2a"},
			SecondaryCIDRs: []string{"100.70.0.0/16"},
			IPv6:           true,
		})
		if err != nil {
			return err
		}
		subnet := func(id, cidr string) []ExistingSubnet {
			return []ExistingSubnet{
				{ID: pulumi.String("subnet-" + id), Zone: "us-east-2a", CIDR: cidr, RouteTableID: pulumi.String("rtb-" + id)},
			}
		}
		existing, err := NewExistingVpc(ctx, "existing", &ExistingVpcArgs{
			VpcID:              pulumi.String("vpc-0123456789abcdef0"),
			CIDR:               "10.0.0.0/16",
			SecondaryCIDRs:     []string{"100.70.0.0/16"},
			IPv6CIDR:           pulumi.String("2600:1f16:abcd::/56"),
			PublicSubnets:      subnet("0a00000000000000b", "10.0.16.0/22"),
			PrivateSubnets:     subnet("0a00000000000000a", "10.0.0.0/20"),
			PublicRouteTableID: pulumi.String("rtb-0a00000000000000b"),
			Endpoints:          map[string]pulumi.StringInput{"s3": pulumi.String("vpce-0123456789abcdef0")},
			NATPublicIPs:       map[string]pulumi.StringInput{"us-east-2a": pulumi.String("192.0.2.7")},
		})
		if err != nil {
			return err
		}
		for name, network := range map[string]Network{"Vpc": vpc.Network, "ExistingVpc": existing.Network} {
			fields := reflect.ValueOf(network)
			for i := range fields.NumField() {
				assert.NotEmpty(t, fields.Type().Field(i).Tag.Get("pulumi"), "%s is an output", fields.Type().Field(i).Name)
				assert.False(t, fields.Field(i).IsZero(), "%s.%s is not set", name, fields.Type().Field(i).Name)
			}
		}
		assert.Equal(t, vpc.NoProxy, existing.NoProxy)
		assert.Equal(t, vpc.CIDRs(), existing.CIDRs())
		assert.Equal(t, keys(vpc.PrivateRouteTableIDs), keys(existing.PrivateRouteTableIDs))
		assert.Equal(t, keys(vpc.EndpointIDs), keys(existing.EndpointIDs))
		assert.Equal(t, keys(vpc.NATPublicIPs), keys(existing.NATPublicIPs))
		return nil
	})
}

func keys(outputs map[string]pulumi.StringOutput) []string {
	return slices.Sorted(maps.Keys(outputs))
}

func TestNetworkInZones(t *testing.T) {
	t.Parallel()
	all := Network{
		CIDR:           "10.0.0.0/16",
		PublicSubnets:  []Subnet{{Zone: "us-east-2a"}, {Zone: "us-east-2b"}},
		PrivateSubnets: []Subnet{{Zone: "us-east-2a"}, {Zone: "us-east-2b"}, {Zone: "us-east-2c"}},
	}
	some := all.InZones("us-east-2c", "us-east-2b")
	assert.Equal(t, []Subnet{{Zone: "us-east-2b"}}, some.PublicSubnets)
	assert.Equal(t, []Subnet{{Zone: "us-east-2b"}, {Zone: "us-east-2c"}}, some.PrivateSubnets, "the order is kept")
	assert.Equal(t, "10.0.0.0/16", some.CIDR)
	assert.Len(t, all.PrivateSubnets, 3, "the network itself is not changed")
}

func TestNetworkCheck(t *testing.T) {
	t.Parallel()
	id := pulumi.String("vpc-0123456789abcdef0").ToStringOutput()
	with := func(network Network) *SecurityGroupsArgs {
		return &SecurityGroupsArgs{InfraID: "demo-x7k2p", Network: network}
	}
	checktest.Cases(t, "network.SecurityGroupsArgs.Network", map[string]checktest.Case{
		"IPv4": {
			Reason: "the ID and the primary CIDR are enough",
			Args:   with(Network{ID: id, CIDR: "10.0.0.0/28"}),
		},
		"dual stack": {
			Reason: "the IPv6 CIDR is an output",
			Args:   with(Network{ID: id, CIDR: "10.0.0.0/16", IPv6: true, IPv6CIDR: id.ToStringPtrOutput()}),
		},
		"no CIDR": {
			Reason: "rules are for the addresses of the VPC",
			Args:   with(Network{ID: id}),
			Want:   []string{".CIDR: required"},
		},
		"IPv6 without a CIDR": {
			Reason: "rules for IPv6 need the VPC's IPv6 CIDR",
			Args:   with(Network{ID: id, CIDR: "10.0.0.0/16", IPv6: true}),
			Want:   []string{".IPv6CIDR: required"},
		},
		"host bits": {
			Reason: "AWS clears host bits",
			Args:   with(Network{ID: id, CIDR: "10.0.0.1/16"}),
			Want:   []string{".CIDR: format"},
		},
		"every address": {
			Reason: "AWS accepts VPCs of /16 to /28",
			Args:   with(Network{ID: id, CIDR: "0.0.0.0/0"}),
			Want:   []string{".CIDR: range"},
		},
		"overlap": {
			Reason: "the CIDRs of a VPC do not overlap",
			Args:   with(Network{ID: id, CIDR: "10.0.0.0/16", SecondaryCIDRs: []string{"10.0.4.0/24", "10/8"}}),
			Want:   []string{".SecondaryCIDRs[1]: format", ".SecondaryCIDRs[0]: overlap"},
		},
	})
}
