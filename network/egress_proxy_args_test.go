package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
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
				path + ".Network.ID: required", path + ".Subnets: required", path + ".AMI: required",
				path + ".Network.CIDR: required",
			},
		},
		"formats": {
			reason: "each of these fields has a format; a profile has a name, not an ARN; SSH is closed without SSHAllowedCIDRs",
			args: with(func(a *network.EgressProxyArgs) {
				a.Subnets, a.Hostname = []network.Subnet{{}}, "Proxy"
				a.AMI, a.InstanceType, a.KeyName = pulumi.String("rhel"), "small", pulumi.String("ops")
				a.InstanceProfile = pulumi.String("arn:aws:iam::123456789012:instance-profile/ssm")
				a.AllowedPrivateCIDRs = []string{"10.1.0.1/16"}
				a.Tags = pulumi.StringMap{"aws:x": pulumi.String("")}
				a.Network.CIDR = "0.0.0.0/0"
			}),
			want: []string{
				path + ".Subnets[0].ID: required", path + ".Subnets[0].Zone: required", path + ".Hostname: format",
				path + ".AMI: format", path + ".InstanceType: format", path + ".InstanceProfile: format",
				path + ".AllowedPrivateCIDRs[0]: format", path + ".KeyName: needs",
				path + ".Tags[aws:x]: AWS reserves the prefix aws:", path + ".Network.CIDR: range",
			},
		},
		"several without load balancer": {
			reason: "a proxy without a load balancer has one address",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets = balancedArgs().Subnets }),
			want:   []string{path + ".Subnets: must have one element (has 2), or set LoadBalancer"},
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
		"local zone": {
			reason: "Network Load Balancers are in Availability Zones only",
			args:   with(func(a *network.EgressProxyArgs) { a.Subnets[0].Zone = "us-east-2-chi-1a" }),
			want:   []string{path + ".Subnets[0].Zone: format"},
		},
		"domain": {
			reason: "squid has no wildcards, and an IP address is not a domain",
			args:   with(func(a *network.EgressProxyArgs) { a.AllowedDomains = []string{"*.redhat.com", "10.0.0.1"} }),
			want:   []string{path + ".AllowedDomains[0]: format", path + ".AllowedDomains[1]: format"},
		},
		"no proxy": {
			reason: "noProxy of ROSA accepts lower-case domains and IPv4 only",
			args:   with(func(a *network.EgressProxyArgs) { a.NoProxy = []string{"Example.com", "fd00::1", "a b"} }),
			want:   []string{path + ".NoProxy[0]: format", path + ".NoProxy[1]: format", path + ".NoProxy[2]: format"},
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
