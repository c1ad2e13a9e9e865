package awsfacts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

func schemaOf(t *testing.T, token string) *awsfacts.Schema {
	t.Helper()
	schema, ok := awsfacts.Resource(token)
	require.True(t, ok, token)
	return schema
}

func props(m map[string]any) resource.PropertyMap {
	return resource.NewPropertyMapFromMap(m)
}

var unknown = resource.MakeComputed(resource.NewProperty(""))

const (
	vpc          = "aws:ec2/vpc:Vpc"
	instance     = "aws:ec2/instance:Instance"
	loadBalancer = "aws:lb/loadBalancer:LoadBalancer"
	record       = "aws:route53/record:Record"
	template     = "aws:ec2/launchTemplate:LaunchTemplate"
	ingressRule  = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	type inputs = map[string]any
	tests := []struct {
		reason string
		token  string
		inputs inputs
		want   []string
	}{
		{"a plain VPC is fine", vpc, inputs{"cidrBlock": "10.0.0.0/16", "tags": inputs{"Name": "x"}}, nil},
		{"nothing at all is fine where nothing is required", vpc, inputs{}, nil},
		{"an unknown property gets a suggestion", vpc, inputs{"cidrBlok": "10.0.0.0/16"},
			[]string{"cidrBlok: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"}},
		{"the beginning of a name gets a suggestion too", vpc, inputs{"cidr": "10.0.0.0/16"},
			[]string{"cidr: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"}},
		{"nothing near, nothing suggested", vpc, inputs{"zzz": 1},
			[]string{"zzz: is not a property of aws:ec2/vpc:Vpc"}},
		{"what AWS computes cannot be given", vpc, inputs{"arn": "arn:aws:x"},
			[]string{"arn: is computed by the provider and cannot be given"}},
		{"tagsAll is an output", vpc, inputs{"tagsAll": inputs{"a": "b"}},
			[]string{"tagsAll: is computed by the provider and cannot be given"}},
		{"required properties are asked for, all of them", record, inputs{"records": []any{"1.2.3.4"}},
			[]string{"name: is required", "type: is required", "zoneId: is required"}},
		{"null is as good as absent", record,
			inputs{"zoneId": nil, "name": "a", "type": "A", "records": []any{"1.2.3.4"}},
			[]string{"zoneId: is required"}},
		{"unknown values count as given", record,
			inputs{"zoneId": unknown, "name": "a", "type": "A", "records": unknown}, nil},
		{"secrets are looked through", vpc, inputs{"cidrBlock": resource.MakeSecret(resource.NewProperty(true)),
			"enableDnsSupport": resource.MakeSecret(resource.NewProperty("perhaps"))},
			[]string{`enableDnsSupport: wants true or false, got string "perhaps"`}},
		{"scalars are taken as leniently as by the provider", instance,
			inputs{"ami": 5, "cpuCoreCount": "4", "monitoring": "true"}, nil},
		{"a whole number is wanted", instance, inputs{"cpuCoreCount": "four", "ipv6AddressCount": 1.5}, []string{
			`cpuCoreCount: wants a whole number, got string "four"`,
			`ipv6AddressCount: wants a whole number, got number "1.5"`}},
		{"scalars where objects are wanted", instance, inputs{"rootBlockDevice": "big", "ebsBlockDevices": []any{1}},
			[]string{"ebsBlockDevices[0]: wants an object, got a number", "rootBlockDevice: wants an object, got a string"}},
		{"objects where scalars are wanted", vpc, inputs{"cidrBlock": inputs{"a": 1}},
			[]string{"cidrBlock: wants a string, got object"}},
		{"a map is wanted, of strings", vpc, inputs{"tags": []any{"a"}}, []string{"tags: wants a map, got a []"}},
		{"map entries are strings", vpc, inputs{"tags": inputs{"a.b": []any{}}},
			[]string{`tags["a.b"]: wants a string, got a []`}},
		{"nested properties are checked", instance, inputs{"rootBlockDevice": inputs{"volumSize": 5}},
			[]string{"rootBlockDevice.volumSize: is not a property of " + instance + "; did you mean volumeSize?"}},
		{"nested requirements hold in each element", instance,
			inputs{"ebsBlockDevices": []any{inputs{"deviceName": "/dev/a"}, inputs{"volumeSize": 5}}},
			[]string{"ebsBlockDevices[1].deviceName: is required"}},
		{"conflicts are told once", instance, inputs{"userData": "a", "userDataBase64": "YQ=="},
			[]string{"userData: conflicts with userDataBase64; give one of them"}},
		{"an unknown value conflicts too", instance, inputs{"userData": unknown, "userDataBase64": "YQ=="},
			[]string{"userData: conflicts with userDataBase64; give one of them"}},
		{"conflicts by nested paths", template,
			inputs{"iamInstanceProfile": inputs{"arn": "arn:aws:iam::1:x", "name": "x"}},
			[]string{"iamInstanceProfile.arn: conflicts with iamInstanceProfile.name; give one of them"}},
		{"conflicts of nested with outer properties", instance,
			inputs{"volumeTags": inputs{"a": "b"}, "rootBlockDevice": inputs{"tags": inputs{"a": "b"}}},
			[]string{"rootBlockDevice.tags: conflicts with volumeTags; give one of them"}},
		{"one of a group is required", loadBalancer, inputs{},
			[]string{"subnetMappings: one of subnetMappings, subnets is required"}},
		{"not two of a group", loadBalancer,
			inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{inputs{"subnetId": "subnet-1"}}},
			[]string{"subnetMappings: only one of subnetMappings, subnets may be given"}},
		{"empty blocks are as good as absent", loadBalancer,
			inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{}}, nil},
		{"a policy may be an object", "aws:s3/bucketPolicy:BucketPolicy",
			inputs{"bucket": "b", "policy": inputs{"Version": "2012-10-17"}}, nil},
		{"names that Pulumi fills need not be given", "aws:autoscaling/policy:Policy",
			inputs{"autoscalingGroupName": "g"}, nil},
		{"the bridge's notes are left alone", vpc, inputs{"__defaults": []any{"cidrBlock"}}, nil},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, problem := range schemaOf(t, test.token).Check(props(test.inputs)) {
				got = append(got, problem.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

func TestLookups(t *testing.T) {
	t.Parallel()
	_, ok := awsfacts.Resource("aws:rds/instance:Instance")
	require.False(t, ok, "databases are no part of OpenShift")
	function, ok := awsfacts.Function("aws:index/getRegion:getRegion")
	require.True(t, ok)
	require.Equal(t, "aws_region", function.Terraform)
	require.IsIncreasing(t, awsfacts.Tokens())
	for _, token := range awsfacts.Tokens() {
		require.Equal(t, token, schemaOf(t, token).Token)
	}
}

func TestDefaultName(t *testing.T) {
	t.Parallel()
	type inputs = map[string]any
	const suffix = "1a2b3c4"
	tests := []struct {
		reason              string
		token, base         string
		inputs              inputs
		property, name, err string
	}{
		{"unnamed resources get a name", "aws:iam/role:Role", "master", nil, "name", "master-1a2b3c4", ""},
		{"a given name stays", "aws:iam/role:Role", "master", inputs{"name": "x"}, "", "", ""},
		{"a prefix is the user's own way", "aws:lb/targetGroup:TargetGroup", "m", inputs{"namePrefix": "x"}, "", "", ""},
		{"unknown names count as given", "aws:iam/role:Role", "master", inputs{"name": unknown}, "", "", ""},
		{"buckets are lower case", "aws:s3/bucketV2:BucketV2", "Registry", nil, "bucket", "registry-1a2b3c4", ""},
		{"objects are keyed by the plain name", "aws:s3/bucketObjectv2:BucketObjectv2", "boot", nil, "key", "boot", ""},
		{"aliases have their prefix", "aws:kms/alias:Alias", "key", nil, "name", "alias/key-1a2b3c4", ""},
		{"VPCs have no name", vpc, "vpc", nil, "", "", ""},
		{"records are named by the user", record, "api", nil, "", "", ""},
		{"25 characters are one too many for a load balancer", loadBalancer, strings.Repeat("x", 25), nil, "", "",
			"33 characters; AWS allows 32"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			t.Parallel()
			property, name, err := schemaOf(t, test.token).DefaultName(props(test.inputs), test.base, suffix)
			if test.err != "" {
				require.ErrorContains(t, err, test.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []string{test.property, test.name}, []string{property, name}, test.reason)
		})
	}
}
