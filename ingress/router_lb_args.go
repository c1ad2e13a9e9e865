package ingress

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Scope says from where a load balancer is reached.
type Scope string

const (
	// External is a load balancer with public addresses, in public subnets.
	External Scope = "External"
	// Internal is a load balancer with addresses of its subnets alone.
	Internal Scope = "Internal"
)

const (
	anywhere = "0.0.0.0/0"
	// wildcard begins the names of the routes.
	wildcard = "*.apps."
	// domainLimit is how long a domain may be, so that the wildcard fits into a DNS name of 253 characters.
	domainLimit = 253 - len(wildcard)
)

// RouterLBArgs are the arguments of RouterLB.
type RouterLBArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the load balancer.
	InfraID string
	// Domain is the cluster's domain, such as demo.example.com; routes are below apps.<domain>. Required. A change
	// replaces the records.
	Domain string
	// VpcID is the VPC's id. Required. A change replaces everything but the records.
	VpcID pulumi.StringInput
	// Scope is External by default. A change replaces the load balancer, under the same name.
	Scope Scope
	// Subnets are where the load balancer stands: public ones with External, private ones with Internal, at most one a
	// zone. Required. They need not cover the zones of the routers. A change is made in place.
	Subnets []network.Subnet
	// AllowedCIDRs are the IPv4 ranges whose clients are let in. The default with External is 0.0.0.0/0. With Internal it
	// is the ranges of Subnets, which holds the machines of a network.Vpc; add the VPC's other ranges and whatever is
	// peered. A change is made in place.
	//
	// The cluster is a client of its own routes: the console and the authentication operator call them. With External
	// they come from the NAT gateways' public addresses, which must be among the ranges.
	AllowedCIDRs []string
	// NodeSecurityGroupID is the security group of the machines that routers run on, such as
	// network.SecurityGroups.NodeID. It gets a rule for each of the ports 80, 443 and 1936, from the load balancer alone.
	// Required. A change replaces these rules.
	NodeSecurityGroupID pulumi.StringInput
	// PrivateZoneID is the Route 53 zone <domain> that the VPC resolves by. Required. A change replaces its record.
	PrivateZoneID pulumi.StringInput
	// PublicZoneID is the public Route 53 zone that holds <domain>. Required with External and not used with Internal,
	// so it can stay when Scope changes. A change replaces its record.
	PublicZoneID pulumi.StringInput
	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

var domain = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$`)

const routerLBPath = "ingress.RouterLBArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RouterLBArgs) Validate() error {
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, routerLBPath+"InfraID", args.InfraID)
	if p.Required(routerLBPath+"Domain", args.Domain) && (!domain.MatchString(args.Domain) || len(args.Domain) > domainLimit) {
		p.Addf(routerLBPath+"Domain", "%q is no domain of at most %d lower-case characters, such as demo.example.com", args.Domain, domainLimit)
	}
	p.Required(routerLBPath+"VpcID", args.VpcID)
	if args.Scope != External && args.Scope != Internal {
		p.Addf(routerLBPath+"Scope", "%q is none of %s, %s", args.Scope, External, Internal)
	}
	args.checkSubnets(&p)
	args.checkAllowedCIDRs(&p)
	p.Required(routerLBPath+"NodeSecurityGroupID", args.NodeSecurityGroupID)
	p.Required(routerLBPath+"PrivateZoneID", args.PrivateZoneID)
	if args.Scope == External {
		p.Required(routerLBPath+"PublicZoneID", args.PublicZoneID)
	}
	tags.Check(&p, routerLBPath+"Tags", args.Tags)
	return p.Err()
}

func (a RouterLBArgs) checkSubnets(p *check.Problems) {
	p.Required(routerLBPath+"Subnets", a.Subnets)
	seen := map[string]bool{}
	for i, subnet := range a.Subnets {
		at := fmt.Sprintf("%sSubnets[%d]", routerLBPath, i)
		p.Required(at+".ID", subnet.ID)
		region, isZone := partition.RegionOfZone(subnet.Zone)
		switch {
		case !p.Required(at+".Zone", subnet.Zone):
		case !isZone:
			p.Addf(at+".Zone", "%q is no zone; one looks like us-east-2a", subnet.Zone)
		case a.region() != "" && region != a.region():
			p.Addf(at+".Zone", "%s is not in %s, as other subnets are", subnet.Zone, a.region())
		case seen[subnet.Zone]:
			p.Addf(at+".Zone", "%s is given twice; a load balancer takes one subnet a zone", subnet.Zone)
		}
		seen[subnet.Zone] = true
	}
}

// checkAllowedCIDRs looks at what the user gave, and with Internal at the subnets' ranges that stand in for it.
func (a RouterLBArgs) checkAllowedCIDRs(p *check.Problems) {
	const path = routerLBPath + "AllowedCIDRs"
	if a.AllowedCIDRs != nil && len(a.AllowedCIDRs) == 0 {
		p.Addf(path, "is empty, so nobody would be let in; leave it nil for the default, or name ranges")
	}
	for i, cidr := range a.AllowedCIDRs {
		at := fmt.Sprintf("%s[%d]", path, i)
		if checkCIDR(p, at, cidr) && slices.Contains(a.AllowedCIDRs[:i], cidr) {
			p.Addf(at, "%s is given twice", cidr)
		}
	}
	if a.AllowedCIDRs != nil || a.Scope != Internal {
		return
	}
	for i, subnet := range a.Subnets {
		checkCIDR(p, fmt.Sprintf("%sSubnets[%d].CIDR", routerLBPath, i), subnet.CIDR)
	}
}

func (a *RouterLBArgs) withDefaults() RouterLBArgs {
	args := RouterLBArgs{}
	if a != nil {
		args = *a
	}
	args.Scope = cmp.Or(args.Scope, External)
	return args
}

// region is the region of the first subnet in a zone; empty if none is.
func (a RouterLBArgs) region() string {
	for _, subnet := range a.Subnets {
		if region, ok := partition.RegionOfZone(subnet.Zone); ok {
			return region
		}
	}
	return ""
}
