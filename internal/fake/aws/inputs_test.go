package aws

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// TestRejectInputs compares what is rejected in a resource of a provider in us-east-2.
func TestRejectInputs(t *testing.T) {
	t.Parallel()
	type fields = map[string]any
	tests := map[string]struct {
		reason, token string
		inputs        fields
		want          []string
	}{
		"load balancer": {
			reason: "Elastic Load Balancing CreateLoadBalancer: ValidationError",
			token:  loadBalancerType,
			inputs: fields{"name": "a-name-that-has-forty-characters-in-total", "loadBalancerType": "foo"},
			want: []string{
				`loadBalancerType: must be application, gateway or network (got "foo")`,
				`name: "a-name-that-has-forty-characters-in-total" is not a valid load balancer name (for example, demo-int)`,
			},
		},
		"valid load balancer": {
			reason: "names can have hyphens inside",
			token:  loadBalancerType,
			inputs: fields{"name": "demo-x7k2p-int", "loadBalancerType": "network"},
		},
		"rule without a port": {
			reason: "EC2 AuthorizeSecurityGroupIngress: ports are required with TCP and UDP",
			token:  ingressRuleType,
			inputs: fields{"securityGroupId": "sg-0123456789abcdef0", "ipProtocol": "tcp", "fromPort": 443.0, "cidrIpv4": "10.0.0.0/8"},
			want:   []string{"toPort: is required: EC2 must have both ports with TCP and UDP"},
		},
		"rule for everything": {
			reason: "all protocols have no ports",
			token:  egressRuleType,
			inputs: fields{"securityGroupId": "sg-0123456789abcdef0", "ipProtocol": "-1", "cidrIpv4": "0.0.0.0/0"},
		},
		"VPC": {
			reason: "EC2 CreateVpc: InvalidVpc.Range",
			token:  "aws:ec2/vpc:Vpc",
			inputs: fields{"cidrBlock": "10.0.0.0/8"},
			want:   []string{"cidrBlock: must be between /16 and /28 (got /8)"},
		},
		"subnet": {
			reason: "the provider rejects an invalid CIDR, EC2 a zone of another region",
			token:  subnetType,
			inputs: fields{"cidrBlock": "10.0.0.0/33", "availabilityZone": "us-west-2a"},
			want: []string{
				`cidrBlock: "10.0.0.0/33" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
				"availabilityZone: us-west-2a is not in us-east-2, the region of the provider",
			},
		},
		"Local Zone": {
			reason: "a Local Zone belongs to a region",
			token:  subnetType,
			inputs: fields{"cidrBlock": "10.0.0.0/24", "availabilityZone": "us-east-2-chi-1a"},
		},
		"zones": {
			reason: "EC2 knows the zones of its region only",
			token:  "aws:autoscaling/group:Group",
			inputs: fields{"availabilityZones": []any{"us-east-2a", "eu-west-1a"}, "minSize": 0.0, "maxSize": 1.0},
			want:   []string{"availabilityZones[1]: eu-west-1a is not in us-east-2, the region of the provider"},
		},
		"sizes": {
			reason: "Amazon EC2 Auto Scaling CreateAutoScalingGroup: ValidationError",
			token:  "aws:autoscaling/group:Group",
			inputs: fields{"minSize": 3.0, "maxSize": 1.0},
			want:   []string{"minSize: must be at most maxSize (3 > 1)"},
		},
		"desired size": {
			reason: "Amazon EC2 Auto Scaling CreateAutoScalingGroup: ValidationError",
			token:  "aws:autoscaling/group:Group",
			inputs: fields{"minSize": 0.0, "maxSize": 1.0, "desiredCapacity": 2.0},
			want:   []string{"desiredCapacity: must be at most maxSize (2 > 1)"},
		},
		"small desired size": {
			reason: "Amazon EC2 Auto Scaling CreateAutoScalingGroup: ValidationError",
			token:  "aws:autoscaling/group:Group",
			inputs: fields{"minSize": 2.0, "maxSize": 3.0, "desiredCapacity": 1.0},
			want:   []string{"desiredCapacity: must be at least minSize (1 < 2)"},
		},
		"policy": {
			reason: "IAM CreateRole: MalformedPolicyDocument",
			token:  roleType,
			inputs: fields{"name": "a b", "assumeRolePolicy": `{"Statement":`},
			want: []string{
				"assumeRolePolicy: contains an invalid JSON policy: unexpected end of JSON input",
				`name: "a b" is not a valid IAM name of at most 64 characters (for example, openshift-installer)`,
			},
		},
		"description": {
			reason: "EC2 CreateSecurityGroup: characters",
			token:  groupType,
			inputs: fields{"description": "two\nlines"},
			want: []string{
				`description: "two\nlines" is not a valid security group description (for example, Machines of demo)`,
			},
		},
		"rule": {
			reason: "EC2 AuthorizeSecurityGroupIngress: InvalidParameterValue",
			token:  ingressRuleType,
			inputs: fields{"cidrIpv4": "10.0.0.1/16"},
			want:   []string{`cidrIpv4: "10.0.0.1/16" has host bits set; use 10.0.0.0/16`},
		},
		"instance type": {
			reason: "EC2 RunInstances: InvalidParameterValue",
			token:  instanceType,
			inputs: fields{"instanceType": "t3-small"},
			want:   []string{`instanceType: "t3-small" is not a valid EC2 instance type (for example, m5.xlarge)`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := fake.Resource{Token: tt.token, Config: resource.NewPropertyMapFromMap(fields{"region": "us-east-2"})}
			problems, err := rejectInputs(r, nil, resource.NewPropertyMapFromMap(tt.inputs), nil)
			assert.NoError(t, err)
			var got []string
			for _, problem := range problems {
				got = append(got, problem.String())
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}
