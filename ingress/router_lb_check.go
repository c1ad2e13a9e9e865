package ingress

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

const (
	anywhere = "0.0.0.0/0"
	// wildcard begins the names of the routes.
	wildcard = "*."
	// hostLimit is how long a DNS name may be.
	hostLimit = 253
	// domainLimit is how long a domain may be, so that the wildcard fits into a DNS name.
	domainLimit = hostLimit - len(wildcard+"apps.")
	// balancerNameLimit leaves the longest infrastructure id distinct names in 32 characters, with a hash where needed.
	balancerNameLimit = 20
	portLimit         = 65535

	routerLBPath = "ingress.RouterLBArgs."
)

var (
	domain = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$`)
	// label is a part of names that the user chooses.
	label = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	// apiBalancers are the names of the API's load balancers, those of cluster.ControlPlane and of openshift-install.
	apiBalancers = []string{"ext", "int"}
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RouterLBArgs) Validate() error {
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, routerLBPath+"InfraID", args.InfraID)
	args.checkNames(&p)
	p.Required(routerLBPath+"VpcID", args.VpcID)
	if args.Type != NLB && args.Type != Classic {
		p.Addf(routerLBPath+"Type", "%q is none of %s, %s", args.Type, NLB, Classic)
	}
	if args.Scope != External && args.Scope != Internal {
		p.Addf(routerLBPath+"Scope", "%q is none of %s, %s", args.Scope, External, Internal)
	}
	args.checkSubnets(&p)
	args.checkAllowedCIDRs(&p)
	args.checkPorts(&p)
	args.checkAttributes(&p)
	p.Required(routerLBPath+"NodeSecurityGroupID", args.NodeSecurityGroupID)
	checkTargets(&p, routerLBPath+"AutoScalingGroupNames", args.AutoScalingGroupNames)
	checkTargets(&p, routerLBPath+"InstanceIDs", args.InstanceIDs)
	p.Required(routerLBPath+"PrivateZoneID", args.PrivateZoneID)
	if args.Scope == External {
		p.Required(routerLBPath+"PublicZoneID", args.PublicZoneID)
	}
	args.checkCustomDomains(&p)
	tags.Check(&p, routerLBPath+"Tags", args.Tags)
	return p.Err()
}

func (a RouterLBArgs) checkNames(p *check.Problems) {
	if len(a.Name) > balancerNameLimit || !label.MatchString(a.Name) {
		p.Addf(routerLBPath+"Name", "%q is no name of at most %d lower-case letters, digits and inner hyphens", a.Name, balancerNameLimit)
	}
	if slices.Contains(apiBalancers, a.Name) {
		p.Addf(routerLBPath+"Name", "%q is the name of one of the API's load balancers; choose another, such as internal", a.Name)
	}
	if !p.Required(routerLBPath+"Domain", a.Domain) {
		return
	}
	if !domain.MatchString(a.Domain) || len(a.Domain) > domainLimit {
		p.Addf(routerLBPath+"Domain", "%q is no domain of at most %d lower-case characters, such as demo.example.com", a.Domain, domainLimit)
		return
	}
	if !domain.MatchString(a.AppsDomain) || len(wildcard+a.AppsDomain) > hostLimit {
		p.Addf(routerLBPath+"AppsDomain", "%q is no domain of at most %d lower-case characters, such as internal.demo.example.com", a.AppsDomain, hostLimit-len(wildcard))
	}
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
	p.IPv4CIDRs(path, a.AllowedCIDRs)
	if a.AllowedCIDRs != nil || a.Scope != Internal {
		return
	}
	for i, subnet := range a.Subnets {
		p.IPv4CIDR(fmt.Sprintf("%sSubnets[%d].CIDR", routerLBPath, i), subnet.CIDR)
	}
}

func (a RouterLBArgs) checkPorts(p *check.Problems) {
	checkPort(p, routerLBPath+"HTTPPort", a.HTTPPort)
	checkPort(p, routerLBPath+"HTTPSPort", a.HTTPSPort)
	if a.HTTPPort == a.HTTPSPort {
		p.Addf(routerLBPath+"HTTPSPort", "%d is HTTPPort, too; each needs its own", a.HTTPSPort)
	}
	checkRouterPorts(p, routerLBPath+"RouterPorts", a.RouterPorts)
}

func checkRouterPorts(p *check.Problems, path string, ports RouterPorts) {
	checkPort(p, path+".HTTP", ports.HTTP)
	checkPort(p, path+".HTTPS", ports.HTTPS)
	checkPort(p, path+".Health", ports.Health)
	if ports.HTTP == ports.HTTPS || ports.HTTP == ports.Health || ports.HTTPS == ports.Health {
		p.Addf(path, "%d, %d and %d are not three ports; each needs its own", ports.HTTP, ports.HTTPS, ports.Health)
	}
}

func checkPort(p *check.Problems, path string, port int) {
	if port < 1 || port > portLimit {
		p.Addf(path, "%d is no port; it is 1 to %d", port, portLimit)
	}
}

// checkAttributes follows the limits of both types (API references of ModifyListenerAttributes and
// ModifyLoadBalancerAttributes).
func (a RouterLBArgs) checkAttributes(p *check.Problems) {
	least, most := 60, 6000
	if a.Type == Classic {
		least, most = 1, 4000
	}
	if seconds := a.IdleTimeout.Seconds(); seconds != 0 && (seconds < float64(least) || seconds > float64(most) || a.IdleTimeout%time.Second != 0) {
		p.Addf(routerLBPath+"IdleTimeout", "%s is out of the range of %s; it is %d to %d whole seconds", a.IdleTimeout, a.Type, least, most)
	}
	if a.Type == Classic && a.DeletionProtection != nil {
		p.Addf(routerLBPath+"DeletionProtection", "is not there with %s; take %s, or pulumi.Protect for the component", Classic, NLB)
	}
	a.checkAccessLogs(p)
}

func (a RouterLBArgs) checkAccessLogs(p *check.Problems) {
	const path = routerLBPath + "AccessLogs"
	if a.AccessLogs == nil {
		return
	}
	if a.Type == NLB {
		p.Addf(path, "would stay empty with %s, which logs TLS listeners alone; take %s, or IngressControllerArgs.AccessLogging", NLB, Classic)
	}
	p.Required(path+".Bucket", a.AccessLogs.Bucket)
	if prefix := a.AccessLogs.Prefix; strings.HasPrefix(prefix, "/") || strings.HasSuffix(prefix, "/") {
		p.Addf(path+".Prefix", "%q begins or ends with a slash; AWS sets them itself", prefix)
	}
	if interval := a.AccessLogs.Interval; interval != 5*time.Minute && interval != time.Hour {
		p.Addf(path+".Interval", "%s is none of 5m0s, 1h0m0s", interval)
	}
}

func checkTargets(p *check.Problems, path string, targets map[string]pulumi.StringInput) {
	for _, key := range slices.Sorted(maps.Keys(targets)) {
		if !label.MatchString(key) {
			p.Addf(path, "key %q is part of a resource's name: lower-case letters, digits and inner hyphens", key)
		}
		p.Required(fmt.Sprintf("%s[%q]", path, key), targets[key])
	}
}

func (a RouterLBArgs) checkCustomDomains(p *check.Problems) {
	taken := map[string]bool{wildcard + a.AppsDomain: true}
	for i, custom := range a.CustomDomains {
		at := fmt.Sprintf("%sCustomDomains[%d]", routerLBPath, i)
		switch {
		case !p.Required(at+".Name", custom.Name):
		case len(custom.Name) > hostLimit || !domain.MatchString(strings.TrimPrefix(custom.Name, wildcard)):
			p.Addf(at+".Name", "%q is no name such as shop.example.com or *.shop.example.com", custom.Name)
		case taken[custom.Name]:
			p.Addf(at+".Name", "%s leads to the load balancer already", custom.Name)
		}
		taken[custom.Name] = true
		if custom.PublicZoneID == nil && custom.PrivateZoneID == nil {
			p.Addf(at, "has no zone; set PublicZoneID, PrivateZoneID or both")
		}
	}
}
