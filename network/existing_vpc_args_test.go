package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestExistingVpcArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "network.ExistingVpcArgs", map[string]checktest.Case{
		"valid": {Reason: "two zones with public and private subnets are valid", Args: existingArgs()},
		"private only": {
			Reason: "a private cluster needs no public subnet",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PublicSubnets = nil }),
		},
		"known tags": {
			Reason: "an empty role tag means the same as 1, and load balancers do not use subnets of Local Zones",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": ""}
				a.PrivateSubnets[0].Zone = "us-east-2-chi-1a"
				a.PrivateSubnets[0].Tags = map[string]string{}
			}),
		},
		"missing tags with TagSubnets": {
			Reason: "TagSubnets sets missing tags",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0].Tags = map[string]string{} }),
		},
		"small VPC": {
			Reason: "AWS's smallest VPC is a /28",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.CIDR = "10.0.0.0/28"
				a.PublicSubnets = nil
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.PrivateSubnets[0].CIDR = "10.0.0.0/28"
			}),
		},
		"secondary CIDRs": {
			Reason: "a subnet may be in a secondary CIDR, and a shared VPC have a range of OVN-Kubernetes for others than the cluster",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.SecondaryCIDRs = []string{"10.1.0.0/16", "100.64.0.0/16"}
				a.PrivateSubnets[0].CIDR = "10.1.0.0/20"
			}),
		},
		"subnet in a range of OVN-Kubernetes": {
			Reason: "OVN-Kubernetes routes this range inside the cluster",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.SecondaryCIDRs = []string{"100.64.0.0/16"}
				a.PrivateSubnets[0].CIDR = "100.64.0.0/20"
			}),
			Want: []string{".PrivateSubnets[0].CIDR: overlap"},
		},
		"subnet twice": {
			Reason: "a subnet is public or private",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.PublicSubnets[0].ID = pulumi.String("subnet-0123456789abcdef0")
				a.PrivateSubnets[0].ID = pulumi.String("subnet-0123456789abcdef0")
			}),
			Want: []string{".PrivateSubnets[0].ID: duplicate"},
		},
		"subnet without a CIDR": {
			Reason: "rules and other subnets depend on it",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0].CIDR = "" }),
			Want:   []string{".PublicSubnets[0].CIDR: required"},
		},
		"zone twice": {
			Reason: "machine pools accept one subnet per zone",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-east-2b" }),
			Want:   []string{".PrivateSubnets[1].Zone: duplicate"},
		},
		"two regions": {
			Reason: "a VPC is in one region",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-west-2a" }),
			Want:   []string{": must be in one region (got us-east-2, us-west-2)"},
		},
		"subnet outside": {
			Reason: "a subnet is within the CIDRs of its VPC",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.1.0.0/20" }),
			Want:   []string{".PrivateSubnets[1].CIDR: 10.1.0.0/20 is not within the VPC's CIDRs [10.0.0.0/16]"},
		},
		"overlap": {
			Reason: "subnets of a VPC do not overlap",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.0.0.0/20" }),
			Want:   []string{".PrivateSubnets[1].CIDR: overlap"},
		},
		"CIDRs overlap": {
			Reason: "the CIDRs of a VPC do not overlap",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.SecondaryCIDRs = []string{"10.0.0.0/20"} }),
			Want:   []string{".SecondaryCIDRs[0]: overlap"},
		},
		"VPC too large": {
			Reason: "AWS accepts VPCs of /16 to /28",
			Args:   existingArgs(func(a *network.ExistingVpcArgs) { a.CIDR = "10.0.0.0/8" }),
			Want:   []string{".CIDR: range"},
		},
		"missing tag": {
			Reason: "load balancers find subnets by their role tag",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PrivateSubnets[0].Tags = map[string]string{}
			}),
			Want: []string{".PrivateSubnets[0].Tags: kubernetes.io/role/internal-elb must be 1 or empty on a " +
				"private subnet; tag the subnet or set TagSubnets"},
		},
		"wrong value": {
			Reason: "load balancers ignore a role tag with another value than 1",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "0"}
			}),
			Want: []string{".PublicSubnets[0].Tags: kubernetes.io/role/elb must be 1 or empty on a public " +
				"subnet; tag the subnet or set TagSubnets"},
		},
		"role tag of the other kind": {
			Reason: "a public load balancer must not use a private subnet",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "1"}
			}),
			Want: []string{".PrivateSubnets[0].Tags: kubernetes.io/role/elb must not be set on a private " +
				"subnet, because load balancers of the other kind would use it"},
		},
		"owned": {
			Reason: "openshift-install deletes subnets with the value owned",
			Args: existingArgs(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/cluster/demo-x7k2p": "owned"}
			}),
			Want: []string{".PrivateSubnets[0].Tags: kubernetes.io/cluster/demo-x7k2p must be shared, " +
				"because openshift-install destroy cluster would delete a subnet that is owned"},
		},
	})
}
