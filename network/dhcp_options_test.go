package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDHCPDomain(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "ec2.internal", (&DHCPOptionsArgs{}).domain("us-east-1"))
	assert.Equal(t, "eu-west-1.compute.internal", (&DHCPOptionsArgs{}).domain("eu-west-1"))
	assert.Equal(t, "corp.example", (&DHCPOptionsArgs{DomainName: "corp.example"}).domain("eu-west-1"))
}

func TestDHCPOptionsArgs(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"DHCP": {
			reason: "every field of DHCPOptionsArgs has a default",
			args:   &VpcArgs{Zones: zonesABC, DHCP: &DHCPOptionsArgs{}},
		},
		"DHCP servers": {
			reason: "AmazonProvidedDNS and IPv6 addresses are valid",
			args: &VpcArgs{
				Zones: zonesABC,
				DHCP: &DHCPOptionsArgs{
					DomainName:        "corp",
					DomainNameServers: []string{"AmazonProvidedDNS"},
					NTPServers:        []string{"fd00:ec2::123"},
				},
			},
		},
		"two domains": {
			reason: "nodes with two domains do not join",
			args:   &VpcArgs{Zones: zonesABC, DHCP: &DHCPOptionsArgs{DomainName: "a.example b.example"}},
			want:   []string{vpcPath + ".DHCP.DomainName: format"},
		},
		"DHCP servers invalid": {
			reason: "DHCP options have at most 4 servers, given by address",
			args: &VpcArgs{
				Zones: zonesABC,
				DHCP: &DHCPOptionsArgs{
					DomainNameServers: []string{"10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"},
					NTPServers:        []string{"AmazonProvidedDNS"},
				},
			},
			want: []string{
				vpcPath + ".DHCP.DomainNameServers: range", vpcPath + ".DHCP.NTPServers[0]: format",
			},
		},
	})
}
