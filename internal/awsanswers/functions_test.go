package awsanswers

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
)

func TestFunctions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		reason, region, token string
		inputs, want          fields
	}{
		{
			reason: "three zones",
			region: "us-east-2",
			token:  "getAvailabilityZones",
			want: fields{
				"names": []any{
					"us-east-2a",
					"us-east-2b",
					"us-east-2c",
				}, "zoneIds": []any{"use2-az1", "use2-az2", "use2-az3"}},
		},
		{
			reason: "excluded zones",
			region: "us-gov-west-1",
			token:  "getAvailabilityZones",
			inputs: fields{"excludeNames": []any{"us-gov-west-1b"}},
			want: fields{
				"names":   []any{"us-gov-west-1a", "us-gov-west-1c"},
				"zoneIds": []any{"usgw1-az1", "usgw1-az3"},
			},
		},
		{
			reason: "the own region",
			region: "cn-north-1",
			token:  "getRegion",
			want:   fields{"name": "cn-north-1", "endpoint": "ec2.cn-north-1.amazonaws.com.cn"},
		},
		{
			reason: "another region",
			region: "us-east-2",
			token:  "getRegion",
			inputs: fields{"name": "us-west-2"},
			want:   fields{"name": "us-west-2"},
		},
		{
			reason: "the account",
			region: "us-gov-west-1",
			token:  "getCallerIdentity",
			want:   fields{"accountId": "123456789012", "arn": "arn:aws-us-gov:iam::123456789012:user/pulumi"},
		},
		{
			reason: "the partition",
			region: "cn-north-1",
			token:  "getPartition",
			want: fields{
				"partition":        "aws-cn",
				"dnsSuffix":        "amazonaws.com.cn",
				"reverseDnsPrefix": "cn.com.amazonaws",
			},
		},
		{
			reason: "a principal",
			region: "us-east-2",
			token:  "getServicePrincipal",
			inputs: fields{"serviceName": "ec2"},
			want:   fields{"name": "ec2.amazonaws.com"},
		},
	}
	for _, tt := range tests {
		got, known := Function("aws:index/"+tt.token+":"+tt.token, tt.region, tt.inputs)
		assert.True(t, known, tt.reason)
		maps.DeleteFunc(got, func(key string, _ any) bool { _, wanted := tt.want[key]; return !wanted })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
		}
	}
	_, known := Function("aws:ec2/getAmi:getAmi", "us-east-2", nil)
	assert.False(t, known)
}
