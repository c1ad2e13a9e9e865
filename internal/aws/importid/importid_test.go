package importid_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

type fields = map[string]any

func TestOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason, token, id string
		properties        fields
		want              string
	}{
		{reason: "most types are imported by their ID", token: "aws:ec2/vpc:Vpc", id: "vpc-1", want: "vpc-1"},
		{
			reason: "a route by its table and destination", token: "aws:ec2/route:Route", id: "r-1",
			properties: fields{"routeTableId": "rtb-1", "destinationCidrBlock": "", "destinationIpv6CidrBlock": "::/0"},
			want:       "rtb-1_::/0",
		},
		{
			reason: "an object by its bucket and key", token: "aws:s3/bucketObjectv2:BucketObjectv2", id: "k",
			properties: fields{"bucket": "b", "key": "k"}, want: "b/k",
		},
		{
			reason: "a pool by its cluster and name", token: "rhcs:index/hcpMachinePool:HcpMachinePool", id: "general",
			properties: fields{"cluster": "c1", "name": "general"}, want: "c1,general",
		},
		{
			reason: "a tuning configuration by its cluster and ID", token: "rhcs:index/tuningConfig:TuningConfig", id: "t1",
			properties: fields{"cluster": "c1"}, want: "c1,t1",
		},
	} {
		assert.Equal(t, test.want, importid.Of(test.token, test.id, test.properties), test.reason)
	}
}

func TestFromArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason, token string
		arguments     fields
		want          string
	}{
		{reason: "a role by its name", token: "aws:iam/role:Role", arguments: fields{"name": "r"}, want: "r"},
		{
			reason: "an attachment by role and policy", token: "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
			arguments: fields{"role": "r", "policyArn": "arn:aws:iam::aws:policy/P"}, want: "r/arn:aws:iam::aws:policy/P",
		},
		{reason: "the role is not known yet", token: "aws:iam/rolePolicyAttachment:RolePolicyAttachment", arguments: fields{"policyArn": "a"}},
		{
			reason: "rules are on the default event bus", token: "aws:cloudwatch/eventTarget:EventTarget",
			arguments: fields{"rule": "r", "targetId": "t"}, want: "default/r/t",
		},
		{reason: "AWS chooses a VPC's ID", token: "aws:ec2/vpc:Vpc", arguments: fields{"cidrBlock": "10.0.0.0/16"}},
	} {
		id, ok := importid.FromArguments(test.token, test.arguments)
		assert.Equal(t, test.want != "", ok, test.reason)
		assert.Equal(t, test.want, id, test.reason)
	}
}

func TestRejected(t *testing.T) {
	t.Parallel()
	for token, want := range map[string][2]bool{
		"aws:ec2/vpc:Vpc": {false, false},
		"aws:lb/targetGroupAttachment:TargetGroupAttachment": {true, true},
		"rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput": {true, false},
		"kubernetes:core/v1:ConfigMap":                       {true, false},
	} {
		reason, unchanging := importid.Rejected(token)
		assert.Equal(t, want, [2]bool{reason != "", unchanging}, token)
	}
}
