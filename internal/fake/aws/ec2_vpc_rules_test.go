package aws

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

// TestRejectInNetwork: the mocks and the sandbox have the same rules.
func TestRejectInNetwork(t *testing.T) {
	t.Parallel()
	type fields = map[string]any
	tests := map[string]struct {
		reason, token string
		inputs        fields
		rejected      string
	}{
		"outside": {
			reason: "EC2 CreateSubnet: InvalidSubnet.Range",
			token:  subnetType, inputs: fields{"cidrBlock": "10.1.0.0/24"},
			rejected: "InvalidSubnet.Range: the CIDR '10.1.0.0/24' is not within the VPC's CIDRs",
		},
		"larger than the VPC": {
			reason: "EC2 CreateSubnet: InvalidSubnet.Range",
			token:  subnetType, inputs: fields{"cidrBlock": "10.64.0.0/16"},
			rejected: "InvalidSubnet.Range: the CIDR '10.64.0.0/16' is not within the VPC's CIDRs",
		},
		"overlap": {
			reason: "EC2 CreateSubnet: InvalidSubnet.Conflict",
			token:  subnetType, inputs: fields{"cidrBlock": "10.0.0.0/25"},
			rejected: "InvalidSubnet.Conflict: the CIDR '10.0.0.0/25' conflicts with another subnet (10.0.0.0/24)",
		},
		"beside": {
			reason: "subnets can be adjacent",
			token:  subnetType, inputs: fields{"cidrBlock": "10.0.1.0/24"},
		},
		"secondary": {
			reason: "a subnet can be in a secondary CIDR",
			token:  subnetType, inputs: fields{"cidrBlock": "10.64.0.0/24"},
		},
		"another VPC": {
			reason: "VPCs can have equal CIDRs; an ID of another program is not known",
			token:  subnetType, inputs: fields{"cidrBlock": "10.0.0.0/24", "vpcId": "vpc-1"},
		},
		"without a CIDR": {
			reason: "EC2 chooses the CIDR from a pool",
			token:  subnetType, inputs: fields{"ipv4IpamPoolId": "ipam-pool-1"},
		},
		"range of the VPC": {
			reason: "EC2 AssociateVpcCidrBlock rejects ranges that overlap those of the VPC",
			token:  vpcCIDRType, inputs: fields{"cidrBlock": "10.64.0.0/16"},
			rejected: "the CIDR '10.64.0.0/16' overlaps 10.64.0.0/17 of the VPC",
		},
		"another range": {
			reason: "a VPC can have several CIDRs",
			token:  vpcCIDRType, inputs: fields{"cidrBlock": "10.65.0.0/16"},
		},
	}
	providers := map[string]func() *fake.Provider{
		"mocks":   NewForUnitTests,
		"sandbox": func() *fake.Provider { p, _ := New(fake.NewStore[fake.Record]()); return p },
	}
	for in, provider := range providers {
		for name, tt := range tests {
			t.Run(in+"/"+name, func(t *testing.T) {
				t.Parallel()
				engine := faketest.Engine{T: t, Provider: provider()}
				vpc, _ := engine.Create(vpcType, "vpc", fields{"cidrBlock": "10.0.0.0/16"})
				engine.Create(vpcCIDRType, "secondary", fields{"vpcId": vpc, "cidrBlock": "10.64.0.0/17"})
				engine.Create(subnetType, "first", fields{"vpcId": vpc, "cidrBlock": "10.0.0.0/24"})

				inputs := resource.NewPropertyMapFromMap(tt.inputs)
				if _, set := inputs["vpcId"]; !set {
					inputs["vpcId"] = resource.NewProperty(vpc)
				}
				_, _, err := engine.TryCreate(tt.token, "second", inputs)
				if tt.rejected == "" {
					assert.NoError(t, err, tt.reason)
					return
				}
				assert.ErrorContains(t, err, tt.rejected, tt.reason)
			})
		}
	}
}

// TestRangesIgnoreLeftoversOfTheSameResource: an interrupted run has created the subnet and not recorded it.
func TestRangesIgnoreLeftoversOfTheSameResource(t *testing.T) {
	t.Parallel()
	engine := faketest.Engine{T: t, Provider: NewForUnitTests()}
	vpc, _ := engine.Create("aws:ec2/vpc:Vpc", "vpc", map[string]any{"cidrBlock": "10.0.0.0/16"})
	for range 2 {
		engine.Create(subnetType, "subnet", map[string]any{"vpcId": vpc, "cidrBlock": "10.0.0.0/24"})
	}
}

func TestUncheckedResourcesAreCreated(t *testing.T) {
	t.Parallel()
	provider := NewForUnitTests()
	engine := faketest.Engine{T: t, Provider: provider}
	vpc, _ := engine.Create("aws:ec2/vpc:Vpc", "vpc", map[string]any{"cidrBlock": "10.0.0.0/16"})
	outside := engine.Resource(subnetType, "outside", "")
	outside.Unchecked = true
	_, _, err := provider.Service.Create(t.Context(), outside,
		resource.NewPropertyMapFromMap(map[string]any{"vpcId": vpc, "cidrBlock": "10.1.0.0/24"}))
	assert.NoError(t, err)
}

// TestRangesInUseStay: EC2 DisassociateVpcCidrBlock, InvalidCidrBlock.InUse.
func TestRangesInUseStay(t *testing.T) {
	t.Parallel()
	provider, _ := New(fake.NewStore[fake.Record]())
	engine := faketest.Engine{T: t, Provider: provider}
	vpc, _ := engine.Create("aws:ec2/vpc:Vpc", "vpc", map[string]any{"cidrBlock": "10.0.0.0/16"})
	secondary, _ := engine.Create(vpcCIDRType, "secondary", map[string]any{"vpcId": vpc, "cidrBlock": "10.64.0.0/17"})
	subnet, _ := engine.Create(subnetType, "subnet", map[string]any{"vpcId": vpc, "cidrBlock": "10.64.0.0/24"})
	remove := func(token, id string) error {
		return provider.Service.Delete(t.Context(), engine.Resource(token, "x", id), nil)
	}
	assert.ErrorContains(t, remove(vpcCIDRType, secondary),
		"InvalidCidrBlock.InUse: The vpc "+vpc+" currently has a subnet within CIDR block 10.64.0.0/17")
	require.NoError(t, remove(subnetType, subnet))
	assert.NoError(t, remove(vpcCIDRType, secondary))
}

// TestAReplacedSubnetConflicts: the replacement is created before the old subnet is deleted (EC2 CreateSubnet,
// InvalidSubnet.Conflict).
func TestAReplacedSubnetConflicts(t *testing.T) {
	t.Parallel()
	engine := faketest.Engine{T: t, Provider: NewForUnitTests()}
	vpc, _ := engine.Create(vpcType, "vpc", map[string]any{"cidrBlock": "10.0.0.0/16"})
	of := func(zone, cidr string) map[string]any {
		return map[string]any{"vpcId": vpc, "availabilityZone": "us-east-1" + zone, "cidrBlock": cidr}
	}
	former, _ := engine.Create(subnetType, "subnet", of("a", "10.0.0.0/24"))
	for _, replacement := range []map[string]any{of("a", "10.0.0.0/25"), of("b", "10.0.0.0/24")} {
		_, _, err := engine.TryCreate(subnetType, "subnet", resource.NewPropertyMapFromMap(replacement))
		require.ErrorContains(t, err, "InvalidSubnet.Conflict: ")
	}
	require.NoError(t, engine.Delete(subnetType, "subnet", former, nil))
	engine.Create(subnetType, "subnet", of("a", "10.0.0.0/25"))
}

// TestIPv6InUseStays: EC2 DisassociateVpcCidrBlock, InvalidCidrBlock.InUse.
func TestIPv6InUseStays(t *testing.T) {
	t.Parallel()
	provider, _ := New(fake.NewStore[fake.Record]())
	engine := faketest.Engine{T: t, Provider: provider}
	with := map[string]any{"cidrBlock": "10.0.0.0/16", "assignGeneratedIpv6CidrBlock": true}
	without := resource.NewPropertyMapFromMap(map[string]any{"cidrBlock": "10.0.0.0/16"})
	vpc, olds := engine.Create(vpcType, "vpc", with)
	inputs := map[string]any{"vpcId": vpc, "cidrBlock": "10.0.0.0/24", "ipv6CidrBlock": "2600:1f14::/64"}
	subnet, _ := engine.Create(subnetType, "subnet", inputs)
	_, err := engine.TryUpdate(vpcType, "vpc", vpc, olds, without)
	require.ErrorContains(t, err, "InvalidCidrBlock.InUse: The vpc "+vpc+" currently has a subnet within its IPv6")
	require.ErrorContains(t, err, "In use by "+subnet)
	require.NoError(t, engine.Delete(subnetType, "subnet", subnet, nil))
	engine.Update(vpcType, "vpc", vpc, olds, without)
}

// TestAnInternetGatewayInUseStays: EC2 DetachInternetGateway, DependencyViolation.
func TestAnInternetGatewayInUseStays(t *testing.T) {
	t.Parallel()
	provider, _ := New(fake.NewStore[fake.Record]())
	engine := faketest.Engine{T: t, Provider: provider}
	vpc, _ := engine.Create(vpcType, "vpc", map[string]any{"cidrBlock": "10.0.0.0/16"})
	other, _ := engine.Create(vpcType, "other", map[string]any{"cidrBlock": "10.1.0.0/16"})
	subnet, _ := engine.Create(subnetType, "subnet", map[string]any{"vpcId": vpc, "cidrBlock": "10.0.0.0/24"})
	gateway, olds := engine.Create(internetGatewayType, "gateway", map[string]any{"vpcId": vpc})
	nat, _ := engine.Create(natGatewayType, "nat", map[string]any{"subnetId": subnet})
	moved := resource.NewPropertyMapFromMap(map[string]any{"vpcId": other})
	_, err := engine.TryUpdate(internetGatewayType, "gateway", gateway, olds, moved)
	require.ErrorContains(t, err, "DependencyViolation: Network "+vpc+" has some mapped public address(es)")
	require.NoError(t, engine.Delete(natGatewayType, "nat", nat, nil))
	engine.Update(internetGatewayType, "gateway", gateway, olds, moved)
}
