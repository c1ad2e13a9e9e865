package aws

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// in are the inputs of a provider in a region.
func in(region string) resource.PropertyMap {
	return resource.PropertyMap{"region": resource.NewProperty(region)}
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		reason, region, token string
		inputs, want          fields
	}{
		{
			reason: "a region has zones a, b and c",
			region: "us-east-2",
			token:  "getAvailabilityZones",
			want: fields{
				"names": []any{
					"us-east-2a", "us-east-2b", "us-east-2c",
				}, "zoneIds": []any{"use2-az1", "use2-az2", "use2-az3"}},
		},
		{
			reason: "an excluded zone is omitted",
			region: "us-gov-west-1",
			token:  "getAvailabilityZones",
			inputs: fields{"excludeNames": []any{"us-gov-west-1b"}},
			want: fields{
				"names":   []any{"us-gov-west-1a", "us-gov-west-1c"},
				"zoneIds": []any{"usgw1-az1", "usgw1-az3"},
			},
		},
		{
			reason: "the region is the provider's",
			region: "cn-north-1",
			token:  "getRegion",
			want:   fields{"name": "cn-north-1", "endpoint": "ec2.cn-north-1.amazonaws.com.cn"},
		},
		{
			reason: "a region is described by its name",
			region: "us-east-2",
			token:  "getRegion",
			inputs: fields{"name": "us-west-2"},
			want:   fields{"name": "us-west-2"},
		},
		{
			reason: "the identity has the partition of the region",
			region: "us-gov-west-1",
			token:  "getCallerIdentity",
			want:   fields{"accountId": "123456789012", "arn": "arn:aws-us-gov:iam::123456789012:user/pulumi"},
		},
		{
			reason: "the partition is that of the region",
			region: "cn-north-1",
			token:  "getPartition",
			want: fields{
				"partition":        "aws-cn",
				"dnsSuffix":        "amazonaws.com.cn",
				"reverseDnsPrefix": "cn.com.amazonaws",
			},
		},
		{
			reason: "a service principal has the DNS suffix of the partition",
			region: "us-east-2",
			token:  "getServicePrincipal",
			inputs: fields{"serviceName": "ec2"},
			want:   fields{"name": "ec2.amazonaws.com"},
		},
	}
	for _, tt := range tests {
		got, known := Function("aws:index/"+tt.token+":"+tt.token, in(tt.region), tt.inputs)
		assert.True(t, known, tt.reason)
		maps.DeleteFunc(got, func(key string, _ any) bool { _, expected := tt.want[key]; return !expected })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
		}
	}
	_, known := Function("aws:ec2/getAmi:getAmi", in("us-east-2"), nil)
	assert.False(t, known)
}

func TestHostedEndpoint(t *testing.T) {
	t.Parallel()
	const token = "aws:ec2/getVpcEndpoint:getVpcEndpoint"
	find := func(cluster string) fields {
		found, known := Function(token, in("cn-north-1"),
			fields{"vpcId": "vpc-1", "tags": fields{"api.openshift.com/id": cluster}})
		assert.True(t, known)
		return found
	}
	one := find("a")
	assert.Regexp(t, `^vpce-0[0-9a-f]{16}$`, one["id"])
	assert.Equal(t, "vpc-1", one["vpcId"])
	entry := one["dnsEntries"].([]any)[0].(fields)
	assert.Regexp(t, `^vpce-0[0-9a-f]{16}-[0-9a-f]{8}\.vpce-svc-0[0-9a-f]{16}\.cn-north-1\.vpce\.amazonaws\.com\.cn$`,
		entry["dnsName"])
	assert.Equal(t, one, find("a"), "the endpoint of a cluster is the same in every call")
	assert.NotEqual(t, one["id"], find("b")["id"], "the endpoints of two clusters differ")
	named, _ := Function(token, in("us-east-2"), fields{"id": "vpce-0123456789abcdef0"})
	assert.Equal(t, "vpce-0123456789abcdef0", named["id"])
}

func TestHostedGroup(t *testing.T) {
	t.Parallel()
	provider, account := New(fake.NewStore[fake.Record]())
	find := func(cluster string) fields {
		found, known := provider.Function("aws:ec2/getSecurityGroup:getSecurityGroup", in("us-east-2"),
			fields{"vpcId": "vpc-1", "tags": fields{"api.openshift.com/id": cluster}})
		assert.True(t, known)
		return found
	}
	one := find("a")
	assert.Regexp(t, `^sg-0[0-9a-f]{16}$`, one["id"])
	assert.Regexp(t, `^hosted-[0-9a-f]{8}-vpce-private-router$`, one["name"])
	assert.Equal(t, "vpc-1", one["vpcId"])
	assert.Equal(t, one, find("a"), "the group of a cluster is the same in every call")
	assert.NotEqual(t, one["id"], find("b")["id"], "the groups of two clusters differ")
	account.Store.View(func(records fake.Records) {
		assert.Len(t, records, 2, "the groups are in the account, where they can be imported and deleted")
	})
}
