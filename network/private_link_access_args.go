package network

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// PrivateLinkAccessArgs are the arguments of PrivateLinkAccess.
type PrivateLinkAccessArgs struct {
	// VpcID is the id of the cluster's VPC. Required. A change replaces the group.
	VpcID pulumi.StringInput
	// ClusterName is the cluster's name, which the private zone <name>.hypershift.local bears. Required.
	ClusterName pulumi.StringInput
	// ClusterID is the cluster's id in OpenShift Cluster Manager, by which the endpoint is found once the cluster is ready. Pass
	// an output that waits for that. Either this or EndpointID is required.
	ClusterID pulumi.StringInput
	// EndpointID is the endpoint's id, such as vpce-0123456789abcdef0, where it is known.
	EndpointID pulumi.StringInput
	// AllowedCIDRs are IPv4 ranges that may reach the control plane, such as those of an office or of a peered VPC. A change adds
	// and removes rules. Ranges or groups are required.
	AllowedCIDRs []string
	// AllowedSecurityGroupIDs are groups whose members may reach the control plane, by names of your own that name the rules:
	// {"bastion": group.ID()}. A change adds and removes rules.
	AllowedSecurityGroupIDs map[string]pulumi.StringInput
	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *PrivateLinkAccessArgs) Validate() error {
	if a == nil {
		a = &PrivateLinkAccessArgs{}
	}
	const path = "network.PrivateLinkAccessArgs"
	var p check.Problems
	p.Required(path+".VpcID", a.VpcID)
	p.Required(path+".ClusterName", a.ClusterName)
	if (a.ClusterID == nil) == (a.EndpointID == nil) {
		p.Addf(path+".ClusterID", "or %s.EndpointID must say which endpoint; give one of them", path)
	}
	if len(a.AllowedCIDRs) == 0 && len(a.AllowedSecurityGroupIDs) == 0 {
		p.Addf(path+".AllowedCIDRs", "and %s.AllowedSecurityGroupIDs are empty; name who may reach the control plane", path)
	}
	p.IPv4CIDRs(path+".AllowedCIDRs", a.AllowedCIDRs)
	for _, name := range slices.Sorted(maps.Keys(a.AllowedSecurityGroupIDs)) {
		switch {
		case !serviceName.MatchString(name):
			p.Addf(path+".AllowedSecurityGroupIDs", "%q is no name for a rule; use lower-case letters, digits, dots and hyphens", name)
		case a.AllowedSecurityGroupIDs[name] == nil:
			p.Addf(path+".AllowedSecurityGroupIDs", "%s has no group; give its id or remove it", name)
		}
	}
	tags.Check(&p, path+".Tags", a.Tags)
	return p.Err()
}
