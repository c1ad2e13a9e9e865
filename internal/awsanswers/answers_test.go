package awsanswers

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

type fields = map[string]any

const ownLBs = "arn:aws:elasticloadbalancing:us-east-2:123456789012:"

// forms tell what ids and outputs look like, as anchored regular expressions; "" is the empty string.
var forms = []struct {
	reason, token, region string
	inputs                fields
	id                    string
	want                  map[string]string
}{
	{"EC2's ids are hex", "aws:ec2/vpc:Vpc", "us-east-2", nil, `vpc-0[0-9a-f]{16}`, map[string]string{
		"arn": `arn:aws:ec2:us-east-2:123456789012:vpc/vpc-0[0-9a-f]{16}`, "defaultSecurityGroupId": `sg-0[0-9a-f]{16}`,
		"mainRouteTableId": `rtb-0[0-9a-f]{16}`, "ownerId": `123456789012`, "ipv6AssociationId": ``}},
	{"an address nobody has", "aws:ec2/eip:Eip", "us-east-2", nil, `eipalloc-0[0-9a-f]{16}`, map[string]string{
		"publicIp": `198\.1[89]\.\d+\.\d+`, "publicDns": `ec2-198-1[89]-\d+-\d+\.us-east-2\.compute\.amazonaws\.com`,
		"privateIp": ``}},
	{"the first region's names", "aws:ec2/eip:Eip", "us-east-1", nil, `eipalloc-.*`,
		map[string]string{"publicDns": `ec2-[\d-]+\.compute-1\.amazonaws\.com`}},
	{"a machine without a public address", "aws:ec2/instance:Instance", "us-east-1", nil, `i-0[0-9a-f]{16}`, map[string]string{
		"privateDns": `ip-10-[\d-]+\.ec2\.internal`, "publicIp": ``, "availabilityZone": `us-east-1a`}},
	{"a machine that asks for one", "aws:ec2/instance:Instance", "us-east-2", fields{"associatePublicIpAddress": true}, `i-.*`,
		map[string]string{"publicIp": `198\..*`, "publicDns": `ec2-198-.*`}},
	{"private gateways have no public address", "aws:ec2/natGateway:NatGateway", "us-east-2",
		fields{"connectivityType": "private"}, `nat-0[0-9a-f]{16}`, map[string]string{"publicIp": ``, "privateIp": `10\..*`}},
	{"gateway endpoints have a prefix list", "aws:ec2/vpcEndpoint:VpcEndpoint", "us-east-2", nil, `vpce-0.*`,
		map[string]string{"prefixListId": `pl-[0-9a-f]{8}`}},
	{"interface endpoints have none", "aws:ec2/vpcEndpoint:VpcEndpoint", "us-east-2", fields{"vpcEndpointType": "Interface"},
		`vpce-0.*`, map[string]string{"prefixListId": ``}},
	{"IAM knows no region, but a partition", "aws:iam/role:Role", "cn-north-1", fields{"name": "master", "path": "/a/"}, `master`,
		map[string]string{"arn": `arn:aws-cn:iam::123456789012:role/a/master`, "uniqueId": `AROA[A-Z2-7]{17}`}},
	{"a policy's id is its ARN", "aws:iam/policy:Policy", "us-east-2", fields{"name": "p"},
		`arn:aws:iam::123456789012:policy/p`, map[string]string{"arn": `arn:aws:iam::123456789012:policy/p`}},
	{"without the scheme, as in conditions", "aws:iam/openIdConnectProvider:OpenIdConnectProvider", "us-east-2",
		fields{"url": "https://b.s3.us-east-2.amazonaws.com"},
		`arn:aws:iam::123456789012:oidc-provider/b\.s3\.us-east-2\.amazonaws\.com`,
		map[string]string{"url": `b\.s3\.us-east-2\.amazonaws\.com`}},
	{"access keys have 20 characters", "aws:iam/accessKey:AccessKey", "us-east-2", nil, `AKIA[A-Z2-7]{16}`,
		map[string]string{"secret": `[0-9a-f]{40}`}},
	{"network load balancers", "aws:lb/loadBalancer:LoadBalancer", "us-east-2",
		fields{"name": "ext", "loadBalancerType": "network", "internal": true}, ownLBs + `loadbalancer/net/ext/[0-9a-f]{16}`,
		map[string]string{"dnsName": `ext-[0-9a-f]{16}\.elb\.us-east-2\.amazonaws\.com`, "zoneId": `Z[A-Z2-7]{13}`,
			"arnSuffix": `net/ext/[0-9a-f]{16}`}},
	{"internal application load balancers", "aws:lb/loadBalancer:LoadBalancer", "us-east-2",
		fields{"name": "app", "internal": true}, ownLBs + `loadbalancer/app/app/[0-9a-f]{16}`,
		map[string]string{"dnsName": `internal-app-[0-9a-f]{16}\.us-east-2\.elb\.amazonaws\.com`}},
	{"a load balancer named by a prefix", "aws:lb/loadBalancer:LoadBalancer", "us-east-2", fields{"namePrefix": "demo-"},
		ownLBs + `loadbalancer/app/demo-[0-9a-f]{26}/[0-9a-f]{16}`, map[string]string{"name": `demo-[0-9a-f]{26}`}},
	{"a target group", "aws:lb/targetGroup:TargetGroup", "us-east-2", fields{"name": "api"},
		ownLBs + `targetgroup/api/[0-9a-f]{16}`, map[string]string{"arnSuffix": `targetgroup/api/[0-9a-f]{16}`}},
	{"a target group named by a prefix", "aws:lb/targetGroup:TargetGroup", "us-east-2", fields{"namePrefix": "demo-"},
		ownLBs + `targetgroup/demo-[0-9a-f]{26}/[0-9a-f]{16}`, map[string]string{"namePrefix": `demo-`}},
	{"other prefixes", "aws:s3/bucketV2:BucketV2", "us-east-2", fields{"bucketPrefix": "b-"}, `b-[0-9a-f]{26}`,
		map[string]string{"arn": `arn:aws:s3:::b-[0-9a-f]{26}`}},
	{"listeners are below their load balancer", "aws:lb/listener:Listener", "us-east-2",
		fields{"loadBalancerArn": ownLBs + "loadbalancer/net/ext/0123456789abcdef"},
		ownLBs + `listener/net/ext/0123456789abcdef/[0-9a-f]{16}`, nil},
	{"and rules below their listener", "aws:lb/listenerRule:ListenerRule", "us-east-2",
		fields{"listenerArn": ownLBs + "listener/app/x/01/02"}, ownLBs + `listener-rule/app/x/01/02/[0-9a-f]{16}`, nil},
	{"a zone's id is in its ARN", "aws:route53/zone:Zone", "us-east-2", fields{"name": "demo.example.com"}, `Z[A-Z2-7]{17}`,
		map[string]string{"arn": `arn:aws:route53:::hostedzone/Z[A-Z2-7]{17}`, "primaryNameServer": `ns-\d+\.awsdns-\d\d\.com`}},
	{"records are composed", "aws:route53/record:Record", "us-east-2",
		fields{"zoneId": "Z1", "name": "api.example.com", "type": "A"}, `Z1_api\.example\.com_A`, nil},
	{"with what tells them apart", "aws:route53/record:Record", "us-east-2",
		fields{"zoneId": "Z1", "name": "api", "type": "A", "setIdentifier": "one"}, `Z1_api_A_one`, nil},
	{"a bucket", "aws:s3/bucketV2:BucketV2", "us-east-2", fields{"bucket": "b"}, `b`, map[string]string{"arn": `arn:aws:s3:::b`,
		"bucketRegionalDomainName": `b\.s3\.us-east-2\.amazonaws\.com`, "region": `us-east-2`}},
	{"an object", "aws:s3/bucketObjectv2:BucketObjectv2", "us-east-2", fields{"bucket": "b", "key": "k"}, `k`,
		map[string]string{"arn": `arn:aws:s3:::b/k`}},
	{"a key", "aws:kms/key:Key", "us-east-2", nil, `[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}`,
		map[string]string{"arn": `arn:aws:kms:us-east-2:123456789012:key/[0-9a-f-]{36}`}},
	{"an alias of a key by its ARN", "aws:kms/alias:Alias", "us-east-2", fields{"name": "alias/a", "targetKeyId": "arn:k"},
		`alias/a`, map[string]string{"targetKeyArn": `arn:k`}},
	{"a queue", "aws:sqs/queue:Queue", "us-east-2", fields{"name": "q"},
		`https://sqs\.us-east-2\.amazonaws\.com/123456789012/q`, nil},
	{"paths of parameters", "aws:ssm/parameter:Parameter", "us-east-2", fields{"name": "/a/b"}, `/a/b`,
		map[string]string{"arn": `arn:aws:ssm:us-east-2:123456789012:parameter/a/b`}},
	{"a rule's id shows as a property", "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "us-east-2", nil,
		`sgr-0[0-9a-f]{16}`, map[string]string{"securityGroupRuleId": `sgr-0[0-9a-f]{16}`}},
	{"types that nothing is known about", "aws:rds/instance:Instance", "us-east-2", nil, `x-[0-9a-f]{7}`, nil},
}

func TestIDsAndOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	for _, tt := range forms {
		inputs := resource.NewPropertyMapFromMap(tt.inputs)
		made := Resource{Token: tt.token, Seed: Seed("urn:" + tt.reason), Name: "x", Region: tt.region, Inputs: inputs}
		id, outputs := made.Outputs()
		assert.Regexp(t, "^"+tt.id+"$", id, tt.reason)
		for property, pattern := range tt.want {
			assert.Regexp(t, "^"+pattern+"$", textOf(outputs, property), "%s: %s", tt.reason, property)
		}
		again, same := made.Outputs()
		assert.Equal(t, id, again, tt.reason)
		assert.Equal(t, outputs, same, tt.reason)
		assert.Equal(t, resource.NewPropertyMapFromMap(tt.inputs), inputs, "%s: the inputs are left alone", tt.reason)
		other := made
		other.ID = "given"
		id, _ = other.Outputs()
		assert.Equal(t, "given", id, "%s: a resource that exists keeps its id", tt.reason)
	}
}

func TestOutputsAreAllThatAWSComputes(t *testing.T) {
	t.Parallel()
	for _, token := range awsfacts.Tokens() {
		schema, _ := awsfacts.Resource(token)
		_, outputs := Resource{Token: token, Seed: "urn:x", Name: "x", Region: "us-east-2"}.Outputs()
		for name, property := range schema.Properties {
			if property.Computed && !property.Optional {
				assert.Contains(t, outputs, resource.PropertyKey(name), token)
			}
		}
	}
}

func TestTagsShowAsAllTags(t *testing.T) {
	t.Parallel()
	tags := resource.NewPropertyValue(fields{"Name": "n"})
	_, tagged := Resource{Token: "aws:ec2/vpc:Vpc", Seed: "u", Region: "us-east-2", Inputs: resource.PropertyMap{"tags": tags}}.Outputs()
	_, bare := Resource{Token: "aws:ec2/vpc:Vpc", Seed: "u", Region: "us-east-2"}.Outputs()
	assert.Equal(t, tags, tagged["tagsAll"])
	assert.Equal(t, resource.NewPropertyValue(fields{}), bare["tagsAll"])
}

func TestSecretInputsStaySecret(t *testing.T) {
	t.Parallel()
	inputs := resource.PropertyMap{
		"name": resource.MakeSecret(resource.NewProperty("hush")), "__defaults": resource.NewPropertyValue([]any{"name"}),
	}
	id, outputs := Resource{Token: "aws:iam/role:Role", Seed: "urn:r", Region: "us-east-2", Inputs: inputs}.Outputs()
	assert.Equal(t, "hush", id)
	assert.Equal(t, inputs["name"], outputs["name"])
	assert.NotContains(t, outputs, resource.PropertyKey("__defaults"), "the engine's notes are no state")
}

// shared are outputs that resources of one account and region have in common.
var shared = []string{
	"accountId", "availabilityZone", "availabilityZoneId", "availabilityZoneName", "cidrBlock", "connectivityType", "createDate",
	"domain", "healthCheckType", "hostedZoneId", "instanceState", "interfaceType", "ipAddressType", "notAfter", "notBefore",
	"origin", "owner", "ownerId", "instanceOwnerId", "owningAccount", "path", "region", "serviceType", "state", "status",
	"tenancy", "type",
}

// sharedZone tells hosted zones of AWS's own names from those of the account.
func sharedZone(token, property string) bool {
	return property == "zoneId" && (token == "aws:lb/loadBalancer:LoadBalancer" || token == "aws:elb/loadBalancer:LoadBalancer")
}

// filled makes a resource with a name and its required strings, such as the bucket of a bucket's policy.
func filled(t *testing.T, token, name string) (string, resource.PropertyMap) {
	t.Helper()
	schema, ok := awsfacts.Resource(token)
	require.True(t, ok, token)
	inputs := resource.PropertyMap{}
	for property, p := range schema.Properties {
		if p.Required && p.Type == awsfacts.String {
			inputs[resource.PropertyKey(property)] = resource.NewProperty(property + " of " + name)
		}
	}
	property, made, err := schema.DefaultName(inputs, name, "0")
	require.NoError(t, err)
	if property != "" {
		inputs[resource.PropertyKey(property)] = resource.NewProperty(made)
	}
	return Resource{Token: token, Seed: Seed(token + name), Name: name, Region: "us-east-2", Inputs: inputs}.Filled()
}

// Two resources of every type share no id and, filled, no computed string, and no string is empty.
func TestFilledStringsAreDistinctAndNotEmpty(t *testing.T) {
	t.Parallel()
	for _, token := range awsfacts.Tokens() {
		schema, _ := awsfacts.Resource(token)
		oneID, one := filled(t, token, "one")
		twoID, two := filled(t, token, "two")
		assert.NotEqual(t, oneID, twoID, token)
		for name, property := range schema.Properties {
			if !property.Computed || property.Type != awsfacts.String {
				continue
			}
			key := resource.PropertyKey(name)
			assert.NotEmpty(t, textOf(one, name), "%s %s", token, name)
			if !slices.Contains(shared, name) && !sharedZone(token, name) {
				assert.NotEqual(t, one[key], two[key], "%s %s", token, name)
			}
		}
	}
}

func TestKindsNameWhatExists(t *testing.T) {
	t.Parallel()
	for _, token := range slices.Sorted(maps.Keys(kinds)) {
		schema, ok := awsfacts.Resource(token)
		if !assert.True(t, ok, token) {
			continue
		}
		for _, property := range kinds[token].empty {
			p := schema.Properties[property]
			assert.True(t, p != nil && p.Computed && !p.Optional, "%s %s", token, property)
		}
	}
}
