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
		{"three zones", "us-east-2", "getAvailabilityZones", nil, fields{
			"names": []any{"us-east-2a", "us-east-2b", "us-east-2c"}, "zoneIds": []any{"use2-az1", "use2-az2", "use2-az3"}}},
		{"excluded zones", "us-gov-west-1", "getAvailabilityZones", fields{"excludeNames": []any{"us-gov-west-1b"}},
			fields{"names": []any{"us-gov-west-1a", "us-gov-west-1c"}, "zoneIds": []any{"usgw1-az1", "usgw1-az3"}}},
		{"the own region", "cn-north-1", "getRegion", nil,
			fields{"name": "cn-north-1", "endpoint": "ec2.cn-north-1.amazonaws.com.cn"}},
		{"another region", "us-east-2", "getRegion", fields{"name": "us-west-2"}, fields{"name": "us-west-2"}},
		{"the account", "us-gov-west-1", "getCallerIdentity", nil,
			fields{"accountId": "123456789012", "arn": "arn:aws-us-gov:iam::123456789012:user/pulumi"}},
		{"the partition", "cn-north-1", "getPartition", nil,
			fields{"partition": "aws-cn", "dnsSuffix": "amazonaws.com.cn", "reverseDnsPrefix": "cn.com.amazonaws"}},
		{"a principal", "us-east-2", "getServicePrincipal", fields{"serviceName": "ec2"}, fields{"name": "ec2.amazonaws.com"}},
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
