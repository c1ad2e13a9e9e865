package network_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestVpcRegistersNoOptionalResourcesByDefault(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	for _, token := range []string{
		"aws:ec2/flowLog:FlowLog", "aws:ec2/vpcDhcpOptions:VpcDhcpOptions",
		"aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway",
		"aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation", groupType,
	} {
		assert.Empty(t, rec.OfType(token))
	}
	assert.Len(t, rec.OfType(endpointType), 1)
}

func TestVpcDefaultSecurityGroup(t *testing.T) {
	t.Parallel()
	const token = "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"
	emptied := mockstest.Run(t, vpc(threeZones())).OfType(token)
	require.Len(t, emptied, 1)
	assert.NotContains(t, emptied[0].Inputs, "ingress",
		"inline rules, even an empty list, conflict with rules that are separate resources")
	assert.NotContains(t, emptied[0].Inputs, "egress")
	kept := threeZones()
	kept.RestrictDefaultSecurityGroup = new(false)
	assert.Empty(t, mockstest.Run(t, vpc(kept)).OfType(token))
}

// TestVpcDeletesBeforeReplacing: AWS associates an Elastic IP with one gateway at a time, and rejects a second flow
// log to the same destination.
func TestVpcDeletesBeforeReplacing(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	once := append(rec.OfType("aws:ec2/natGateway:NatGateway"), rec.OfType("aws:ec2/flowLog:FlowLog")...)
	assert.Len(t, once, 4)
	for _, resource := range once {
		assert.True(t, resource.Options.DeleteBeforeReplace, resource.Name)
	}
}

func TestVpcSecondaryCIDR(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	association := mockstest.Find(t, rec, "main-cidr-100.70.0.0-16").URN
	assert.Contains(t, mockstest.Find(t, rec, "main-subnet-private-us-east-2c").Dependencies, association)
	assert.NotContains(t, mockstest.Find(t, rec, "main-subnet-private-us-east-2a").Dependencies, association)
	assert.Equal(t, "100.70.0.0/18", mockstest.Find(t, rec, "main-subnet-private-us-east-2c").Inputs["cidrBlock"])
}

func TestVpcIPv6(t *testing.T) {
	t.Parallel()
	args := network.VpcArgs{
		Zones: []string{
			"us-west-2a", "us-west-2b", "us-west-2-lax-1a",
		}, ZoneSlots: map[string]int{"us-west-2-lax-1a": 7},
		NATZone: "us-west-2a", IPv6: true,
	}
	rec := mockstest.Run(t, vpc(args), mocks.Region("us-west-2"))
	whole := netip.MustParsePrefix(mockstest.Find(t, rec, "main-vpc").Outputs["ipv6CidrBlock"].(string))
	seen := map[netip.Prefix]bool{}
	for _, subnet := range rec.OfType(subnetType) {
		if strings.Contains(subnet.Name, "lax") {
			assert.NotContains(t, subnet.Inputs, "ipv6CidrBlock", "Local Zones are in another network border group")
			continue
		}
		cidr := netip.MustParsePrefix(subnet.Inputs["ipv6CidrBlock"].(string))
		assert.Equal(t, 64, cidr.Bits())
		assert.True(t, whole.Contains(cidr.Addr()), "%s in %s", cidr, whole)
		assert.Equal(t, true, subnet.Inputs["assignIpv6AddressOnCreation"])
		seen[cidr] = true
	}
	assert.Len(t, seen, 4)

	routes := map[string]string{}
	for _, route := range rec.OfType("aws:ec2/route:Route") {
		if route.Inputs["destinationIpv6CidrBlock"] == "::/0" {
			gateway := slices.Concat(route.PropertyDependencies["gatewayId"],
				route.PropertyDependencies["egressOnlyGatewayId"])
			routes[route.Name] = namesOf(rec, gateway)[0]
		}
	}
	assert.Equal(t, map[string]string{
		"main-route-public-ipv6":             "main-igw",
		"main-route-private-ipv6-us-west-2a": "main-eigw",
		"main-route-private-ipv6-us-west-2b": "main-eigw",
	}, routes)
}

func TestVpcFlowLogs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	log := mockstest.Find(t, rec, "main-flow-log")
	group := mockstest.Find(t, rec, "main-flow-log-group")
	assert.Equal(t, group.Outputs["arn"], log.Inputs["logDestination"])
	assert.Equal(t, 90.0, group.Inputs["retentionInDays"])
	assert.Contains(t, namesOf(rec, log.Dependencies), "main-flow-log-policy",
		"without the policy, the first records would be lost")
	policy := mockstest.Find(t, rec, "main-flow-log-policy").Inputs["policy"].(string)
	assert.Contains(t, policy, group.Outputs["arn"])
	assert.NotContains(t, policy, `"Resource":["*"]`)
	trust := mockstest.Find(t, rec, "main-flow-log-role").Inputs["assumeRolePolicy"].(string)
	assert.Contains(t, trust, `"aws:SourceAccount":["123456789012"]`, "flow logs of other accounts are not trusted")
	assert.Contains(t, trust, `"aws:SourceArn":["arn:aws:ec2:us-east-2:123456789012:vpc-flow-log/*"]`)
	assert.Equal(t, "arn:aws:iam::123456789012:policy/boundary",
		mockstest.Find(t, rec, "main-flow-log-role").Inputs["permissionsBoundary"])
	assert.Empty(t, mockstest.Run(t, vpc(zeroEgress())).OfType("aws:iam/role:Role"), "a bucket needs no role")
}
