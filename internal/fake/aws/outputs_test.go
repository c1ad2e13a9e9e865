package aws

import (
	"cmp"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

type fields = map[string]any

const ownLBs = "arn:aws:elasticloadbalancing:us-east-2:123456789012:"

// request is a request to compute outputs, with the source as the name.
func request(token, source, region string, inputs resource.PropertyMap) fake.Request {
	return fake.Request{
		Resource: fake.Resource{
			Token: token, URN: resource.NewURN("s", "p", "", tokens.Type(token), "x"),
			Config: resource.PropertyMap{"region": resource.NewProperty(region)},
		},
		Source: fake.IDSource(source), Inputs: inputs,
	}
}

// forms are the forms of IDs and outputs as anchored regular expressions; "" is the empty string. The region is us-east-2 where no
// other one is set.
var forms = []struct {
	reason, token, region string
	inputs                fields
	id                    string
	want                  map[string]string
}{
	{
		reason: "an ID of EC2 has 17 hex digits",
		token:  "aws:ec2/vpc:Vpc",
		id:     `vpc-0[0-9a-f]{16}`,
		want: map[string]string{
			"arn": `arn:aws:ec2:us-east-2:123456789012:vpc/vpc-0[0-9a-f]{16}`, "defaultSecurityGroupId": `sg-0[0-9a-f]{16}`,
			"mainRouteTableId": `rtb-0[0-9a-f]{16}`, "ownerId": `123456789012`, "ipv6AssociationId": ``},
	},
	{
		reason: "a public address is in a range reserved for benchmarks",
		token:  "aws:ec2/eip:Eip",
		id:     `eipalloc-0[0-9a-f]{16}`,
		want: map[string]string{
			"publicIp": `198\.1[89]\.\d+\.\d+`, "publicDns": `ec2-198-1[89]-\d+-\d+\.us-east-2\.compute\.amazonaws\.com`,
			"privateIp": ``},
	},
	{
		reason: "DNS names of us-east-1 have another form",
		token:  "aws:ec2/eip:Eip",
		region: "us-east-1",
		id:     `eipalloc-.*`,
		want:   map[string]string{"publicDns": `ec2-[\d-]+\.compute-1\.amazonaws\.com`},
	},
	{
		reason: "an instance has no public address by default",
		token:  "aws:ec2/instance:Instance",
		region: "us-east-1",
		id:     `i-0[0-9a-f]{16}`,
		want: map[string]string{
			"privateDns": `ip-10-[\d-]+\.ec2\.internal`, "publicIp": ``, "availabilityZone": `us-east-1a`},
	},
	{
		reason: "an instance can request a public address",
		token:  "aws:ec2/instance:Instance",
		inputs: fields{"associatePublicIpAddress": true},
		id:     `i-.*`,
		want:   map[string]string{"publicIp": `198\..*`, "publicDns": `ec2-198-.*`},
	},
	{
		reason: "a private NAT gateway has no public address",
		token:  "aws:ec2/natGateway:NatGateway",
		inputs: fields{"connectivityType": "private"},
		id:     `nat-0[0-9a-f]{16}`,
		want:   map[string]string{"publicIp": ``, "privateIp": `10\..*`},
	},
	{
		reason: "a gateway endpoint has a prefix list",
		token:  "aws:ec2/vpcEndpoint:VpcEndpoint",
		id:     `vpce-0.*`,
		want:   map[string]string{"prefixListId": `pl-[0-9a-f]{8}`},
	},
	{
		reason: "an interface endpoint has no prefix list",
		token:  "aws:ec2/vpcEndpoint:VpcEndpoint",
		inputs: fields{"vpcEndpointType": "Interface"},
		id:     `vpce-0.*`,
		want:   map[string]string{"prefixListId": ``},
	},
	{
		reason: "an ARN of IAM has a partition and no region",
		token:  "aws:iam/role:Role",
		region: "cn-north-1",
		inputs: fields{"name": "master", "path": "/a/"},
		id:     `master`,
		want:   map[string]string{"arn": `arn:aws-cn:iam::123456789012:role/a/master`, "uniqueId": `AROA[A-Z2-7]{17}`},
	},
	{
		reason: "a policy's id is its ARN",
		token:  "aws:iam/policy:Policy",
		inputs: fields{"name": "p"},
		id:     `arn:aws:iam::123456789012:policy/p`,
		want:   map[string]string{"arn": `arn:aws:iam::123456789012:policy/p`},
	},
	{
		reason: "without the scheme, as in conditions",
		token:  "aws:iam/openIdConnectProvider:OpenIdConnectProvider",
		inputs: fields{"url": "https://b.s3.us-east-2.amazonaws.com"},
		id:     `arn:aws:iam::123456789012:oidc-provider/b\.s3\.us-east-2\.amazonaws\.com`,
		want:   map[string]string{"url": `b\.s3\.us-east-2\.amazonaws\.com`},
	},
	{
		reason: "AWS chooses the domain of a distribution",
		token:  "aws:cloudfront/distribution:Distribution",
		id:     `E[A-Z2-7]{13}`,
		want: map[string]string{
			"arn":          `arn:aws:cloudfront::123456789012:distribution/E[A-Z2-7]{13}`,
			"domainName":   `d[0-9a-f]{13}\.cloudfront\.net`,
			"hostedZoneId": `Z2FDTNDATAQYW2`,
			"status":       `Deployed`,
		},
	},
	{
		reason: "an access key has 20 characters",
		token:  "aws:iam/accessKey:AccessKey",
		id:     `AKIA[A-Z2-7]{16}`,
		want:   map[string]string{"secret": `[0-9a-f]{40}`},
	},
	{
		reason: "network load balancers",
		token:  "aws:lb/loadBalancer:LoadBalancer",
		inputs: fields{"name": "ext", "loadBalancerType": "network", "internal": true},
		id:     ownLBs + `loadbalancer/net/ext/[0-9a-f]{16}`,
		want: map[string]string{
			"dnsName":   `ext-[0-9a-f]{16}\.elb\.us-east-2\.amazonaws\.com`,
			"zoneId":    `Z[A-Z2-7]{13}`,
			"arnSuffix": `net/ext/[0-9a-f]{16}`,
		},
	},
	{
		reason: "internal application load balancers",
		token:  "aws:lb/loadBalancer:LoadBalancer",
		inputs: fields{"name": "app", "internal": true},
		id:     ownLBs + `loadbalancer/app/app/[0-9a-f]{16}`,
		want:   map[string]string{"dnsName": `internal-app-[0-9a-f]{16}\.us-east-2\.elb\.amazonaws\.com`},
	},
	{
		reason: "a load balancer named by a prefix",
		token:  "aws:lb/loadBalancer:LoadBalancer",
		inputs: fields{"namePrefix": "demo-"},
		id:     ownLBs + `loadbalancer/app/demo-[0-9a-f]{26}/[0-9a-f]{16}`,
		want:   map[string]string{"name": `demo-[0-9a-f]{26}`},
	},
	{
		reason: "a target group",
		token:  "aws:lb/targetGroup:TargetGroup",
		inputs: fields{"name": "api"},
		id:     ownLBs + `targetgroup/api/[0-9a-f]{16}`,
		want:   map[string]string{"arnSuffix": `targetgroup/api/[0-9a-f]{16}`},
	},
	{
		reason: "a target group named by a prefix",
		token:  "aws:lb/targetGroup:TargetGroup",
		inputs: fields{"namePrefix": "demo-"},
		id:     ownLBs + `targetgroup/demo-[0-9a-f]{26}/[0-9a-f]{16}`,
		want:   map[string]string{"namePrefix": `demo-`},
	},
	{
		reason: "a bucket named by a prefix",
		token:  "aws:s3/bucketV2:BucketV2",
		inputs: fields{"bucketPrefix": "b-"},
		id:     `b-[0-9a-f]{26}`,
		want:   map[string]string{"arn": `arn:aws:s3:::b-[0-9a-f]{26}`},
	},
	{
		reason: "the ARN of a listener contains its load balancer",
		token:  "aws:lb/listener:Listener",
		inputs: fields{"loadBalancerArn": ownLBs + "loadbalancer/net/ext/0123456789abcdef"},
		id:     ownLBs + `listener/net/ext/0123456789abcdef/[0-9a-f]{16}`,
	},
	{
		reason: "the ARN of a listener rule contains its listener",
		token:  "aws:lb/listenerRule:ListenerRule",
		inputs: fields{"listenerArn": ownLBs + "listener/app/x/01/02"},
		id:     ownLBs + `listener-rule/app/x/01/02/[0-9a-f]{16}`,
	},
	{
		reason: "the ARN of a zone contains its ID",
		token:  "aws:route53/zone:Zone",
		inputs: fields{"name": "demo.example.com"},
		id:     `Z[A-Z2-7]{17}`,
		want: map[string]string{
			"arn":               `arn:aws:route53:::hostedzone/Z[A-Z2-7]{17}`,
			"primaryNameServer": `ns-\d+\.awsdns-\d\d\.com`,
		},
	},
	{
		reason: "the ID of a record consists of zone, name and type",
		token:  "aws:route53/record:Record",
		inputs: fields{"zoneId": "Z1", "name": "api.example.com", "type": "A"},
		id:     `Z1_api\.example\.com_A`,
	},
	{
		reason: "the ID of a record contains its set identifier",
		token:  "aws:route53/record:Record",
		inputs: fields{"zoneId": "Z1", "name": "api", "type": "A", "setIdentifier": "one"},
		id:     `Z1_api_A_one`,
	},
	{
		reason: "a bucket",
		token:  "aws:s3/bucketV2:BucketV2",
		inputs: fields{"bucket": "b"},
		id:     `b`,
		want: map[string]string{"arn": `arn:aws:s3:::b`,
			"bucketRegionalDomainName": `b\.s3\.us-east-2\.amazonaws\.com`, "region": `us-east-2`},
	},
	{
		reason: "an object",
		token:  "aws:s3/bucketObjectv2:BucketObjectv2",
		inputs: fields{"bucket": "b", "key": "k"},
		id:     `k`,
		want:   map[string]string{"arn": `arn:aws:s3:::b/k`},
	},
	{
		reason: "a key",
		token:  "aws:kms/key:Key",
		id:     `[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}`,
		want:   map[string]string{"arn": `arn:aws:kms:us-east-2:123456789012:key/[0-9a-f-]{36}`},
	},
	{
		reason: "an alias of a key by its ARN",
		token:  "aws:kms/alias:Alias",
		inputs: fields{"name": "alias/a", "targetKeyId": "arn:k"},
		id:     `alias/a`,
		want:   map[string]string{"targetKeyArn": `arn:k`},
	},
	{
		reason: "a queue",
		token:  "aws:sqs/queue:Queue",
		inputs: fields{"name": "q"},
		id:     `https://sqs\.us-east-2\.amazonaws\.com/123456789012/q`,
	},
	{
		reason: "the ARN of a parameter contains its path",
		token:  "aws:ssm/parameter:Parameter",
		inputs: fields{"name": "/a/b"},
		id:     `/a/b`,
		want:   map[string]string{"arn": `arn:aws:ssm:us-east-2:123456789012:parameter/a/b`},
	},
	{
		reason: "the ID of a rule is a property too",
		token:  "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
		id:     `sgr-0[0-9a-f]{16}`,
		want:   map[string]string{"securityGroupRuleId": `sgr-0[0-9a-f]{16}`},
	},
	{
		reason: "a type without a schema has a generic ID",
		token:  "aws:rds/instance:Instance",
		id:     `x-[0-9a-f]{7}`,
	},
}

func TestIDsAndOutputsHaveTheirRealForm(t *testing.T) {
	t.Parallel()
	for _, tt := range forms {
		inputs := resource.NewPropertyMapFromMap(tt.inputs)
		requested := request(tt.token, "urn:"+tt.reason, cmp.Or(tt.region, "us-east-2"), inputs)
		id, outputs := compute(requested)
		assert.Regexp(t, "^"+tt.id+"$", id, tt.reason)
		for name, pattern := range tt.want {
			assert.Regexp(t, "^"+pattern+"$", property.Text(outputs, name), "%s: %s", tt.reason, name)
		}
		again, same := compute(requested)
		assert.Equal(t, id, again, tt.reason)
		assert.Equal(t, outputs, same, tt.reason)
		assert.Equal(t, resource.NewPropertyMapFromMap(tt.inputs), inputs, "%s: the inputs do not change", tt.reason)
		other := requested
		other.ID = "given"
		id, _ = compute(other)
		assert.Equal(t, "given", id, "%s: an existing resource keeps its ID", tt.reason)
	}
}

func TestOutputsAreAllThatAWSComputes(t *testing.T) {
	t.Parallel()
	for _, token := range Tokens() {
		known, _ := Resource(token)
		_, outputs := compute(request(token, "urn:x", "us-east-2", nil))
		for name, p := range known.Properties {
			if p.Computed && !p.Optional {
				assert.Contains(t, outputs, resource.PropertyKey(name), token)
			}
		}
	}
}

func TestTagsShowAsAllTags(t *testing.T) {
	t.Parallel()
	tags := resource.NewPropertyValue(fields{"Name": "n"})
	_, tagged := compute(request("aws:ec2/vpc:Vpc", "u", "us-east-2", resource.PropertyMap{"tags": tags}))
	_, bare := compute(request("aws:ec2/vpc:Vpc", "u", "us-east-2", nil))
	assert.Equal(t, tags, tagged["tagsAll"])
	assert.Equal(t, resource.NewPropertyValue(fields{}), bare["tagsAll"])
}

func TestSecretInputsStaySecret(t *testing.T) {
	t.Parallel()
	inputs := resource.PropertyMap{
		"name": resource.MakeSecret(resource.NewProperty("hush")), "__defaults": resource.NewPropertyValue([]any{"name"}),
	}
	id, outputs := compute(request("aws:iam/role:Role", "urn:r", "us-east-2", inputs))
	assert.Equal(t, "hush", id)
	assert.Equal(t, inputs["name"], outputs["name"])
	assert.NotContains(t, outputs, resource.PropertyKey("__defaults"), "internal properties are not part of the state")
}
