package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVpcNoProxy(t *testing.T) {
	t.Parallel()
	args := VpcArgs{
		CIDR:      "10.9.0.0/16",
		Zones:     []string{"cn-north-1a"},
		Endpoints: &EndpointsArgs{Services: []string{"ecr.dkr", "com.amazonaws.cn-north-1.kms"}},
	}
	assert.Equal(t, []string{"10.9.0.0/16", "s3.cn-north-1.amazonaws.com.cn", "dkr.ecr.cn-north-1.amazonaws.com.cn"},
		args.noProxy(), "the hosts of a service with a full name are not known")
	assert.True(t, isNoProxyHost("dkr.ecr.cn-north-1.amazonaws.com.cn"))
	assert.Equal(t, []string{"10.9.0.0/16", "s3.us-gov-west-1.amazonaws.com"},
		(&VpcArgs{CIDR: "10.9.0.0/16", Zones: []string{"us-gov-west-1a"}}).noProxy())
}
