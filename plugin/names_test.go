package plugin

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPropertyName(t *testing.T) {
	for goName, want := range map[string]string{
		"Zones": "zones", "CIDR": "cidr", "InfraID": "infraId", "NATElasticIPAllocationIDs": "natElasticIpAllocationIds",
		"SecondaryCIDRs": "secondaryCidrs", "IPv6": "ipv6", "IPv6CIDR": "ipv6Cidr", "AllowIMDSv1": "allowImdsv1", "EC2Endpoint": "ec2Endpoint",
		"OpenShiftVersion": "openshiftVersion", "EBSCSIRoleARN": "ebsCsiRoleArn", "MultiAZ": "multiAz", "OAuth": "oauth", "HTPasswd": "htpasswd",
		"HTTPSPort": "httpsPort", "RosaSHA256": "rosaSha256", "GPUs": "gpus", "SizeGiB": "sizeGib", "ThroughputMiB": "throughputMib",
		"APIServerLBSecurityGroupIDs": "apiServerLbSecurityGroupIds", "OpenID": "openid",
	} {
		assert.Equal(t, want, PropertyName(goName))
	}
}
