package network

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestDHCPDomain(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "ec2.internal", (&DHCPOptionsArgs{}).domain("us-east-1"))
	assert.Equal(t, "eu-west-1.compute.internal", (&DHCPOptionsArgs{}).domain("eu-west-1"))
	assert.Equal(t, "corp.example", (&DHCPOptionsArgs{DomainName: "corp.example"}).domain("eu-west-1"))
}

func TestDHCPOptionsArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"DHCP": {
			Reason: "every field of DHCPOptionsArgs has a default",
			Args:   &VpcArgs{Zones: zonesABC, DHCP: &DHCPOptionsArgs{}},
		},
		"DHCP servers": {
			Reason: "AmazonProvidedDNS and IPv6 addresses are valid",
			Args: &VpcArgs{
				Zones: zonesABC,
				DHCP: &DHCPOptionsArgs{
					DomainName:        "corp",
					DomainNameServers: []string{"AmazonProvidedDNS"},
					NTPServers:        []string{"fd00:ec2::123"},
				},
			},
		},
	})
}
