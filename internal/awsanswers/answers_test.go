package awsanswers

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, token, region string
		inputs                map[string]any
		id, arn               string
	}{
		"vpc": {
			"EC2's ids are hex", "aws:ec2/vpc:Vpc", "us-east-2", nil,
			`^vpc-[0-9a-f]{17}$`, `^arn:aws:ec2:us-east-2:123456789012:vpc/vpc-[0-9a-f]{17}$`,
		},
		"role in China": {
			"IAM knows no region, but a partition", "aws:iam/role:Role", "cn-north-1", map[string]any{"name": "r", "path": "/a/"},
			`^r$`, `^arn:aws-cn:iam::123456789012:role/a/r$`,
		},
		"policy": {
			"its id is its ARN", "aws:iam/policy:Policy", "us-east-2", map[string]any{"name": "p"},
			`^arn:aws:iam::123456789012:policy/p$`, `^arn:aws:iam::123456789012:policy/p$`,
		},
		"listener": {
			"below its load balancer", "aws:lb/listener:Listener", "us-east-2",
			map[string]any{"loadBalancerArn": "arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/n/0123"},
			`^arn:aws:elasticloadbalancing:us-east-2:123456789012:listener/net/n/0123/[0-9a-f]{16}$`, `listener`,
		},
		"record": {
			"composed as the provider does", "aws:route53/record:Record", "us-east-2",
			map[string]any{"zoneId": "Z1", "name": "api.example.com", "type": "A"}, `^Z1_api\.example\.com_A$`, ``,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, outputs := Outputs(tt.token, "urn:"+name, tt.region, resource.NewPropertyMapFromMap(tt.inputs))
			assert.Regexp(t, tt.id, id, tt.reason)
			if tt.arn != "" {
				assert.Regexp(t, tt.arn, outputs["arn"].StringValue(), tt.reason)
			}
			again, same := Outputs(tt.token, "urn:"+name, tt.region, resource.NewPropertyMapFromMap(tt.inputs))
			assert.Equal(t, id, again)
			assert.Equal(t, outputs, same, "the same again")
		})
	}
}

func TestOutputsFillWhatIsComputed(t *testing.T) {
	t.Parallel()
	for _, token := range awsfacts.Tokens() {
		schema, _ := awsfacts.Resource(token)
		_, outputs := Outputs(token, "urn:x", "us-east-2", resource.PropertyMap{})
		for name, property := range schema.Properties {
			if property.Computed && !property.Optional {
				assert.Contains(t, outputs, resource.PropertyKey(name), token)
			}
		}
	}
}

func TestSecretInputsStaySecret(t *testing.T) {
	t.Parallel()
	name := resource.MakeSecret(resource.NewStringProperty("hush"))
	id, outputs := Outputs("aws:iam/role:Role", "urn:r", "us-east-2", resource.PropertyMap{"name": name})
	assert.Equal(t, "hush", id)
	assert.Equal(t, name, outputs["name"])
}

func TestZoneID(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "use2-az1", ZoneID("us-east-2a"))
	assert.Equal(t, "usge1-az3", ZoneID("us-gov-east-1c"))
}
