package aws

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// fixtures are the outputs of existing resources by type and ID.
type fixtures map[[2]string]fields

// created returns the outputs of a resource that is created beside the fixtures, by name.
func (w fixtures) created(token string, inputs fields) func(name string) string {
	requested := request(token, token, "us-east-2", resource.NewPropertyMapFromMap(inputs))
	requested.Lookup = func(token, id string) resource.PropertyMap {
		return resource.NewPropertyMapFromMap(w[[2]string{token, id}])
	}
	_, outputs := compute(requested)
	return func(name string) string { return property.Text(outputs, name) }
}

func TestOutputsOfRelatedResources(t *testing.T) {
	t.Parallel()
	w := fixtures{
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
			reason:   "an instance is in its subnet's zone",
			token:    "aws:ec2/instance:Instance",
			inputs:   fields{"subnetId": "s"},
			property: "availabilityZone",
			want:     "us-east-2c",
		},
		{
			reason:   "a mount target is in its subnet's zone",
			token:    "aws:efs/mountTarget:MountTarget",
			inputs:   fields{"subnetId": "s"},
			property: "availabilityZoneId",
			want:     "use2-az3",
		},
		{
			reason:   "a NAT gateway has the address of its Elastic IP",
			token:    "aws:ec2/natGateway:NatGateway",
			inputs:   fields{"allocationId": "e"},
			property: "publicIp",
			want:     "198.18.0.7",
		},
		{
			reason:   "a private NAT gateway has no public address",
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
			reason:   "a subnet mapping determines the VPC too",
			token:    "aws:lb/loadBalancer:LoadBalancer",
			inputs:   fields{"subnetMappings": []any{fields{"subnetId": "s"}}},
			property: "vpcId",
			want:     "vpc-1",
		},
		{
			reason:   "a record's FQDN is completed with the zone's name",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "api"},
			property: "fqdn",
			want:     "api.demo.example.com",
		},
		{
			reason:   "a full name is its own FQDN",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "api.demo.example.com"},
			property: "fqdn",
			want:     "api.demo.example.com",
		},
		{
			reason:   "the zone's name is its own FQDN",
			token:    "aws:route53/record:Record",
			inputs:   fields{"zoneId": "z", "name": "demo.example.com"},
			property: "fqdn",
			want:     "demo.example.com",
		},
		{
			reason:   "an unknown zone does not complete the FQDN",
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
		assert.Equal(t, tt.want, w.created(tt.token, tt.inputs)(tt.property), tt.reason)
	}
	instance := w.created("aws:ec2/instance:Instance", fields{"subnetId": "s"})
	assert.Equal(t, "ip-"+strings.ReplaceAll(instance("privateIp"), ".", "-")+".us-east-2.compute.internal",
		instance("privateDns"))
	assert.NotEmpty(t, instance("publicIp"), "the subnet assigns public addresses")
	hidden := w.created("aws:ec2/instance:Instance", fields{"subnetId": "s", "associatePublicIpAddress": false})
	assert.Empty(t, hidden("publicIp"), "an instance can decline a public address")
}

func TestPrivateAddressesAreHostsOfTheSubnet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		octets := rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")
		prefix, err := netip.AddrFrom4([4]byte(octets)).Prefix(rapid.IntRange(16, 28).Draw(t, "bits"))
		require.NoError(t, err)
		source := rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "source")
		requested := request(instanceType, source, "us-east-2", resource.NewPropertyMapFromMap(fields{"subnetId": "s"}))
		requested.Lookup = func(string, string) resource.PropertyMap {
			return resource.NewPropertyMapFromMap(fields{"cidrBlock": prefix.String()})
		}
		_, instance := compute(requested)
		address := netip.MustParseAddr(property.Text(instance, "privateIp"))
		require.True(t, prefix.Contains(address), "%s is not in %s", address, prefix)
		reserved := prefix.Addr()
		for range 4 {
			require.NotEqual(t, reserved, address, "AWS reserves the first four addresses")
			reserved = reserved.Next()
		}
		if next := address.Next(); next.IsValid() {
			require.True(t, prefix.Contains(next), "AWS reserves the last address")
		}
	})
}
