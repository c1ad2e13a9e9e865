package network

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// SecurityGroupsArgs are the arguments of SecurityGroups. Unless a field says otherwise, changes are applied in place.
type SecurityGroupsArgs struct {
	// InfraID is the cluster's infrastructure ID, for the Name tags and the cluster tag. Required.
	InfraID string `check:"required,infra-id"`
	// Network is the VPC, such as Vpc.Network. The groups allow the API and node ports from its CIDRs, also over IPv6 if it has IPv6.
	// Required. Another VPC replaces the groups.
	Network Network
	// NodePortCIDRs are the IPv4 CIDRs, /8 to /32, that reach the node ports of all machines, such as those of the subnets of network load
	// balancers for Services. The machines reach them always. An empty list is none; then also the VPC's IPv6 range does not. Defaults to
	// the CIDRs of the VPC.
	NodePortCIDRs []string `check:"cidr=8..32"`
	// Tags are set on groups and rules. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *SecurityGroupsArgs) Validate() error {
	if a == nil {
		a = &SecurityGroupsArgs{}
	}
	p := check.Struct(a)
	a.Network.check(&p, "network.SecurityGroupsArgs.Network")
	return p.ErrOf(a)
}
