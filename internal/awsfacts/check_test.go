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
		{
			reason: "a plain VPC is fine",
			token:  vpc,
			inputs: inputs{"cidrBlock": "10.0.0.0/16", "tags": inputs{"Name": "x"}},
		},
		{reason: "nothing at all is fine where nothing is required", token: vpc, inputs: inputs{}},
		{
			reason: "an unknown property gets a suggestion",
			token:  vpc,
			inputs: inputs{"cidrBlok": "10.0.0.0/16"},
			want:   []string{"cidrBlok: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"},
		},
		{
			reason: "the beginning of a name gets a suggestion too",
			token:  vpc,
			inputs: inputs{"cidr": "10.0.0.0/16"},
			want:   []string{"cidr: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"},
		},
		{
			reason: "nothing near, nothing suggested",
			token:  vpc,
			inputs: inputs{"zzz": 1},
			want:   []string{"zzz: is not a property of aws:ec2/vpc:Vpc"},
		},
		{
			reason: "what AWS computes cannot be given",
			token:  vpc,
			inputs: inputs{"arn": "arn:aws:x"},
			want:   []string{"arn: is computed by the provider and cannot be given"},
		},
		{
			reason: "tagsAll is an output",
			token:  vpc,
			inputs: inputs{"tagsAll": inputs{"a": "b"}},
			want:   []string{"tagsAll: is computed by the provider and cannot be given"},
		},
		{
			reason: "required properties are asked for, all of them",
			token:  record,
			inputs: inputs{"records": []any{"1.2.3.4"}},
			want:   []string{"name: is required", "type: is required", "zoneId: is required"},
		},
		{
			reason: "null is as good as absent",
			token:  record,
			inputs: inputs{"zoneId": nil, "name": "a", "type": "A", "records": []any{"1.2.3.4"}},
			want:   []string{"zoneId: is required"},
		},
		{
			reason: "unknown values count as given",
			token:  record,
			inputs: inputs{"zoneId": unknown, "name": "a", "type": "A", "records": unknown},
		},
		{
			reason: "secrets are looked through",
			token:  vpc,
			inputs: inputs{"cidrBlock": resource.MakeSecret(resource.NewProperty(true)),
				"enableDnsSupport": resource.MakeSecret(resource.NewProperty("perhaps"))},
			want: []string{`enableDnsSupport: wants true or false, got string "perhaps"`},
		},
		{
			reason: "scalars are taken as leniently as by the provider",
			token:  instance,
			inputs: inputs{"ami": 5, "cpuCoreCount": "4", "monitoring": "true"},
		},
		{
			reason: "a whole number is wanted",
			token:  instance,
			inputs: inputs{"cpuCoreCount": "four", "ipv6AddressCount": 1.5},
			want: []string{
				`cpuCoreCount: wants a whole number, got string "four"`,
				`ipv6AddressCount: wants a whole number, got number "1.5"`},
		},
		{
			reason: "scalars where objects are wanted",
			token:  instance,
			inputs: inputs{"rootBlockDevice": "big", "ebsBlockDevices": []any{1}},
			want: []string{
				"ebsBlockDevices[0]: wants an object, got a number",
				"rootBlockDevice: wants an object, got a string",
			},
		},
		{
			reason: "objects where scalars are wanted",
			token:  vpc,
			inputs: inputs{"cidrBlock": inputs{"a": 1}},
			want:   []string{"cidrBlock: wants a string, got object"},
		},
		{
			reason: "a map is wanted, of strings",
			token:  vpc,
			inputs: inputs{"tags": []any{"a"}},
			want:   []string{"tags: wants a map, got a []"},
		},
		{
			reason: "map entries are strings",
			token:  vpc,
			inputs: inputs{"tags": inputs{"a.b": []any{}}},
			want:   []string{`tags["a.b"]: wants a string, got a []`},
		},
		{
			reason: "nested properties are checked",
			token:  instance,
			inputs: inputs{"rootBlockDevice": inputs{"volumSize": 5}},
			want: []string{
				"rootBlockDevice.volumSize: is not a property of " + instance + "; did you mean volumeSize?",
			},
		},
		{
			reason: "nested requirements hold in each element",
			token:  instance,
			inputs: inputs{"ebsBlockDevices": []any{inputs{"deviceName": "/dev/a"}, inputs{"volumeSize": 5}}},
			want:   []string{"ebsBlockDevices[1].deviceName: is required"},
		},
		{
			reason: "conflicts are told once",
			token:  instance,
			inputs: inputs{"userData": "a", "userDataBase64": "YQ=="},
			want:   []string{"userData: conflicts with userDataBase64; give one of them"},
		},
		{
			reason: "an unknown value conflicts too",
			token:  instance,
			inputs: inputs{"userData": unknown, "userDataBase64": "YQ=="},
			want:   []string{"userData: conflicts with userDataBase64; give one of them"},
		},
		{
			reason: "conflicts by nested paths",
			token:  template,
			inputs: inputs{"iamInstanceProfile": inputs{"arn": "arn:aws:iam::1:x", "name": "x"}},
			want:   []string{"iamInstanceProfile.arn: conflicts with iamInstanceProfile.name; give one of them"},
		},
		{
			reason: "conflicts of nested with outer properties",
			token:  instance,
			inputs: inputs{"volumeTags": inputs{"a": "b"}, "rootBlockDevice": inputs{"tags": inputs{"a": "b"}}},
			want:   []string{"rootBlockDevice.tags: conflicts with volumeTags; give one of them"},
		},
		{
			reason: "one of a group is required",
			token:  loadBalancer,
			inputs: inputs{},
			want:   []string{"subnetMappings: one of subnetMappings, subnets is required"},
		},
		{
			reason: "not two of a group",
			token:  loadBalancer,
			inputs: inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{inputs{"subnetId": "subnet-1"}}},
			want:   []string{"subnetMappings: only one of subnetMappings, subnets may be given"},
		},
		{
			reason: "empty blocks are as good as absent",
			token:  loadBalancer,
			inputs: inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{}},
		},
		{
			reason: "a policy may be an object",
			token:  "aws:s3/bucketPolicy:BucketPolicy",
			inputs: inputs{"bucket": "b", "policy": inputs{"Version": "2012-10-17"}},
		},
		{
			reason: "names that Pulumi fills need not be given",
			token:  "aws:autoscaling/policy:Policy",
			inputs: inputs{"autoscalingGroupName": "g"},
		},
		{
			reason: "the bridge's notes are left alone",
			token:  vpc,
			inputs: inputs{"__defaults": []any{"cidrBlock"}},
		},
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
		{
			reason:   "unnamed resources get a name",
			token:    "aws:iam/role:Role",
			base:     "master",
			property: "name",
			name:     "master-1a2b3c4",
		},
		{
			reason: "a given name stays",
			token:  "aws:iam/role:Role",
			base:   "master",
			inputs: inputs{"name": "x"},
		},
		{
			reason: "a prefix is the user's own way",
			token:  "aws:lb/targetGroup:TargetGroup",
			base:   "m",
			inputs: inputs{"namePrefix": "x"},
		},
		{
			reason: "unknown names count as given",
			token:  "aws:iam/role:Role",
			base:   "master",
			inputs: inputs{"name": unknown},
		},
		{
			reason:   "buckets are lower case",
			token:    "aws:s3/bucketV2:BucketV2",
			base:     "Registry",
			property: "bucket",
			name:     "registry-1a2b3c4",
		},
		{
			reason:   "objects are keyed by the plain name",
			token:    "aws:s3/bucketObjectv2:BucketObjectv2",
			base:     "boot",
			property: "key",
			name:     "boot",
		},
		{
			reason:   "aliases have their prefix",
			token:    "aws:kms/alias:Alias",
			base:     "key",
			property: "name",
			name:     "alias/key-1a2b3c4",
		},
		{reason: "VPCs have no name", token: vpc, base: "vpc"},
		{reason: "records are named by the user", token: record, base: "api"},
		{
			reason: "25 characters are one too many for a load balancer",
			token:  loadBalancer,
			base:   strings.Repeat("x", 25),
			err:    "33 characters; AWS allows 32",
		},
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
