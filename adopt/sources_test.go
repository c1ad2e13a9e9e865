package adopt

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadIDs(t *testing.T) {
	t.Parallel()
	ids, err := ReadIDs(strings.NewReader(`{"nameTable": {"a": "urn"}, "resources": [
		{"type": "openshift-aws:network:Vpc", "name": "demo", "component": true},
		{"type": "aws:ec2/vpc:Vpc", "name": "demoVpc", "logicalName": "demo-vpc", "id": "vpc-1"},
		{"type": "aws:ec2/subnet:Subnet", "name": "demo-a", "id": "<PLACEHOLDER>"}]}`))
	require.NoError(t, err)
	assert.Equal(t, map[Key]string{{Type: "aws:ec2/vpc:Vpc", Name: "demo-vpc"}: "vpc-1"}, ids)

	report := Report{MissingKeys: []Key{{Type: "aws:ec2/subnet:Subnet", Name: "demo-a"}}}
	ids, err = ReadIDs(strings.NewReader(strings.Replace(string(report.ImportFile()), "<PLACEHOLDER>", "subnet-1", 1)))
	require.NoError(t, err)
	assert.Equal(t, map[Key]string{{Type: "aws:ec2/subnet:Subnet", Name: "demo-a"}: "subnet-1"}, ids)

	_, err = ReadIDs(strings.NewReader(`{"resources": [{"type": "t", "name": "n", "id": "1"}, {"type": "t", "name": "n", "id": "2"}]}`))
	require.EqualError(t, err, "not a valid import file: t:n has two IDs, 1 and 2")
}

func TestSources(t *testing.T) {
	t.Parallel()
	vpc := Resource{Type: "aws:ec2/vpc:Vpc", ID: "vpc-1", Properties: map[string]any{"cidrBlock": "10.0.0.0/16"}}
	attributes := `{"id": "vpc-1", "cidr_block": "10.0.0.0/16", "ipv6_cidr_block": null}`
	for _, test := range []struct {
		reason, text string
		read         func(io.Reader) ([]Resource, error)
		want         []Resource
	}{
		{
			reason: "terraform show -json, in a module", read: ReadTerraform, want: []Resource{vpc},
			text: `{"values": {"root_module": {"child_modules": [{"resources": [
				{"mode": "managed", "type": "aws_vpc", "values": ` + attributes + `},
				{"mode": "data", "type": "aws_vpc", "values": ` + attributes + `}]}]}}}`,
		},
		{
			reason: "terraform state pull, with a type that the library does not use", read: ReadTerraform, want: []Resource{vpc},
			text: `{"version": 4, "resources": [
				{"mode": "managed", "type": "aws_vpc", "instances": [{"attributes": ` + attributes + `}]},
				{"mode": "managed", "type": "time_sleep", "instances": [{"attributes": {"id": "1"}}]}]}`,
		},
		{
			reason: "a hosted cluster names its OIDC configuration and provider", read: ReadROSA,
			text: `{"id": "c1", "name": "demo", "hypershift": {"enabled": true}, "aws": {"sts": {
				"role_arn": "arn:aws:iam::123456789012:role/demo-HCP-ROSA-Installer-Role", "oidc_config": {"id": "o1"},
				"oidc_endpoint_url": "https://oidc.op1.openshiftapps.com/o1"}}}`,
			want: []Resource{
				{Type: "rhcs:index/clusterRosaHcp:ClusterRosaHcp", ID: "c1", Properties: map[string]any{"name": "demo"}},
				{Type: "rhcs:index/rosaOidcConfig:RosaOidcConfig", ID: "o1"},
				{
					Type:       "aws:iam/openIdConnectProvider:OpenIdConnectProvider",
					ID:         "arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/o1",
					Properties: map[string]any{"url": "oidc.op1.openshiftapps.com/o1"},
				},
			},
		},
		{
			reason: "a deleted NAT gateway does not exist", read: ReadAWS,
			text: `{"NatGateways": [{"NatGatewayId": "nat-1", "State": "deleted"},
				{"NatGatewayId": "nat-2", "State": "available", "SubnetId": "subnet-1", "Tags": [{"Key": "Name", "Value": "a"}],
				 "NatGatewayAddresses": [{"AllocationId": "eipalloc-1"}]}]}`,
			want: []Resource{{Type: "aws:ec2/natGateway:NatGateway", ID: "nat-2", Properties: map[string]any{
				"natGatewayId": "nat-2", "state": "available", "subnetId": "subnet-1", "allocationId": "eipalloc-1",
				"tags":                map[string]any{"Name": "a"},
				"natGatewayAddresses": []any{map[string]any{"AllocationId": "eipalloc-1"}},
			}}},
		},
	} {
		found, err := test.read(strings.NewReader(test.text))
		require.NoError(t, err, test.reason)
		assert.Equal(t, test.want, found, test.reason)
	}
	for name, read := range map[string]func(io.Reader) ([]Resource, error){
		"Terraform": ReadTerraform, "ROSA": ReadROSA, "AWS": ReadAWS, "stack": ReadStack,
	} {
		_, err := read(strings.NewReader(`[]`))
		require.ErrorContains(t, err, "not a valid", name)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	const subnet = "aws:ec2/subnet:Subnet"
	resource := func(id, zone, name string) Resource {
		return Resource{Type: subnet, ID: id, Properties: map[string]any{
			"vpcId": "vpc-1", "availabilityZone": zone, "tags": map[string]any{"Name": name},
		}}
	}
	all := []Resource{
		resource("subnet-1", "us-east-2a", "a"), resource("subnet-2", "us-east-2a", "b"), resource("subnet-3", "us-east-2b", "c"),
	}
	for _, test := range []struct {
		reason string
		inputs map[string]any
		single bool
		exist  []Resource
		want   string
	}{
		{reason: "one has the zone", inputs: map[string]any{"vpcId": "vpc-1", "availabilityZone": "us-east-2b"}, exist: all, want: "subnet-3"},
		{
			reason: "two have the zone, one of them the name", exist: all, want: "subnet-2",
			inputs: map[string]any{"vpcId": "vpc-1", "availabilityZone": "us-east-2a", "tags": map[string]any{"Name": "b"}},
		},
		{reason: "two have the zone", inputs: map[string]any{"vpcId": "vpc-1", "availabilityZone": "us-east-2a"}, exist: all},
		{reason: "another VPC", inputs: map[string]any{"vpcId": "vpc-2", "availabilityZone": "us-east-2b"}, exist: all},
		{
			reason: "the VPC is not known yet", exist: all,
			inputs: map[string]any{"vpcId": "04da6b54-80e4-46f7-96ec-b56ff0331ba9", "availabilityZone": "us-east-2b"},
		},
		{reason: "the only one of the program and of the account", single: true, exist: all[:1], want: "subnet-1"},
		{reason: "the only one of the account, one of several of the program", exist: all[:1]},
	} {
		s := &step{key: Key{Type: subnet, Name: "s"}, urn: "urn:pulumi:s::p::" + subnet + "::s", inputs: test.inputs}
		assert.Equal(t, test.want, match(s, test.single, test.exist), test.reason)
	}
}
