package network

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// SecurityGroupsArgs are the arguments of SecurityGroups.
type SecurityGroupsArgs struct {
	// InfraID is the cluster's infrastructure id. Required. It begins the Name tags and names the cluster tag;
	// a change updates tags in place.
	InfraID string
	// VpcID is the VPC's id. Required. A change replaces the groups.
	VpcID pulumi.StringInput
	// VpcCIDR is the VPC's IPv4 range, from which load balancers send. Required. A change updates the rules in place.
	VpcCIDR string
	// SecondaryCIDRs are the VPC's further IPv4 ranges, such as Vpc.SecondaryCIDRs: machines and load balancers in them are let in
	// as those in VpcCIDR are. A change adds and removes rules.
	SecondaryCIDRs []string
	// VpcIPv6CIDR is the VPC's IPv6 range, such as Vpc.IPv6CIDR of a Vpc with IPv6. With it the groups also let IPv6 out, and in
	// from the VPC where they let IPv4 in. Default: IPv4 only; leave it out for a VPC without IPv6, of which the range is empty. A change
	// updates the rules in place.
	VpcIPv6CIDR pulumi.StringInput
	// Tags are set on groups and rules. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *SecurityGroupsArgs) Validate() error {
	if a == nil {
		a = &SecurityGroupsArgs{}
	}
	var p check.Problems
	names.CheckInfraID(&p, "network.SecurityGroupsArgs.InfraID", a.InfraID)
	p.Required("network.SecurityGroupsArgs.VpcID", a.VpcID)
	checkVpcRanges(&p, "network.SecurityGroupsArgs", "VpcCIDR", a.VpcCIDR, a.SecondaryCIDRs)
	tags.Check(&p, "network.SecurityGroupsArgs.Tags", a.Tags)
	return p.Err()
}
