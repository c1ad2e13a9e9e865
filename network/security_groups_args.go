package network

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// SecurityGroupsArgs are the arguments of SecurityGroups. Unless a field says otherwise, changes are applied in place.
type SecurityGroupsArgs struct {
	// InfraID is the cluster's infrastructure ID, for the Name tags and the cluster tag. Required.
	InfraID string
	// Network is the VPC, such as Vpc.Network. The groups allow the API and node ports from its CIDRs, also over IPv6 if it has IPv6.
	// Required. Another VPC replaces the groups.
	Network Network
	// Tags are set on groups and rules. The component's own tags override them.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *SecurityGroupsArgs) Validate() error {
	if a == nil {
		a = &SecurityGroupsArgs{}
	}
	const path = "network.SecurityGroupsArgs"
	var p check.Problems
	names.CheckInfraID(&p, path+".InfraID", a.InfraID)
	a.Network.Check(&p, path+".Network")
	tags.Check(&p, path+".Tags", a.Tags)
	return p.ErrOf(a)
}
