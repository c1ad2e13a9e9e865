package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEndpointServices(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]struct{ gateway, partition, global string }{
		"us-east-2": {
			gateway:   "com.amazonaws.us-east-2.s3",
			partition: "com.amazonaws.us-east-2.ec2",
			global:    "com.amazonaws.us-east-2.kms",
		},
		"us-gov-west-1": {
			gateway:   "com.amazonaws.us-gov-west-1.s3",
			partition: "com.amazonaws.us-gov-west-1.ec2",
			global:    "com.amazonaws.us-gov-west-1.kms",
		},
		"cn-north-1": {
			gateway:   "com.amazonaws.cn-north-1.s3",
			partition: "cn.com.amazonaws.cn-north-1.ec2",
			global:    "com.amazonaws.cn-north-1.kms",
		},
		"us-iso-east-1": {
			gateway:   "gov.ic.c2s.us-iso-east-1.s3",
			partition: "gov.ic.c2s.us-iso-east-1.ec2",
			global:    "com.amazonaws.us-iso-east-1.kms",
		},
		"us-isob-east-1": {
			gateway:   "gov.sgov.sc2s.us-isob-east-1.s3",
			partition: "gov.sgov.sc2s.us-isob-east-1.ec2",
			global:    "com.amazonaws.us-isob-east-1.kms",
		},
	} {
		assert.Equal(t, want.gateway, gatewayService(region, "s3"))
		assert.Equal(t, want.partition, interfaceService(region, "ec2"))
		assert.Equal(t, want.global, interfaceService(region, "kms"))
	}
	const full = "com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0"
	assert.Equal(t, full, interfaceService("us-east-2", full))
}
