package rosa

import (
	"net/netip"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/clusternetwork"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// NetworkArgs are the address ranges of a cluster. They must not overlap each other, nor 100.64.0.0/16, 100.88.0.0/16 and
// 169.254.0.0/17, which OVN-Kubernetes reserves. A hosted control plane also reserves 172.20.0.1. Changes replace the cluster.
type NetworkArgs struct {
	// MachineCIDR is the range of the machines: it contains all subnets, and is usually the VPC's. At least a /25, or a /24 in several
	// zones. Defaults to 10.0.0.0/16.
	MachineCIDR string `rhcs:"machineCidr"`
	// ServiceCIDR is the range of services. Defaults to 172.30.0.0/16.
	ServiceCIDR string `rhcs:"serviceCidr"`
	// PodCIDR is the range of pods. Defaults to 10.128.0.0/14.
	PodCIDR string `rhcs:"podCidr"`
	// HostPrefix is the prefix length of the part of PodCIDR that each node has, 23 to 26. Defaults to 23.
	HostPrefix int `rhcs:"hostPrefix"`
}

// NodeLimit returns the number of nodes for which PodCIDR has addresses; 0 if PodCIDR or HostPrefix is not valid. On Classic the nodes of
// the control plane and the infra nodes count too.
func (n *NetworkArgs) NodeLimit() int {
	return n.network().NodeLimit()
}

func (n *NetworkArgs) network() clusternetwork.Network {
	args := valueOf(n)
	return clusternetwork.Network{MachineCIDR: args.MachineCIDR, ServiceCIDR: args.ServiceCIDR, PodCIDR: args.PodCIDR, HostPrefix: args.HostPrefix}
}

// network reports invalid ranges of a cluster in zones, and its subnets: those with the ID of another, in another region, in the zone of
// another subnet (OCM's machine pools need exactly one per zone), or outside of the machine range.
func (c clusterCheck) network(args *NetworkArgs, zones int, private, public []network.Subnet) {
	ranges := args.network()
	ranges.Zones = zones
	// MaxServicePrefix comes from openshift-online/ocm-common pkg/cluster/validations.
	limits := clusternetwork.Limits{Hosted: c.hosted, MinHostPrefix: 23, MaxHostPrefix: 26, MaxServicePrefix: 24}
	machines := ranges.Check(c.Problems, c.path+".Network", limits)
	ids := map[any]bool{}
	c.subnets("PrivateSubnets", private, machines, ids)
	c.subnets("PublicSubnets", public, machines, ids)
}

func (c clusterCheck) subnets(field string, subnets []network.Subnet, machines netip.Prefix, ids map[any]bool) {
	zones := map[string]bool{}
	for i, subnet := range subnets {
		at := c.path.Field(field).Index(i)
		c.UniqueInput(at+".ID", subnet.ID, ids)
		c.zone(at+".Zone", subnet.Zone)
		if zones[subnet.Zone] && subnet.Zone != "" {
			c.Duplicate(at+".Zone", subnet.Zone)
		}
		zones[subnet.Zone] = true
		if subnet.CIDR == "" {
			continue
		}
		if cidr, ok := c.IPv4CIDR(at+".CIDR", subnet.CIDR); ok && machines.IsValid() && !check.Within(cidr, machines) {
			c.Addf(at+".CIDR", "must be within the machine range %s (got %s); set Network.MachineCIDR to the VPC's CIDR", machines, cidr)
		}
	}
}

func zonesOf(subnets []network.Subnet) []string {
	zones := make([]string, len(subnets))
	for i, subnet := range subnets {
		zones[i] = subnet.Zone
	}
	return zones
}

func subnetIDs(lists ...[]network.Subnet) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, list := range lists {
		for _, subnet := range list {
			ids = append(ids, subnet.ID)
		}
	}
	return ids
}

// SharedVpcArgs has what a cluster with a hosted control plane needs in subnets that another account shares. Changes replace the cluster.
type SharedVpcArgs struct {
	// IngressZoneID is the ID of the private hosted zone rosa.<domain prefix>.<base domain> in the VPC owner's account. Required.
	IngressZoneID pulumi.StringInput `rhcs:"ingressPrivateHostedZoneId" check:"required,format=hosted-zone-id"`
	// InternalZoneID is the ID of the private hosted zone <domain prefix>.hypershift.local in the VPC owner's account. Required: without
	// it the provider ignores the other fields.
	InternalZoneID pulumi.StringInput `rhcs:"internalCommunicationPrivateHostedZoneId" check:"required,format=hosted-zone-id"`
	// Route53RoleARN is the ARN of the VPC owner's role that can change records in both zones. Required.
	Route53RoleARN pulumi.StringInput `rhcs:"route53RoleArn" check:"required,format=role-arn"`
	// VpcEndpointRoleARN is the ARN of the VPC owner's role that can create the API server's endpoint. Required.
	VpcEndpointRoleARN pulumi.StringInput `rhcs:"vpceRoleArn" check:"required,format=role-arn"`
}

// HostedZoneArgs has what a Classic cluster needs in subnets that another account shares. Changes replace the cluster.
type HostedZoneArgs struct {
	// ID is the ID of the private hosted zone <domain prefix>.<base domain> in the VPC owner's account. Required.
	ID pulumi.StringInput `rhcs:"id" check:"required,format=hosted-zone-id"`
	// RoleARN is the ARN of the VPC owner's role that can change records in it. Required.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}

// AutoNodeArgs enable AutoNode: the service runs Karpenter, which chooses and launches machines as pods need them. It cannot be disabled.
type AutoNodeArgs struct {
	// RoleARN is the ARN of the role that Karpenter assumes. Required. Changes are applied in place.
	RoleARN pulumi.StringInput `rhcs:"roleArn" check:"required,format=role-arn"`
}
