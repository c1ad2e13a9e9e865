package network

import (
	"cmp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// ExistingVpcArgs are the arguments of an ExistingVpc: a description of the VPC. Nothing is looked up; the fields are checked against
// each other. A change changes the outputs and, with TagSubnets, the tags.
type ExistingVpcArgs struct {
	// VpcID is the VPC's ID. Required.
	VpcID pulumi.StringInput `check:"required,format=vpc-id"`
	// CIDR is the VPC's primary IPv4 CIDR, /16 to /28. Required.
	CIDR string `check:"required=Validate"`
	// SecondaryCIDRs are the VPC's secondary IPv4 CIDRs. Subnets must not be in 100.64.0.0/16 and 100.88.0.0/16, which OVN-Kubernetes
	// reserves. networking.machineNetwork in install-config.yaml must list the CIDRs with machines. Defaults to none.
	SecondaryCIDRs []string
	// IPv6CIDR is the VPC's IPv6 CIDR: /44, /48, /52, /56 or /60. Defaults to none.
	IPv6CIDR pulumi.StringInput `check:"format=ipv6-cidr"`
	// PublicSubnets are the subnets with a route to an internet gateway, at most one per zone, in any order. Private clusters need
	// none. Defaults to none.
	PublicSubnets []ExistingSubnet
	// PrivateSubnets are the subnets for machines, at most one per zone, in any order. Required.
	PrivateSubnets []ExistingSubnet `check:"required"`
	// PublicRouteTableID is the ID of the route table that the public subnets share. No component of this library needs it. Defaults
	// to none.
	PublicRouteTableID pulumi.StringInput `check:"format=route-table-id"`
	// Endpoints are the IDs of the VPC's endpoints by service name, such as s3, ec2 or ecr.api, or by the service's full name. NoProxy
	// has the hosts of services with short names. Defaults to none.
	Endpoints map[string]pulumi.StringInput `check:"keys=service-name,format=vpc-endpoint-id"`
	// NATPublicIPs are the public addresses of the VPC's NAT gateways, by the gateway's zone. Defaults to none.
	NATPublicIPs map[string]pulumi.StringInput `check:"keys=availability-zone"`
	// InfraID is the infrastructure ID of the cluster that the subnets are for. Defaults to none: TagSubnets then sets no cluster tag.
	InfraID string `check:"infra-id"`
	// TagSubnets sets the tags by which load balancers find the subnets, and the cluster tag, each as a separate resource that is deleted
	// with the component. Tags of the subnets that ExistingSubnet.Tags lists, and all others, are not changed. The subnets' owner must
	// ignore the tags that this sets, as Vpc describes. If several clusters share the subnets and nobody else sets the role tags, set it
	// for the cluster that is deleted last. Defaults to false.
	TagSubnets bool
}

// ExistingSubnet is a subnet that already exists.
type ExistingSubnet struct {
	// ID is the subnet's ID. Required.
	ID pulumi.StringInput `check:"required,format=subnet-id"`
	// Zone is the subnet's Availability, Local or Wavelength Zone. Required.
	Zone string `check:"required,format=zone"`
	// CIDR is the subnet's IPv4 CIDR. Required.
	CIDR string `check:"required=Validate"`
	// RouteTableID is the ID of a private subnet's route table. Defaults to none.
	RouteTableID pulumi.StringInput `check:"format=route-table-id"`
	// Tags are the tags that the subnet's owner sets, such as kubernetes.io/role/internal-elb by a Vpc. They are checked: without
	// TagSubnets, it is an error if a tag that load balancers need is missing. TagSubnets leaves them to the owner; a tag that it has
	// set already is deleted when it is listed here, so do not list what AWS reports, which includes that tag. Defaults to nil, which
	// is not checked.
	Tags map[string]string
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ExistingVpcArgs) Validate() error {
	const path = "network.ExistingVpcArgs"
	a, p := check.Begin(a)
	ranges, _ := p.VpcCIDRs(path, a.CIDR, a.SecondaryCIDRs, check.LongestSubnet)
	var subnets []check.Range
	ids := map[any]bool{}
	for _, kind := range a.kinds() {
		subnets = append(subnets, a.checkSubnets(&p, path, kind, ranges)...)
		for i, subnet := range kind.subnets {
			p.UniqueInput(check.Index(check.Join(path, kind.field), i)+".ID", subnet.ID, ids)
		}
	}
	p.Disjoint(subnets...)
	p.NotReservedByOVN(subnets...)
	checkOneRegion(&p, path, a.zones())
	return p.ErrOf(a)
}

// subnetKind is one of the two lists of subnets, and the tags by which load balancers find their subnets.
type subnetKind struct {
	field, name           string
	roleTag, otherRoleTag string
	subnets               []ExistingSubnet
}

func (a *ExistingVpcArgs) publicKind() subnetKind {
	return subnetKind{"PublicSubnets", "public", publicLoadBalancers, internalLoadBalancers, a.PublicSubnets}
}

func (a *ExistingVpcArgs) privateKind() subnetKind {
	return subnetKind{"PrivateSubnets", "private", internalLoadBalancers, publicLoadBalancers, a.PrivateSubnets}
}

func (a *ExistingVpcArgs) kinds() []subnetKind {
	return []subnetKind{a.publicKind(), a.privateKind()}
}

// checkSubnets checks the subnets of a kind and returns their valid CIDRs. Machine pools accept one subnet per zone.
func (a *ExistingVpcArgs) checkSubnets(p *check.Problems, path check.Path, kind subnetKind, vpc []check.Range) (ranges []check.Range) {
	zones := map[string]bool{}
	for i, subnet := range kind.subnets {
		element := check.Index(check.Join(path, kind.field), i)
		checkUniqueZone(p, element+".Zone", subnet.Zone, zones)
		if cidr, ok := checkSubnetCIDR(p, element+".CIDR", subnet.CIDR, vpc); ok {
			ranges = append(ranges, cidr)
		}
		a.checkTags(p, element+".Tags", subnet, kind)
	}
	return ranges
}

// checkTags reports tags that break a cluster's load balancers or its removal. An empty value of a role tag means the same as 1
// (openshift/openshift-docs modules/rosa-hcp-vpc-subnet-tagging.adoc).
func (a *ExistingVpcArgs) checkTags(p *check.Problems, path check.Path, subnet ExistingSubnet, kind subnetKind) {
	if subnet.Tags == nil {
		return
	}
	value, ok := subnet.Tags[kind.roleTag]
	if partition.IsAvailabilityZone(subnet.Zone) && (!ok && !a.TagSubnets || ok && value != "" && value != "1") {
		p.Addf(path, "%s must be 1 or empty on a %s subnet; tag the subnet or set TagSubnets", kind.roleTag, kind.name)
	}
	if _, ok := subnet.Tags[kind.otherRoleTag]; ok {
		p.Addf(path, "%s must not be set on a %s subnet, because load balancers of the other kind would use it", kind.otherRoleTag, kind.name)
	}
	if cluster := tags.Cluster(a.InfraID); a.InfraID != "" && subnet.Tags[cluster] == tags.Owned {
		p.Addf(path, "%s must be %s, because openshift-install destroy cluster would delete a subnet that is %s", cluster, tags.Shared, tags.Owned)
	}
}

func (a *ExistingVpcArgs) zones() (zones []string) {
	for _, kind := range a.kinds() {
		for _, subnet := range kind.subnets {
			zones = append(zones, subnet.Zone)
		}
	}
	return zones
}

// region returns the region of valid arguments.
func (a *ExistingVpcArgs) region() string {
	region, _ := partition.RegionOfZone(a.PrivateSubnets[0].Zone)
	return region
}

// sorted returns a copy with the subnets sorted by zone.
func (a *ExistingVpcArgs) sorted() *ExistingVpcArgs {
	full := *a
	byZone := func(a, b ExistingSubnet) int { return cmp.Compare(a.Zone, b.Zone) }
	full.PublicSubnets = slices.SortedFunc(slices.Values(a.PublicSubnets), byZone)
	full.PrivateSubnets = slices.SortedFunc(slices.Values(a.PrivateSubnets), byZone)
	return &full
}
