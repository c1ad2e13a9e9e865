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
		{"a machine is in its subnet's zone", "aws:ec2/instance:Instance", fields{"subnetId": "s"}, "availabilityZone", "us-east-2c"},
		{"a file system's address too", "aws:efs/mountTarget:MountTarget", fields{"subnetId": "s"}, "availabilityZoneId", "use2-az3"},
		{"a gateway has its Elastic IP", "aws:ec2/natGateway:NatGateway", fields{"allocationId": "e"}, "publicIp", "198.18.0.7"},
		{"unless it is private", "aws:ec2/natGateway:NatGateway",
			fields{"allocationId": "e", "connectivityType": "private"}, "publicIp", ""},
		{"a load balancer is in its subnets' VPC", "aws:lb/loadBalancer:LoadBalancer",
			fields{"subnets": []any{"s"}}, "vpcId", "vpc-1"},
		{"by mappings too", "aws:lb/loadBalancer:LoadBalancer",
			fields{"subnetMappings": []any{fields{"subnetId": "s"}}}, "vpcId", "vpc-1"},
		{"a label gets the zone's name", "aws:route53/record:Record",
			fields{"zoneId": "z", "name": "api"}, "fqdn", "api.demo.example.com"},
		{"a full name has it", "aws:route53/record:Record",
			fields{"zoneId": "z", "name": "api.demo.example.com"}, "fqdn", "api.demo.example.com"},
		{"the zone's own name", "aws:route53/record:Record",
			fields{"zoneId": "z", "name": "demo.example.com"}, "fqdn", "demo.example.com"},
		{"an unknown zone adds nothing", "aws:route53/record:Record",
			fields{"zoneId": "other", "name": "api."}, "fqdn", "api"},
		{"a subnet's zone has an id", subnetType, fields{"availabilityZone": "us-gov-east-1c"}, "availabilityZoneId", "usge1-az3"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, w.made(tt.token, tt.inputs)(tt.property), tt.reason)
	}
	machine := w.made("aws:ec2/instance:Instance", fields{"subnetId": "s"})
	assert.Equal(t, "ip-"+strings.ReplaceAll(machine("privateIp"), ".", "-")+".us-east-2.compute.internal", machine("privateDns"))
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
