package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

func schemaOf(t *testing.T, token string) *schema.Schema {
	t.Helper()
	known, ok := aws.Resource(token)
	require.True(t, ok, token)
	return known
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
			reason: "a VPC with a CIDR and tags is valid",
			token:  vpc,
			inputs: inputs{"cidrBlock": "10.0.0.0/16", "tags": inputs{"Name": "x"}},
		},
		{reason: "without required properties, no inputs are valid", token: vpc, inputs: inputs{}},
		{
			reason: "the provider omits an empty ID or ARN silently",
			token:  template,
			inputs: inputs{
				"vpcSecurityGroupIds": []any{""}, "userData": "",
				"blockDeviceMappings": []any{inputs{"ebs": inputs{"kmsKeyId": ""}}},
			},
			want: []string{
				"blockDeviceMappings[0].ebs.kmsKeyId: is empty; leave it unset, or set it to an ARN or ID",
				"vpcSecurityGroupIds[0]: is empty; leave it unset, or set it to an ARN or ID",
			},
		},
		{
			reason: "a role without its permissions boundary has more permissions",
			token:  "aws:iam/role:Role",
			inputs: inputs{"assumeRolePolicy": "{}", "permissionsBoundary": resource.MakeSecret(resource.NewProperty(""))},
			want:   []string{"permissionsBoundary: is empty; leave it unset, or set it to an ARN or ID"},
		},
		{
			reason: "an unknown property gets a suggestion",
			token:  vpc,
			inputs: inputs{"cidrBlok": "10.0.0.0/16"},
			want:   []string{"cidrBlok: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"},
		},
		{
			reason: "the beginning of a name gets a suggestion",
			token:  vpc,
			inputs: inputs{"cidr": "10.0.0.0/16"},
			want:   []string{"cidr: is not a property of aws:ec2/vpc:Vpc; did you mean cidrBlock?"},
		},
		{
			reason: "there is no suggestion without a similar name",
			token:  vpc,
			inputs: inputs{"zzz": 1},
			want:   []string{"zzz: is not a property of aws:ec2/vpc:Vpc"},
		},
		{
			reason: "a computed property must not be set",
			token:  vpc,
			inputs: inputs{"arn": "arn:aws:x"},
			want:   []string{"arn: is computed by the provider and must not be set"},
		},
		{
			reason: "tagsAll is an output",
			token:  vpc,
			inputs: inputs{"tagsAll": inputs{"a": "b"}},
			want:   []string{"tagsAll: is computed by the provider and must not be set"},
		},
		{
			reason: "all missing required properties are reported",
			token:  record,
			inputs: inputs{"records": []any{"1.2.3.4"}},
			want:   []string{"name: is required", "type: is required", "zoneId: is required"},
		},
		{
			reason: "a null property is missing",
			token:  record,
			inputs: inputs{"zoneId": nil, "name": "a", "type": "A", "records": []any{"1.2.3.4"}},
			want:   []string{"zoneId: is required"},
		},
		{
			reason: "a property that is known after the update is set",
			token:  record,
			inputs: inputs{"zoneId": unknown, "name": "a", "type": "A", "records": unknown},
		},
		{
			reason: "the value of a secret is checked",
			token:  vpc,
			inputs: inputs{"cidrBlock": resource.MakeSecret(resource.NewProperty(true)),
				"enableDnsSupport": resource.MakeSecret(resource.NewProperty("perhaps"))},
			want: []string{`enableDnsSupport: must be true or false (got string "perhaps")`},
		},
		{
			reason: "scalars are converted as by the provider",
			token:  instance,
			inputs: inputs{"ami": 5, "cpuCoreCount": "4", "monitoring": "true"},
		},
		{
			reason: "a number must be a whole number",
			token:  instance,
			inputs: inputs{"cpuCoreCount": "four", "ipv6AddressCount": 1.5},
			want: []string{
				`cpuCoreCount: must be a whole number (got string "four")`,
				`ipv6AddressCount: must be a whole number (got number "1.5")`,
			},
		},
		{
			reason: "a scalar is not an object",
			token:  instance,
			inputs: inputs{"rootBlockDevice": "big", "ebsBlockDevices": []any{1}},
			want: []string{
				"ebsBlockDevices[0]: must be an object (got number)",
				"rootBlockDevice: must be an object (got string)",
			},
		},
		{
			reason: "an object is not a scalar",
			token:  vpc,
			inputs: inputs{"cidrBlock": inputs{"a": 1}},
			want:   []string{"cidrBlock: must be a string (got object)"},
		},
		{
			reason: "a list is not a map",
			token:  vpc,
			inputs: inputs{"tags": []any{"a"}},
			want:   []string{"tags: must be a map (got [])"},
		},
		{
			reason: "map entries are strings",
			token:  vpc,
			inputs: inputs{"tags": inputs{"a.b": []any{}}},
			want:   []string{`tags["a.b"]: must be a string (got [])`},
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
			reason: "nested required properties are checked in each element",
			token:  instance,
			inputs: inputs{"ebsBlockDevices": []any{inputs{"deviceName": "/dev/a"}, inputs{"volumeSize": 5}}},
			want:   []string{"ebsBlockDevices[1].deviceName: is required"},
		},
		{
			reason: "a conflict is reported once",
			token:  instance,
			inputs: inputs{"userData": "a", "userDataBase64": "YQ=="},
			want:   []string{"userData: must not be set together with userDataBase64"},
		},
		{
			reason: "an unknown value conflicts too",
			token:  instance,
			inputs: inputs{"userData": unknown, "userDataBase64": "YQ=="},
			want:   []string{"userData: must not be set together with userDataBase64"},
		},
		{
			reason: "conflicts by nested paths",
			token:  template,
			inputs: inputs{"iamInstanceProfile": inputs{"arn": "arn:aws:iam::1:x", "name": "x"}},
			want:   []string{"iamInstanceProfile.arn: must not be set together with iamInstanceProfile.name"},
		},
		{
			reason: "conflicts of nested with outer properties",
			token:  instance,
			inputs: inputs{"volumeTags": inputs{"a": "b"}, "rootBlockDevice": inputs{"tags": inputs{"a": "b"}}},
			want:   []string{"rootBlockDevice.tags: must not be set together with volumeTags"},
		},
		{
			reason: "one of a group is required",
			token:  loadBalancer,
			inputs: inputs{},
			want:   []string{"subnetMappings: one of subnetMappings, subnets is required"},
		},
		{
			reason: "only one of a group may be set",
			token:  loadBalancer,
			inputs: inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{inputs{"subnetId": "subnet-1"}}},
			want:   []string{"subnetMappings: only one of subnetMappings, subnets may be set"},
		},
		{
			reason: "an empty list of blocks is the same as none",
			token:  loadBalancer,
			inputs: inputs{"subnets": []any{"subnet-1"}, "subnetMappings": []any{}},
		},
		{
			reason: "a policy may be an object",
			token:  "aws:s3/bucketPolicy:BucketPolicy",
			inputs: inputs{"bucket": "b", "policy": inputs{"Version": "2012-10-17"}},
		},
		{
			reason: "a name that Pulumi generates is optional",
			token:  "aws:autoscaling/policy:Policy",
			inputs: inputs{"autoscalingGroupName": "g"},
		},
		{
			reason: "internal properties of the bridge are not checked",
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
			reason: "a name of the program is kept",
			token:  "aws:iam/role:Role",
			base:   "master",
			inputs: inputs{"name": "x"},
		},
		{
			reason: "a prefix counts as a name",
			token:  "aws:lb/targetGroup:TargetGroup",
			base:   "m",
			inputs: inputs{"namePrefix": "x"},
		},
		{
			reason: "a name that is known after the update is kept",
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
			reason:   "the key of an object has no suffix",
			token:    "aws:s3/bucketObjectv2:BucketObjectv2",
			base:     "boot",
			property: "key",
			name:     "boot",
		},
		{
			reason:   "the name of an alias has its prefix",
			token:    "aws:kms/alias:Alias",
			base:     "key",
			property: "name",
			name:     "alias/key-1a2b3c4",
		},
		{reason: "a VPC has no name", token: vpc, base: "vpc"},
		{reason: "Pulumi does not name records", token: record, base: "api"},
		{
			reason: "the name of a load balancer has at most 32 characters",
			token:  loadBalancer,
			base:   strings.Repeat("x", 25),
			err:    "(33 characters), the limit is 32",
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
