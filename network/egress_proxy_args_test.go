package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestEgressProxyArgs(t *testing.T) {
	t.Parallel()
	const path = "network.EgressProxyArgs"
	with := func(change func(*network.EgressProxyArgs)) *network.EgressProxyArgs {
		args := proxyArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.EgressProxyArgs
		want   []string
	}{
		"valid":    {reason: "a single instance needs a network, a subnet and an AMI", args: proxyArgs()},
		"balanced": {reason: "all fields can be set together", args: balancedArgs()},
		"one balanced": {
			reason: "a load balancer keeps the URL when a zone is added later",
			args:   with(func(a *network.EgressProxyArgs) { a.LoadBalancer = true }),
		},
		"hostname": {
			reason: "a hostname is a domain of the VPC",
			args:   with(func(a *network.EgressProxyArgs) { a.Hostname = "Proxy" }),
			want:   []string{path + ".Hostname: format"},
		},
		"hostname in GovCloud": {
			reason: "the name of a zone cannot be a CNAME",
			args: with(func(a *network.EgressProxyArgs) {
				a.Hostname, a.LoadBalancer, a.Subnets[0].Zone = "proxy.demo.internal", true, "us-gov-west-1a"
			}),
			want: []string{path + ".Hostname: must not be set together with LoadBalancer in us-gov-west-1, " +
				"whose hosted zones have no alias records"},
		},
		"hosts": {
			reason: "names need no dot, and noProxy accepts addresses",
			args: with(func(a *network.EgressProxyArgs) {
				a.AllowedDomains = []string{"localmirror"}
				a.NoProxy = []string{"registry", "10.1.0.0/16"}
			}),
		},
		"nil": {
			reason: "Network, Subnets and AMI are required",
			want: []string{
				path + ".Network.ID: required", path + ".Network.CIDR: required", path + ".Subnets: required",
				path + ".AMI: required",
			},
		},
		"several without load balancer": {
			reason: "a proxy without a load balancer has one address",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets = balancedArgs().Subnets }),
			want:   []string{path + ".Subnets: must have one element (has 2), or set LoadBalancer"},
		},
		"empty subnet": {
			reason: "a subnet's ID and zone are required",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets = []network.Subnet{{}} }),
			want:   []string{path + ".Subnets[0].ID: required", path + ".Subnets[0].Zone: required"},
		},
		"zone twice": {
			reason: "a proxy has one instance per zone",
			args: with(
				func(a *network.EgressProxyArgs) { a.LoadBalancer = true; a.Subnets = append(a.Subnets, a.Subnets[0]) },
			),
			want: []string{path + ".Subnets[1].ID: duplicate", path + ".Subnets[1].Zone: duplicate"},
		},
		"one subnet in two zones": {
			reason: "a subnet is in one zone",
			args: with(func(a *network.EgressProxyArgs) {
				a.LoadBalancer = true
				a.Subnets = append(a.Subnets, network.Subnet{ID: a.Subnets[0].ID, Zone: "us-east-2b"})
			}),
			want: []string{path + ".Subnets[1].ID: duplicate"},
		},
		"subnet of a wrong kind": {
			reason: "EC2 expects the ID of a subnet",
			args: with(func(a *network.EgressProxyArgs) {
				a.Subnets = []network.Subnet{{ID: pulumi.String("vpc-0123456789abcdef0"), Zone: "us-east-2a"}}
			}),
			want: []string{path + ".Subnets[0].ID: format"},
		},
		"local zone": {
			reason: "Network Load Balancers are in Availability Zones only",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" }),
			want:   []string{path + ".Subnets[0].Zone: format"},
		},
		"network": {
			reason: "AWS accepts VPCs of /16 to /28",
			args:   with(func(a *network.EgressProxyArgs) { a.Network.CIDR = "0.0.0.0/0" }),
			want:   []string{path + ".Network.CIDR: range"},
		},
		"forms": {
			reason: "AMI and InstanceType have the forms of EC2",
			args: with(func(a *network.EgressProxyArgs) {
				a.AMI = pulumi.String("rhel")
				a.InstanceType = "small"
			}),
			want: []string{path + ".AMI: format", path + ".InstanceType: format"},
		},
		"domain": {
			reason: "squid has no wildcards, and an IP address is not a domain",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"*.redhat.com", "10.0.0.1"} }),
			want:   []string{path + ".AllowedDomains[0]: format", path + ".AllowedDomains[1]: format"},
		},
		"domain twice": {
			reason: "squid warns of duplicates",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"quay.io", "quay.io"} }),
			want:   []string{path + ".AllowedDomains[1]: duplicate"},
		},
		"no proxy": {
			reason: "noProxy of ROSA accepts lower-case domains and IPv4 only",
			args:   with(func(a *network.EgressProxyArgs) { a.NoProxy = []string{"Example.com", "fd00::1", "a b"} }),
			want:   []string{path + ".NoProxy[0]: format", path + ".NoProxy[1]: format", path + ".NoProxy[2]: format"},
		},
		"clients": {
			reason: "AWS clears host bits",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedCIDRs = []string{"10.1.0.1/16"} }),
			want:   []string{path + ".AllowedCIDRs[0]: format"},
		},
		"open proxy": {
			reason: "a proxy for the whole internet would be abused",
			args: with(func(a *network.EgressProxyArgs) {
				a.AllowedCIDRs = []string{"0.0.0.0/0", "128.0.0.0/1"}
				a.SSHAllowedCIDRs = []string{"0.0.0.0/0"}
			}),
			want: []string{
				path + ".AllowedCIDRs[0]: range", path + ".AllowedCIDRs[1]: range", path + ".SSHAllowedCIDRs[0]: range",
			},
		},
		"numbers as domains": {
			reason: "the resolver parses numbers as addresses",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"2130706433", "0x7f.1", "0"} }),
			want: []string{
				path + ".AllowedDomains[0]: format", path + ".AllowedDomains[1]: format", path + ".AllowedDomains[2]: format",
			},
		},
		"instance profile": {
			reason: "EC2 expects the name of the profile, not its ARN",
			args: with(func(a *network.EgressProxyArgs) {
				a.InstanceProfile = pulumi.String("arn:aws:iam::123456789012:instance-profile/ssm")
			}),
			want: []string{path + ".InstanceProfile: format"},
		},
		"subnets elsewhere": {
			reason: "the subnets of a VPC are in one region and within its CIDRs",
			args: with(func(a *network.EgressProxyArgs) {
				a.LoadBalancer = true
				a.Subnets = append(a.Subnets, network.Subnet{
					ID: pulumi.String("subnet-0123456789abcdef1").ToStringOutput(), Zone: "us-west-2a", CIDR: "10.9.0.0/24",
				})
			}),
			want: []string{
				path + ".Subnets[1].CIDR: 10.9.0.0/24 is not within the VPC's CIDRs [10.0.0.0/16]",
				path + ".Subnets: must be in one region (got us-east-2, us-west-2)",
			},
		},
		"key without SSH": {
			reason: "a key pair has no effect while the SSH port is closed",
			args:   with(func(a *network.EgressProxyArgs) { a.KeyName = pulumi.String("ops") }),
			want:   []string{path + ".KeyName: needs"},
		},
		"tags": {
			reason: "AWS reserves the prefix aws:",
			args:   with(func(a *network.EgressProxyArgs) { a.Tags = pulumi.StringMap{"aws:x": pulumi.String("")} }),
			want:   []string{path + ".Tags[aws:x]: AWS reserves the prefix aws:"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
			if len(tt.want) > 0 {
				mockstest.Rejected(t, proxy(tt.args), path, tt.reason)
			}
		})
	}
}
