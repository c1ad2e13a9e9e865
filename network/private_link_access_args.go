package network

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// PrivateLinkAccessArgs are the arguments of a PrivateLinkAccess. Unless a field says otherwise, changes are applied in place.
type PrivateLinkAccessArgs struct {
	// Network is the cluster's VPC, such as Vpc.Network. Required. Another VPC replaces the security group.
	Network Network
	// DomainPrefix is the first label of the cluster's domain, which the private hosted zone <domain prefix>.hypershift.local begins with:
	// HCP.DomainPrefix of package cluster/rosa. It is not the cluster's name if that is longer than 15 characters (HyperShift names the
	// zone after the HostedCluster, which has the name of the domain prefix: openshift/osdctl, must-gather). Required.
	DomainPrefix pulumi.StringInput `check:"required,format=dns-label"`
	// ClusterID is the cluster's ID in OpenShift Cluster Manager, by which the endpoint is found. The endpoint exists when the cluster is
	// ready: pass an output that waits for that. Either this or EndpointID is required.
	ClusterID pulumi.StringInput
	// EndpointID is the endpoint's ID, such as vpce-0123456789abcdef0, if it is known.
	EndpointID pulumi.StringInput `check:"format=vpc-endpoint-id"`
	// AllowedCIDRs are the IPv4 CIDRs with access to the control plane, such as those of an office or of a peered VPC. This or
	// AllowedSecurityGroupIDs is required.
	AllowedCIDRs []string `check:"cidr"`
	// AllowedSecurityGroupIDs are the IDs of security groups whose members have access to the control plane, by keys that you choose
	// and that name the rules: {"bastion": group.ID()}.
	AllowedSecurityGroupIDs map[string]pulumi.StringInput `check:"keys=rule-name,format=security-group-id"`
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *PrivateLinkAccessArgs) Validate() error {
	if a == nil {
		a = &PrivateLinkAccessArgs{}
	}
	const path = "network.PrivateLinkAccessArgs"
	p := check.Struct(a)
	a.Network.check(&p, path+".Network")
	p.ExactlyOne(path, check.Choice{Field: "ClusterID", Set: a.ClusterID != nil}, check.Choice{Field: "EndpointID", Set: a.EndpointID != nil})
	if len(a.AllowedCIDRs) == 0 && len(a.AllowedSecurityGroupIDs) == 0 {
		p.Addf(path, "must set AllowedCIDRs, AllowedSecurityGroupIDs or both")
	}
	return p.ErrOf(a)
}
