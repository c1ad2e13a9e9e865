package aws

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

func TestNamesExistOnce(t *testing.T) {
	t.Parallel()
	type fields = map[string]any
	unknown := resource.Computed{Element: resource.NewProperty("")}
	rule := func(port float64, cidr any) fields {
		return fields{"securityGroupId": "sg-1", "ipProtocol": "tcp", "fromPort": port, "toPort": port, "cidrIpv4": cidr}
	}
	tests := map[string]struct {
		reason        string
		token         string
		first, second fields
		// config are the inputs of the second resource's provider.
		config   fields
		rejected string
	}{
		"two roles": {
			reason: "IAM CreateRole: EntityAlreadyExists",
			token:  roleType, first: fields{"name": "demo"}, second: fields{"name": "demo"},
			rejected: `name: "demo" is the name of another resource of the program: first (` + roleType + `)`,
		},
		"roles of two regions": {
			reason:   "IAM has no regions",
			token:    roleType,
			first:    fields{"name": "demo"},
			second:   fields{"name": "demo"},
			config:   fields{"region": "eu-west-1"},
			rejected: `name: "demo" is the name of another resource of the program: first (` + roleType + `)`,
		},
		"roles of two accounts": {
			reason: "names of roles exist once in an account",
			token:  roleType,
			first:  fields{"name": "demo"},
			second: fields{"name": "demo"},
			config: fields{"profile": "other"},
		},
		"buckets of two accounts": {
			reason:   "all accounts share the names of buckets",
			token:    bucketType,
			first:    fields{"bucket": "demo"},
			second:   fields{"bucket": "demo"},
			config:   fields{"profile": "other"},
			rejected: `bucket: "demo" is the name of another resource of the program: first (` + bucketType + `)`,
		},
		"load balancers of two regions": {
			reason: "names of load balancers exist once in a region",
			token:  loadBalancerType,
			first:  fields{"name": "demo"},
			second: fields{"name": "demo"},
			config: fields{"region": "eu-west-1"},
		},
		"equal rules": {
			reason: "EC2 AuthorizeSecurityGroupIngress: InvalidPermission.Duplicate",
			token:  ingressRuleType, first: rule(443, "10.0.0.0/8"), second: rule(443, "10.0.0.0/8"),
			rejected: `securityGroupId: "ipProtocol tcp, fromPort 443, toPort 443, cidrIpv4 10.0.0.0/8" is the rule of ` +
				`another resource of the program: first (` + ingressRuleType + `)`,
		},
		"rules of two ports": {
			reason: "rules differ by their ports",
			token:  ingressRuleType, first: rule(443, "10.0.0.0/8"), second: rule(80, "10.0.0.0/8"),
		},
		"rules of two sources": {
			reason: "rules differ by their sources",
			token:  ingressRuleType, first: rule(443, "10.0.0.0/8"), second: rule(443, "10.0.0.0/16"),
		},
		"rules of unknown sources": {
			reason: "the sources might differ",
			token:  ingressRuleType, first: rule(443, unknown), second: rule(443, unknown),
		},
		"security groups of two VPCs": {
			reason: "names of security groups exist once in a VPC",
			token:  groupType,
			first:  fields{"name": "demo", "vpcId": "vpc-1"},
			second: fields{"name": "demo", "vpcId": "vpc-2"},
		},
		"security groups of one VPC": {
			reason:   "EC2 CreateSecurityGroup: InvalidGroup.Duplicate",
			token:    groupType,
			first:    fields{"name": "demo", "vpcId": "vpc-1"},
			second:   fields{"name": "demo", "vpcId": "vpc-1"},
			rejected: `name: "demo" is the name of another resource of the program: first (` + groupType + `)`,
		},
		"security groups of VPCs that are created": {
			reason: "the VPCs might differ",
			token:  groupType,
			first:  fields{"name": "demo", "vpcId": unknown},
			second: fields{"name": "demo", "vpcId": unknown},
		},
		"two zones": {
			reason: "Route 53 accepts several zones of one name",
			token:  zoneType, first: fields{"name": "example.com"}, second: fields{"name": "example.com"},
		},
		"names that Pulumi chooses": {
			reason: "they have a random suffix", token: roleType, first: fields{}, second: fields{},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := NewForUnitTests()
			check := func(name string, config, inputs fields) []string {
				engine := faketest.Engine{T: t, Provider: provider, Config: resource.NewPropertyMapFromMap(config)}
				all := resource.NewPropertyMapFromMap(inputs)
				switch test.token {
				case roleType:
					all["assumeRolePolicy"] = resource.NewProperty("{}")
				case loadBalancerType:
					all["subnets"] = resource.NewPropertyValue([]any{"subnet-1", "subnet-2"})
				}
				_, problems := engine.Check(test.token, name, nil, all)
				return problems
			}
			assert.Empty(t, check("first", nil, test.first))
			assert.Empty(t, check("first", nil, test.first), "a preview is followed by an update")
			if test.rejected == "" {
				assert.Empty(t, check("second", test.config, test.second), test.reason)
			} else {
				assert.Equal(t, []string{test.rejected}, check("second", test.config, test.second), test.reason)
			}
		})
	}
}
