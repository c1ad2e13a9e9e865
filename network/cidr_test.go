package network

import (
	"testing"
)

func TestVpcCIDRs(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"largest VPC": {reason: "AWS's largest VPC is a /16", args: &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/16"}},
		"smallest VPC": {
			reason: "8 zone blocks fit in a /24",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/24"},
		},
		"public addresses": {
			reason: "a VPC may have a CIDR outside of the private ranges",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "100.72.0.0/16"},
		},
		"secondary CIDR": {
			reason: "subnets may be in a secondary CIDR",
			args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"100.72.0.0/16"},
				Subnets:        map[string]SubnetCIDRs{"us-east-2a": {Private: "100.72.0.0/18"}},
			},
		},
		"ranges of OVN-Kubernetes": {
			reason: "OVN-Kubernetes routes these ranges inside the cluster",
			args: &VpcArgs{
				Zones:          zonesABC,
				CIDR:           "100.64.0.0/16",
				SecondaryCIDRs: []string{"100.88.128.0/17"},
			},
			want: []string{vpcPath + ".CIDR: overlap", vpcPath + ".SecondaryCIDRs[0]: overlap"},
		},
		"addresses of no host": {
			reason: "AWS rejects 0.0.0.0/8 and 240.0.0.0/4",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "0.0.0.0/16", SecondaryCIDRs: []string{"255.255.0.0/16"}},
			want: []string{
				vpcPath + ".CIDR: 0.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
				vpcPath + ".SecondaryCIDRs[0]: 255.255.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
			},
		},
		"secondary CIDRs of the same range": {
			reason: "AWS adds private CIDRs of the same range, and any that are not private",
			args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"10.1.0.0/16", "10.255.0.0/16", "100.127.0.0/16", "198.18.0.0/16"},
			},
		},
		"secondary CIDRs of 172.16.0.0/12": {
			reason: "AWS adds 172.16.0.0/12 to 172.31.0.0/16",
			args: &VpcArgs{
				Zones:          zonesABC,
				CIDR:           "172.31.0.0/16",
				SecondaryCIDRs: []string{"172.16.0.0/16", "172.30.0.0/16"},
			},
		},
		"secondary CIDRs of 192.168.0.0/16": {
			reason: "AWS adds parts of 192.168.0.0/16 to each other",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "192.168.0.0/20", SecondaryCIDRs: []string{"192.168.128.0/20"}},
		},
		"smallest secondary CIDRs": {
			reason: "AWS's smallest secondary CIDR is a /28",
			args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"10.1.0.0/28", "10.1.0.16/28", "10.1.0.32/28", "10.1.0.48/28"},
			},
		},
		"too small": {
			reason: "8 zone blocks do not fit in less than a /24",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/26"},
			want:   []string{vpcPath + ".CIDR: range"},
		},
		"too large": {
			reason: "AWS's largest VPC is a /16",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/8"},
			want:   []string{vpcPath + ".CIDR: range"},
		},
		"host bits": {
			reason: "AWS clears host bits, and every preview would show a difference",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.1.0/16"},
			want:   []string{vpcPath + ".CIDR: format"},
		},
		"another private range": {
			reason: "AWS adds no CIDR of another private range",
			args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"172.16.0.0/16", "192.168.0.0/20", "198.19.0.0/20"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 172.16.0.0/16, a part of 172.16.0.0/12, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
				vpcPath + ".SecondaryCIDRs[1]: AWS does not add 192.168.0.0/20, a part of " +
					"192.168.0.0/16, to a VPC with primary CIDR 10.0.0.0/16; use a range near the " +
					"primary CIDR or in 100.64.0.0/10 (for example, 100.72.0.0/16)",
				vpcPath + ".SecondaryCIDRs[2]: AWS does not add 198.19.0.0/20, a part of 198.19.0.0/16, " +
					"to a VPC with primary CIDR 10.0.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"private CIDR for a public one": {
			reason: "AWS adds no private CIDR to a VPC outside of the private ranges",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "100.72.0.0/16", SecondaryCIDRs: []string{"10.0.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 10.0.0.0/16, a part of 10.0.0.0/8, to a " +
					"VPC with primary CIDR 100.72.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"10.0.0.0/16 for 10.1.0.0/16": {
			reason: "AWS does not add 10.0.0.0/16 to a VPC in 10.1.0.0/16",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.1.0.0/16", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 10.0.16.0/20, a part of 10.0.0.0/16, to " +
					"a VPC with primary CIDR 10.1.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"10.0.0.0/16 for 10.0.0.0/20": {
			reason: "AWS does not add 10.0.0.0/16 to a VPC in 10.0.0.0/15, which includes 10.0.0.0/16",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.0.0.0/20", SecondaryCIDRs: []string{"10.0.16.0/20"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 10.0.16.0/20, a part of 10.0.0.0/16, to " +
					"a VPC with primary CIDR 10.0.0.0/20; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"172.31.0.0/16 for 172.16.0.0/12": {
			reason: "AWS does not add 172.31.0.0/16 to a VPC in 172.16.0.0/12",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "172.16.0.0/16", SecondaryCIDRs: []string{"172.31.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: AWS does not add 172.31.0.0/16, a part of 172.31.0.0/16, " +
					"to a VPC with primary CIDR 172.16.0.0/16; use a range near the primary CIDR or in " +
					"100.64.0.0/10 (for example, 100.72.0.0/16)",
			},
		},
		"link-local": {
			reason: "link-local addresses include the instance metadata service",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "169.254.0.0/16"},
			want:   []string{vpcPath + ".CIDR: 169.254.0.0/16 is reserved; use another range, such as 10.0.0.0/16"},
		},
		"loopback and multicast": {
			reason: "no network interface has a loopback or multicast address",
			args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"127.0.0.0/16", "224.0.0.0/16"}},
			want: []string{
				vpcPath + ".SecondaryCIDRs[0]: 127.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
				vpcPath + ".SecondaryCIDRs[1]: 224.0.0.0/16 is reserved; use another range, such as 10.0.0.0/16",
			},
		},
		"secondary CIDR overlaps": {
			reason: "the CIDRs of a VPC do not overlap",
			args:   &VpcArgs{Zones: zonesABC, CIDR: "10.2.0.0/16", SecondaryCIDRs: []string{"10.2.128.0/20"}},
			want:   []string{vpcPath + ".SecondaryCIDRs[0]: overlap"},
		},
		"duplicate secondary CIDR": {
			reason: "the CIDRs of a VPC do not overlap",
			args:   &VpcArgs{Zones: zonesABC, SecondaryCIDRs: []string{"10.1.0.0/20", "10.1.0.0/20"}},
			want:   []string{vpcPath + ".SecondaryCIDRs[1]: overlap"},
		},
		"too many secondary CIDRs": {
			reason: "AWS's quota is 4 secondary CIDRs",
			args: &VpcArgs{
				Zones:          zonesABC,
				SecondaryCIDRs: []string{"10.1.0.0/20", "10.2.0.0/20", "10.3.0.0/20", "10.4.0.0/20", "10.5.0.0/20"},
			},
			want: []string{vpcPath + ".SecondaryCIDRs: range"},
		},
	})
}
