package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestExistingVpcArgs(t *testing.T) {
	t.Parallel()
	const path = "network.ExistingVpcArgs"
	with := func(change func(*network.ExistingVpcArgs)) *network.ExistingVpcArgs {
		args := existingArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.ExistingVpcArgs
		want   []string
	}{
		"valid": {reason: "two zones with public and private subnets are valid", args: existingArgs()},
		"private only": {
			reason: "a private cluster needs no public subnet",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets = nil }),
		},
		"known tags": {
			reason: "an empty role tag means the same as 1",
			args: with(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": ""}
			}),
		},
		"missing tags with TagSubnets": {
			reason: "TagSubnets sets missing tags",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0].Tags = map[string]string{} }),
		},
		"local zone": {
			reason: "load balancers do not use subnets of Local Zones",
			args: with(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PrivateSubnets[0].Zone = "us-east-2-chi-1a"
				a.PrivateSubnets[0].Tags = map[string]string{}
			}),
		},
		"small VPC": {
			reason: "AWS's smallest VPC is a /28",
			args: with(func(a *network.ExistingVpcArgs) {
				a.CIDR = "10.0.0.0/28"
				a.PublicSubnets = nil
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.PrivateSubnets[0].CIDR = "10.0.0.0/28"
			}),
		},
		"secondary CIDR": {
			reason: "a subnet may be in a secondary CIDR",
			args: with(func(a *network.ExistingVpcArgs) {
				a.SecondaryCIDRs = []string{"10.1.0.0/16"}
				a.PrivateSubnets[0].CIDR = "10.1.0.0/20"
			}),
		},
		"ranges of OVN-Kubernetes elsewhere": {
			reason: "a shared VPC may have such a CIDR for others than the cluster",
			args:   with(func(a *network.ExistingVpcArgs) { a.SecondaryCIDRs = []string{"100.64.0.0/16"} }),
		},
		"subnet in a range of OVN-Kubernetes": {
			reason: "OVN-Kubernetes routes this range inside the cluster",
			args: with(func(a *network.ExistingVpcArgs) {
				a.SecondaryCIDRs = []string{"100.64.0.0/16"}
				a.PrivateSubnets[0].CIDR = "100.64.0.0/20"
			}),
			want: []string{path + ".PrivateSubnets[0].CIDR: overlap"},
		},
		"subnet twice": {
			reason: "a subnet is public or private",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PublicSubnets[0].ID = pulumi.String("subnet-0123456789abcdef0")
				a.PrivateSubnets[0].ID = pulumi.String("subnet-0123456789abcdef0")
			}),
			want: []string{path + ".PrivateSubnets[0].ID: duplicate"},
		},
		"nil": {
			reason: "VpcID, CIDR and PrivateSubnets are required",
			want:   []string{path + ".VpcID: required", path + ".PrivateSubnets: required", path + ".CIDR: required"},
		},
		"formats": {
			reason: "each of these fields has a format",
			args: with(func(a *network.ExistingVpcArgs) {
				a.VpcID, a.PublicRouteTableID, a.InfraID = pulumi.String("subnet-0123456789abcdef0"), pulumi.String("main"), "Demo"
				a.IPv6CIDR = pulumi.String("::/0")
				a.PublicSubnets[0] = network.ExistingSubnet{}
				a.PrivateSubnets[0].ID, a.PrivateSubnets[0].Zone = pulumi.String("vpc-0123456789abcdef0"), "us-east-2"
				a.PrivateSubnets[0].RouteTableID = pulumi.String("main")
				a.Endpoints = map[string]pulumi.StringInput{
					"ECR": pulumi.String("vpce-0123456789abcdef0"), "s3": nil, "sts": pulumi.String("sts"),
				}
				a.NATPublicIPs = map[string]pulumi.StringInput{"us-east-2-chi-1a": pulumi.String("192.0.2.7"), "us-east-2a": nil}
			}),
			want: []string{
				path + ".VpcID: format", path + ".IPv6CIDR: format", path + ".PublicSubnets[0].ID: required",
				path + ".PublicSubnets[0].Zone: required", path + ".PrivateSubnets[0].ID: format",
				path + ".PrivateSubnets[0].Zone: format", path + ".PrivateSubnets[0].RouteTableID: format",
				path + ".PublicRouteTableID: format", path + ".Endpoints[ECR]: format", path + ".Endpoints[s3]: required",
				path + ".NATPublicIPs[us-east-2-chi-1a]: format", path + ".NATPublicIPs[us-east-2a]: required",
				path + ".InfraID: format", path + ".PublicSubnets[0].CIDR: required",
			},
		},
		"zone twice": {
			reason: "machine pools accept one subnet per zone",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-east-2b" }),
			want:   []string{path + ".PrivateSubnets[1].Zone: duplicate"},
		},
		"two regions": {
			reason: "a VPC is in one region",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-west-2a" }),
			want:   []string{path + ": must be in one region (got us-east-2, us-west-2)"},
		},
		"subnet outside": {
			reason: "a subnet is within the CIDRs of its VPC",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.1.0.0/20" }),
			want: []string{
				path + ".PrivateSubnets[1].CIDR: 10.1.0.0/20 is not within the VPC's CIDRs [10.0.0.0/16]",
			},
		},
		"overlap": {
			reason: "subnets of a VPC do not overlap",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.0.0.0/20" }),
			want:   []string{path + ".PrivateSubnets[1].CIDR: overlap"},
		},
		"CIDRs overlap": {
			reason: "the CIDRs of a VPC do not overlap",
			args:   with(func(a *network.ExistingVpcArgs) { a.SecondaryCIDRs = []string{"10.0.0.0/20"} }),
			want:   []string{path + ".SecondaryCIDRs[0]: overlap"},
		},
		"VPC too large": {
			reason: "AWS accepts VPCs of /16 to /28",
			args:   with(func(a *network.ExistingVpcArgs) { a.CIDR = "10.0.0.0/8" }),
			want:   []string{path + ".CIDR: range"},
		},
		"missing tag": {
			reason: "load balancers find subnets by their role tag",
			args: with(
				func(a *network.ExistingVpcArgs) { a.TagSubnets = false; a.PrivateSubnets[0].Tags = map[string]string{} },
			),
			want: []string{
				path + ".PrivateSubnets[0].Tags: kubernetes.io/role/internal-elb must be 1 or empty on a " +
					"private subnet; tag the subnet or set TagSubnets",
			},
		},
		"wrong value": {
			reason: "load balancers ignore a role tag with another value than 1",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "0"}
			}),
			want: []string{
				path + ".PublicSubnets[0].Tags: kubernetes.io/role/elb must be 1 or empty on a public " +
					"subnet; tag the subnet or set TagSubnets",
			},
		},
		"role tag of the other kind": {
			reason: "a public load balancer must not use a private subnet",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "1"}
			}),
			want: []string{
				path + ".PrivateSubnets[0].Tags: kubernetes.io/role/elb must not be set on a private " +
					"subnet, because load balancers of the other kind would use it",
			},
		},
		"owned": {
			reason: "openshift-install deletes subnets with the value owned",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/cluster/demo-x7k2p": "owned"}
			}),
			want: []string{
				path + ".PrivateSubnets[0].Tags: kubernetes.io/cluster/demo-x7k2p must be shared, " +
					"because openshift-install destroy cluster would delete a subnet that is owned",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
			if len(tt.want) > 0 {
				mockstest.Rejected(t, existing(tt.args), path, tt.reason)
			}
		})
	}
}
