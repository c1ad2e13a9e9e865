package awsanswers

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is what exists already, by type and id.
type world map[[2]string]fields

// made returns the outputs of a resource that is made in the world, by their texts.
func (w world) made(token string, inputs fields) func(property string) string {
	_, outputs := Resource{
		Token: token, Seed: Seed(token), Name: "x", Region: "us-east-2", Inputs: resource.NewPropertyMapFromMap(inputs),
		Neighbour: func(token, id string) resource.PropertyMap {
			return resource.NewPropertyMapFromMap(w[[2]string{token, id}])
		},
	}.Outputs()
	return func(property string) string { return textOf(outputs, property) }
}

func TestAnswersKnowTheirNeighbours(t *testing.T) {
	t.Parallel()
	w := world{
		{subnetType, "s"}: {"vpcId": "vpc-1", "cidrBlock": "10.0.4.0/28", "availabilityZone": "us-east-2c",
			"availabilityZoneId": "use2-az3", "mapPublicIpOnLaunch": true},
		{eipType, "e"}:  {"publicIp": "198.18.0.7"},
		{zoneType, "z"}: {"name": "demo.example.com."},
	}
	tests := []struct {
		reason, token  string
		inputs         fields
		property, want string
	}{
		{
			reason:   "a machine is in its subnet's zone",
			token:    "aws:ec2/instance:Instance",
			inputs:   fields{"subnetId": "s"},
			property: "availabilityZone",
			want:     "us-east-2c",
		},
		{
			reason:   "a file system's address too",
			token:    "aws:efs/mountTarget:MountTarget",
			inputs:   fields{"subnetId": "s"},
			property: "availabilityZoneId",
			want:     "use2-az3",
		},
		{
			reason:   "a gateway has its Elastic IP",
			token:    "aws:ec2/natGateway:NatGateway",
			inputs:   fields{"allocationId": "e"},
			property: "publicIp",
			want:     "198.18.0.7",
		},
		{
			reason:   "unless it is private",
			token:    "aws:ec2/natGateway:NatGateway",
			inputs:   fields{"allocationId": "e", "connectivityType": "private"},
			property: "publicIp",
		},
		{
			reason:   "a load balancer is in its subnets' VPC",
			token:    "aws:lb/loadBalancer:LoadBalancer",
			inputs:   fields{"subnets": []any{"s"}},
			property: "vpcId",
			want:     "vpc-1",
		},
		{
			reason:   "by mappings too",
			token:    "aws:lb/loadBalancer:LoadBalancer",
			inputs:   fields{"subnetMappings": []any{fields{"subnetId": "s"}}},
			property: "vpcId",
			want:     "vpc-1",
		},
		{
			reason:   "a label gets the zone's name",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "api"},
			property: "fqdn",
			want:     "api.demo.example.com",
		},
		{
			reason:   "a full name has it",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "api.demo.example.com"},
			property: "fqdn",
			want:     "api.demo.example.com",
		},
		{
			reason:   "the zone's own name",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "demo.example.com"},
			property: "fqdn",
			want:     "demo.example.com",
		},
		{
			reason:   "an unknown zone adds nothing",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "other", "name": "api."},
			property: "fqdn",
			want:     "api",
		},
		{
			reason:   "a subnet's zone has an id",
			token:    subnetType,
			inputs:   fields{"availabilityZone": "us-gov-east-1c"},
			property: "availabilityZoneId",
			want:     "usge1-az3",
		},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, w.made(tt.token, tt.inputs)(tt.property), tt.reason)
	}
	machine := w.made("aws:ec2/instance:Instance", fields{"subnetId": "s"})
	assert.Equal(
		t,
		"ip-"+strings.ReplaceAll(machine("privateIp"), ".", "-")+".us-east-2.compute.internal",
		machine("privateDns"),
	)
	assert.NotEmpty(t, machine("publicIp"), "the subnet gives its machines public addresses")
	hidden := w.made("aws:ec2/instance:Instance", fields{"subnetId": "s", "associatePublicIpAddress": false})
	assert.Empty(t, hidden("publicIp"), "which a machine can decline")
}

func TestPrivateAddressesAreHostsOfTheSubnet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		octets := rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")
		prefix, err := netip.AddrFrom4([4]byte(octets)).Prefix(rapid.IntRange(16, 28).Draw(t, "bits"))
		require.NoError(t, err)
		seed := rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "seed")
		_, machine := Resource{
			Token: "aws:ec2/instance:Instance", Seed: Seed(seed), Region: "us-east-2",
			Inputs: resource.NewPropertyMapFromMap(fields{"subnetId": "s"}),
			Neighbour: func(string, string) resource.PropertyMap {
				return resource.NewPropertyMapFromMap(fields{"cidrBlock": prefix.String()})
			},
		}.Outputs()
		address := netip.MustParseAddr(textOf(machine, "privateIp"))
		require.True(t, prefix.Contains(address), "%s is not in %s", address, prefix)
		reserved := prefix.Addr()
		for range 4 {
			require.NotEqual(t, reserved, address, "AWS keeps the first four addresses")
			reserved = reserved.Next()
		}
		if next := address.Next(); next.IsValid() {
			require.True(t, prefix.Contains(next), "AWS keeps the last address")
		}
	})
}
