package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEndpointServices(t *testing.T) {
	t.Parallel()
	for region, want := range map[string][]string{
		"us-east-2":      {"com.amazonaws.us-east-2.s3", "com.amazonaws.us-east-2.ec2", "com.amazonaws.us-east-2.kms"},
		"us-gov-west-1":  {"com.amazonaws.us-gov-west-1.s3", "com.amazonaws.us-gov-west-1.ec2", "com.amazonaws.us-gov-west-1.kms"},
		"cn-north-1":     {"com.amazonaws.cn-north-1.s3", "cn.com.amazonaws.cn-north-1.ec2", "com.amazonaws.cn-north-1.kms"},
		"us-iso-east-1":  {"gov.ic.c2s.us-iso-east-1.s3", "gov.ic.c2s.us-iso-east-1.ec2", "com.amazonaws.us-iso-east-1.kms"},
		"us-isob-east-1": {"gov.sgov.sc2s.us-isob-east-1.s3", "gov.sgov.sc2s.us-isob-east-1.ec2", "com.amazonaws.us-isob-east-1.kms"},
	} {
		assert.Equal(
			t,
			want,
			[]string{gatewayService(region, "s3"), interfaceService(region, "ec2"), interfaceService(region, "kms")},
		)
	}
	const whole = "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"
	assert.Equal(t, whole, interfaceService("us-east-2", whole))
}
