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
	ids, err := ReadIDs(strings.NewReader(`{"nameTable": {"stage": "urn:pulumi:s::p::shop:index:Stage::cluster"}, "resources": [
		{"type": "shop:index:Prod", "name": "cluster", "component": true},
		{"type": "openshift-aws:network:Vpc", "name": "demo", "component": true, "parent": "cluster"},
		{"type": "aws:ec2/vpc:Vpc", "name": "demoVpc", "logicalName": "demo-vpc", "id": "vpc-1", "parent": "demo"},
		{"type": "aws:ec2/vpc:Vpc", "name": "demo-vpc", "id": "vpc-2", "parent": "stage"},
		{"type": "aws:ec2/vpc:Vpc", "name": "own", "id": "vpc-3", "parent": "own"},
		{"type": "aws:ec2/subnet:Subnet", "name": "demo-a", "id": "<PLACEHOLDER>"}]}`))
	require.NoError(t, err)
	const vpc = "aws:ec2/vpc:Vpc"
	assert.Equal(t, map[Key]string{
		{Type: vpc, Name: "demo-vpc", Parents: "shop:index:Prod$openshift-aws:network:Vpc"}: "vpc-1",
		{Type: vpc, Name: "demo-vpc", Parents: "shop:index:Stage"}:                          "vpc-2",
		{Type: vpc, Name: "own", Parents: "own$" + vpc}:                                     "vpc-3",
	}, ids)

	report := Report{MissingKeys: []Key{{Type: vpc, Name: "demo"}, {Type: vpc, Name: "demo", Parents: "shop:index:Stage"}}}
	ids, err = ReadIDs(strings.NewReader(strings.Replace(string(report.ImportFile()), "<PLACEHOLDER>", "vpc-1", 1)))
	require.NoError(t, err)
	assert.Equal(t, map[Key]string{report.MissingKeys[0]: "vpc-1"}, ids)
	ids, err = ReadIDs(strings.NewReader(strings.ReplaceAll(string(report.ImportFile()), "<PLACEHOLDER>", "vpc-1")))
	require.NoError(t, err)
	assert.Equal(t, map[Key]string{report.MissingKeys[0]: "vpc-1", report.MissingKeys[1]: "vpc-1"}, ids)

	for _, test := range []struct{ reason, text, want string }{
		{
			reason: "two IDs of one resource", want: "t:i:t:n has two IDs, 1 and 2",
			text: `{"resources": [{"type": "t:i:t", "name": "n", "id": "1"}, {"type": "t:i:t", "name": "n", "id": "2"}]}`,
		},
		{reason: "a state of Terraform", want: `"aws_vpc" is not a type of Pulumi`, text: `{"version": 4, "resources": [{"type": "aws_vpc"}]}`},
		{reason: "a description of a cluster", want: "it has no resources", text: `{"id": "c1", "name": "demo"}`},
		{reason: "no file", want: "it has no resources", text: `null`},
	} {
		_, err := ReadIDs(strings.NewReader(test.text))
		assert.EqualError(t, err, "not a valid import file: "+test.want, test.reason)
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	vpc := func(address string) Resource {
		return Resource{Type: "aws:ec2/vpc:Vpc", ID: "vpc-1", Address: address, Properties: map[string]any{"cidrBlock": "10.0.0.0/16"}}
	}
	attributes := `{"id": "vpc-1", "cidr_block": "10.0.0.0/16", "ipv6_cidr_block": null}`
	for _, test := range []struct {
		reason, text string
		read         func(io.Reader) ([]Resource, error)
		want         []Resource
	}{
		{
			reason: "terraform show -json, in a module", read: ReadTerraform,
			want: []Resource{vpc("module.vpc.aws_vpc.this[0]")},
			text: `{"values": {"root_module": {"child_modules": [{"resources": [
				{"mode": "managed", "address": "module.vpc.aws_vpc.this[0]", "type": "aws_vpc", "values": ` + attributes + `},
				{"mode": "data", "type": "aws_vpc", "values": ` + attributes + `}]}]}}}`,
		},
		{
			reason: "terraform state pull, with a type that the library does not use", read: ReadTerraform,
			want: []Resource{
				vpc(`module.vpc.aws_vpc.this["a"]`), {Type: "time_sleep", ID: "1", Address: "time_sleep.wait", Properties: map[string]any{}},
			},
			text: `{"version": 4, "resources": [
				{"mode": "managed", "module": "module.vpc", "type": "aws_vpc", "name": "this", "instances": [
					{"index_key": "a", "attributes": ` + attributes + `}]},
				{"mode": "managed", "type": "time_sleep", "name": "wait", "instances": [{"attributes": {"id": "1"}}]}]}`,
		},
		{
			reason: "a hosted cluster names its OIDC configuration and provider", read: ReadROSA,
			text: `{"id": "c1", "name": "demo", "hypershift": {"enabled": true}, "aws": {"sts": {
				"role_arn": "arn:aws:iam::123456789012:role/demo-HCP-ROSA-Installer-Role", "oidc_config": {"id": "o1"},
				"oidc_endpoint_url": "https://oidc.op1.openshiftapps.com/o1"}}}`,
			want: []Resource{
				{Type: hcpType, ID: "c1", Properties: map[string]any{"name": "demo", "sts": map[string]any{
					"role_arn":          "arn:aws:iam::123456789012:role/demo-HCP-ROSA-Installer-Role",
					"oidc_config":       map[string]any{"id": "o1"},
					"oidc_endpoint_url": "https://oidc.op1.openshiftapps.com/o1",
				}}},
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
		{
			reason: "a field without a name", read: ReadAWS, text: `{"Vpcs": [{"VpcId": "vpc-1", "": "x"}]}`,
			want: []Resource{{Type: "aws:ec2/vpc:Vpc", ID: "vpc-1", Properties: map[string]any{"vpcId": "vpc-1", "tags": map[string]any{}}}},
		},
		{
			reason: "resources by their ARN and their tags, of the types that are known", read: ReadAWS,
			text: `{"ResourceTagMappingList": [
				{"ResourceARN": "arn:aws:ec2:us-east-2:123456789012:vpc/vpc-1", "Tags": [{"Key": "Name", "Value": "demo"}]},
				{"ResourceARN": "arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/demo-int/0a1b", "Tags": []},
				{"ResourceARN": "arn:aws:s3:::demo", "Tags": []}]}`,
			want: []Resource{
				{Type: "aws:ec2/vpc:Vpc", ID: "vpc-1", Properties: map[string]any{"tags": map[string]any{"Name": "demo"}}},
				{
					Type: "aws:lb/loadBalancer:LoadBalancer", ID: "arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/demo-int/0a1b",
					Properties: map[string]any{"tags": map[string]any{}},
				},
			},
		},
		{
			reason: "Red Hat's modules: a pool with its cluster, and a role", read: ReadTerraform,
			text: `{"version": 4, "resources": [
				{"mode": "managed", "type": "rhcs_hcp_machine_pool", "name": "p", "instances": [
					{"attributes": {"id": "general", "cluster": "c1", "name": "general", "replicas": 2}}]},
				{"mode": "managed", "type": "rhcs_rosa_oidc_config", "name": "o", "instances": [{"attributes": {"id": "o1", "managed": true}}]}]}`,
			want: []Resource{
				{
					Type: "rhcs:index/hcpMachinePool:HcpMachinePool", ID: "general", Address: "rhcs_hcp_machine_pool.p",
					Properties: map[string]any{"cluster": "c1", "name": "general", "replicas": 2.0},
				},
				{
					Type: "rhcs:index/rosaOidcConfig:RosaOidcConfig", ID: "o1", Address: "rhcs_rosa_oidc_config.o",
					Properties: map[string]any{"managed": true},
				},
			},
		},
	} {
		found, err := test.read(strings.NewReader(test.text))
		require.NoError(t, err, test.reason)
		assert.Equal(t, test.want, found, test.reason)
	}
	for name, read := range map[string]func(io.Reader) ([]Resource, error){
		"Terraform": ReadTerraform, "ROSA": ReadROSA, "AWS": ReadAWS, "stack": ReadStack,
	} {
		for _, text := range []string{`[]`, `null`, `{"version": 999}`} {
			_, err := read(strings.NewReader(text))
			require.ErrorContains(t, err, "not a valid", name+" "+text)
		}
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
	tagged := func(id, key, value string) Resource {
		return Resource{Type: subnet, ID: id, Properties: map[string]any{"tags": map[string]any{key: value}}}
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
		{
			reason: "its tag Name, where the source has tags alone", want: "subnet-2",
			exist:  []Resource{tagged("subnet-1", "Name", "a"), tagged("subnet-2", "Name", "b")},
			inputs: map[string]any{"vpcId": "vpc-1", "tags": map[string]any{"Name": "b"}},
		},
		{
			reason: "two with the tag Name", exist: []Resource{tagged("subnet-1", "Name", "b"), tagged("subnet-2", "Name", "b")},
			inputs: map[string]any{"vpcId": "vpc-1", "tags": map[string]any{"Name": "b"}},
		},
		{
			reason: "the same resource in two sources", exist: append([]Resource{tagged("subnet-3", "Name", "c")}, all...), want: "subnet-3",
			inputs: map[string]any{"vpcId": "vpc-1", "availabilityZone": "us-east-2b", "tags": map[string]any{"Name": "c"}},
		},
		{
			reason: "one of another cluster", single: true, exist: []Resource{tagged("subnet-1", "kubernetes.io/cluster/other-1", "owned")},
			inputs: map[string]any{"vpcId": "vpc-1", "tags": map[string]any{"kubernetes.io/cluster/demo-1": "owned"}},
		},
		{
			reason: "one of this cluster", single: true, exist: []Resource{tagged("subnet-1", "kubernetes.io/cluster/demo-1", "shared")},
			inputs: map[string]any{"vpcId": "vpc-1", "tags": map[string]any{"kubernetes.io/cluster/demo-1": "owned"}}, want: "subnet-1",
		},
		{
			reason: "one that the service created", single: true, exist: []Resource{tagged("subnet-1", "red-hat-clustertype", "rosa")},
			inputs: map[string]any{"vpcId": "vpc-1"},
		},
	} {
		s := &step{key: Key{Type: subnet, Name: "s"}, urn: "urn:pulumi:s::p::" + subnet + "::s", inputs: test.inputs}
		assert.Equal(t, test.want, match(s, test.single, test.exist), test.reason)
	}
}
