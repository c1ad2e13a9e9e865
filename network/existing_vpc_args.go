package network

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// ExistingVpcArgs are the arguments of an ExistingVpc: what is there already. Nothing of it is looked up; the facts are checked
// against each other. A change changes the outputs, and with TagSubnets the tags, and nothing else.
type ExistingVpcArgs struct {
	// VpcID is the VPC's id. Required.
	VpcID pulumi.StringInput
	// CIDR is the VPC's IPv4 range, /16 to /28. Required.
	CIDR string
	// SecondaryCIDRs are the VPC's further IPv4 ranges.
	SecondaryCIDRs []string
	// IPv6CIDR is the VPC's IPv6 range, if it has one.
	IPv6CIDR pulumi.StringInput
	// PublicSubnets are the subnets with a route to an internet gateway, at most one a zone, in any order. A cluster that is
	// not reached from the internet needs none.
	PublicSubnets []ExistingSubnet
	// PrivateSubnets are the subnets for machines, at most one a zone, in any order. Required.
	PrivateSubnets []ExistingSubnet
	// PublicRouteTableID is the route table that the public subnets share. Optional: nothing in this library needs it.
	PublicRouteTableID pulumi.StringInput
	// InfraID is the infrastructure id of the cluster that the subnets are for. Optional: without it, TagSubnets sets
	// no cluster tag. A change replaces that tag.
	InfraID string
	// TagSubnets sets the tags by which load balancers find the subnets, and the cluster tag, each as a resource of its own: no
	// other tag of the subnets is touched, and they go with the component. Default: the subnets are left alone. Whatever
	// manages the subnets must ignore these tags. Of several clusters in the same subnets let only the one that stays longest have it.
	TagSubnets bool
}

// ExistingSubnet is a subnet that the user has, and what is known of it.
type ExistingSubnet struct {
	// ID is the subnet's id. Required.
	ID pulumi.StringInput
	// Zone is its availability zone. Required.
	Zone string
	// CIDR is its IPv4 range. Required.
	CIDR string
	// RouteTableID is the route table of a private subnet. Optional.
	RouteTableID pulumi.StringInput
	// Tags are the tags that it has already, if you want them checked: without TagSubnets, a tag that load
	// balancers need and that is not there is a problem. Nil: not checked.
	Tags map[string]string
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ExistingVpcArgs) Validate() error {
	if a == nil {
		a = &ExistingVpcArgs{}
	}
	const path = "network.ExistingVpcArgs"
	var p check.Problems
	p.Required(path+".VpcID", a.VpcID)
	ranges := checkVpcRanges(&p, path, "CIDR", a.CIDR, a.SecondaryCIDRs)
	p.Required(path+".PrivateSubnets", a.PrivateSubnets)
	if a.InfraID != "" {
		names.CheckInfraID(&p, path+".InfraID", a.InfraID)
	}
	var subnets []rangeOf
	for _, kind := range a.kinds() {
		for i, subnet := range kind.subnets {
			element := fmt.Sprintf("%s.%s[%d]", path, kind.field, i)
			subnet.check(&p, element, kind.subnets[:i])
			a.checkTags(&p, element+".Tags", subnet, kind)
			if cidr, ok := parseVpcCIDR(&p, element+".CIDR", subnet.CIDR); ok {
				subnets = append(subnets, rangeOf{element + ".CIDR", cidr})
			}
		}
	}
	for _, subnet := range subnets {
		if len(ranges) > 0 && !within(subnet.cidr, ranges) {
			p.Addf(subnet.path, "%s is not in the VPC; its ranges are %v", subnet.cidr, ranges)
		}
	}
	checkApart(&p, subnets)
	a.checkRegion(&p, path)
	return p.Err()
}

// subnetKind is one of the two lists of subnets, and the tag that load balancers look for on them.
type subnetKind struct {
	field, word string
	role, other string
	subnets     []ExistingSubnet
}

func (a *ExistingVpcArgs) kinds() []subnetKind {
	return []subnetKind{
		{"PublicSubnets", "public", publicLoadBalancers, internalLoadBalancers, a.PublicSubnets},
		{"PrivateSubnets", "private", internalLoadBalancers, publicLoadBalancers, a.PrivateSubnets},
	}
}

func (s ExistingSubnet) check(p *check.Problems, path string, before []ExistingSubnet) {
	p.Required(path+".ID", s.ID)
	if !p.Required(path+".Zone", s.Zone) {
		return
	}
	if _, ok := partition.RegionOfZone(s.Zone); !ok {
		p.Addf(path+".Zone", "%q is no zone; write one such as us-east-2a", s.Zone)
	}
	if slices.ContainsFunc(before, func(other ExistingSubnet) bool { return other.Zone == s.Zone }) {
		p.Addf(path+".Zone", "%s has a subnet of this kind already; a cluster takes one a zone", s.Zone)
	}
}

// checkTags notes tags that a cluster stumbles over. An empty value of a role tag means the same as 1
// (openshift-docs modules/rosa-hcp-vpc-subnet-tagging.adoc).
func (a *ExistingVpcArgs) checkTags(p *check.Problems, path string, subnet ExistingSubnet, kind subnetKind) {
	if subnet.Tags == nil {
		return
	}
	if value, ok := subnet.Tags[kind.role]; isStandard(subnet.Zone) && (!ok && !a.TagSubnets || ok && value != "" && value != "1") {
		p.Addf(path, "%s must be 1 or empty on a %s subnet; tag the subnet or set network.ExistingVpcArgs.TagSubnets", kind.role, kind.word)
	}
	if _, ok := subnet.Tags[kind.other]; ok {
		p.Addf(path, "%s is not for a %s subnet: load balancers of the other kind would be put into it; remove it", kind.other, kind.word)
	}
	if cluster := tags.Cluster(a.InfraID); a.InfraID != "" && subnet.Tags[cluster] == tags.Owned {
		p.Addf(path, "%s is owned: openshift-install destroy cluster would delete the subnet; set it to %s", cluster, tags.Shared)
	}
}

func (a *ExistingVpcArgs) checkRegion(p *check.Problems, path string) {
	regions := map[string]bool{}
	for _, kind := range a.kinds() {
		for _, subnet := range kind.subnets {
			if region, ok := partition.RegionOfZone(subnet.Zone); ok {
				regions[region] = true
			}
		}
	}
	if len(regions) > 1 {
		p.Addf(path, "subnets are in several regions (%v); a VPC is in one", slices.Sorted(maps.Keys(regions)))
	}
}

// withDefaults returns a copy with the subnets in the order of their zones.
func (a *ExistingVpcArgs) withDefaults() *ExistingVpcArgs {
	full := *a
	byZone := func(a, b ExistingSubnet) int { return cmp.Compare(a.Zone, b.Zone) }
	full.PublicSubnets = slices.SortedFunc(slices.Values(a.PublicSubnets), byZone)
	full.PrivateSubnets = slices.SortedFunc(slices.Values(a.PrivateSubnets), byZone)
	return &full
}
