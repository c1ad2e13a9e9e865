package network

import (
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// A proxy without a cache needs few resources.
const defaultProxyInstanceType = "t3.small"

// EgressProxyArgs are the arguments of an EgressProxy. Unless a field says otherwise, changes are applied in place.
type EgressProxyArgs struct {
	// Network is the VPC, such as Vpc.Network. Its CIDRs are the proxy's clients, and are reached without the proxy. Required.
	// Another VPC replaces everything; other CIDRs update the rules in place and replace the instances.
	Network Network
	// Subnets are the public subnets of the instances, such as Vpc.PublicSubnets: one without LoadBalancer, at most one per zone with
	// it. Required. Adding a zone adds an instance. Removing one replaces the load balancer and thereby, without Hostname, changes
	// the proxy's URL: clusters that still use the old URL lose internet access.
	Subnets []Subnet
	// Hostname is the DNS name of the proxy in the VPC, such as proxy.demo.internal. The component registers a private hosted zone of
	// this name, and EgressProxyURL returns the proxy's URL before the proxy exists: a cluster that has no other internet access needs it
	// in its install-config.yaml. The name must not be that of an existing hosted zone of the VPC. Defaults to none: the URL has the
	// address of the instance or the DNS name of the load balancer. A change changes the proxy's URL.
	Hostname string
	// LoadBalancer puts the instances behind an internal Network Load Balancer, so that one of them can fail. Defaults to false: one
	// instance, which keeps its address when it is replaced. A change changes the proxy's URL, unless it has a Hostname.
	LoadBalancer bool
	// AMI is the ID of the instances' image: a distribution with dnf and a squid package, such as Amazon Linux 2023 or RHEL. Pin it.
	// Required. A change, which is how a proxy is patched, replaces the instances one after the other, each as soon as the one before
	// it runs. Squid starts a minute or two later: during that time, a proxy of fewer than three instances may be unavailable.
	AMI pulumi.StringInput
	// InstanceType is the instances' EC2 type. Defaults to t3.small. A change stops and starts the instances.
	InstanceType string
	// InstanceProfile is the name of the instances' instance profile, such as one with AmazonSSMManagedInstanceCore for
	// Session Manager. Defaults to none.
	InstanceProfile pulumi.StringInput
	// AllowedDomains are the only hosts that the proxy connects to, such as sso.redhat.com, or .quay.io for quay.io and its
	// subdomains. Defaults to all hosts. A change replaces the instances.
	AllowedDomains []string
	// AllowHTTP also forwards requests for http URLs on port 80, which anyone on the way can read and change: OpenShift needs none,
	// some package repositories and certificate revocation lists do. Defaults to false: port 443 by CONNECT only. A change replaces
	// the instances.
	AllowHTTP bool
	// AllowedCIDRs are further IPv4 CIDRs of clients, such as those of peered VPCs: /8 to /32, because a proxy for the whole internet
	// would be abused. A change updates the rules in place and replaces the instances.
	AllowedCIDRs []string
	// AllowedPrivateCIDRs are private IPv4 CIDRs that the proxy connects to, such as that of a mirror registry in another network.
	// Defaults to none: clients in AllowedCIDRs could otherwise reach addresses of the VPC with the proxy's address. A change replaces
	// the instances.
	AllowedPrivateCIDRs []string
	// NoProxy are further IPv4 addresses, IPv4 CIDRs and domains that clusters reach without the proxy. Set Vpc.NoProxy: requests to
	// services with an endpoint in the VPC must use the endpoint. A change changes only the output.
	NoProxy []string
	// SSHAllowedCIDRs are IPv4 CIDRs, /8 to /32, with access to the instances' SSH port, which Session Manager does not need. Defaults to none.
	SSHAllowedCIDRs []string
	// KeyName is the name of the EC2 key pair for SSH. Defaults to none. A change replaces the instances.
	KeyName pulumi.StringInput
	// Tags are set on all resources that have tags. The component's own tags override them.
	Tags pulumi.StringMap
}

// Formats of host names: squid's dstdomain, and noProxy of ROSA, which excludes IPv6 (openshift/rosa pkg/aws/helpers.go).
var (
	proxyDomain = check.NewFormat("domain", ".redhat.com", isProxyDomain)
	noProxyHost = check.NewFormat("IPv4 address, IPv4 CIDR or domain", ".example.com", isNoProxyHost)
)

func isProxyDomain(text string) bool {
	labels := strings.Split(text, ".")
	return !isNumber(labels[len(labels)-1]) && check.DNSSubdomain.Match(strings.TrimPrefix(text, "."))
}

// isNumber reports whether text is a decimal, octal or hexadecimal number. Resolvers parse a host whose last label is one as an IPv4
// address, such as 2130706433 or 0x7f.1.
func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 0, 64)
	return err == nil
}

func isNoProxyHost(text string) bool {
	if cidr, err := netip.ParsePrefix(text); err == nil {
		return cidr.Addr().Is4()
	}
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is4() || isProxyDomain(text)
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *EgressProxyArgs) Validate() error {
	if a == nil {
		a = &EgressProxyArgs{}
	}
	const path = "network.EgressProxyArgs"
	var p check.Problems
	a.Network.Check(&p, path+".Network")
	a.checkSubnets(&p, path+".Subnets")
	a.checkHostname(&p, path+".Hostname")
	p.RequiredFormat(path+".AMI", a.AMI, check.AMIID)
	p.Format(path+".InstanceType", a.InstanceType, check.InstanceType)
	p.Format(path+".InstanceProfile", a.InstanceProfile, check.InstanceProfileName)
	p.Formats(path+".AllowedDomains", a.AllowedDomains, proxyDomain)
	checkClients(&p, path+".AllowedCIDRs", a.AllowedCIDRs)
	p.IPv4CIDRs(path+".AllowedPrivateCIDRs", a.AllowedPrivateCIDRs)
	p.Formats(path+".NoProxy", a.NoProxy, noProxyHost)
	checkClients(&p, path+".SSHAllowedCIDRs", a.SSHAllowedCIDRs)
	p.RequiresField(path, "KeyName", a.KeyName != nil, "SSHAllowedCIDRs", len(a.SSHAllowedCIDRs) > 0)
	tags.Check(&p, path+".Tags", a.Tags)
	return p.ErrOf(a)
}

func (a *EgressProxyArgs) checkSubnets(p *check.Problems, path string) {
	if p.Required(path, a.Subnets) && len(a.Subnets) > 1 && !a.LoadBalancer {
		p.Addf(path, "must have one element (has %d), or set LoadBalancer", len(a.Subnets))
	}
	zones, ids := map[string]bool{}, map[any]bool{}
	for i, subnet := range a.Subnets {
		element := check.Index(path, i)
		p.RequiredFormat(element+".ID", subnet.ID, check.SubnetID)
		p.UniqueInput(element+".ID", subnet.ID, ids)
		// Network Load Balancers are in Availability Zones only.
		checkUniqueZone(p, element+".Zone", subnet.Zone, availabilityZone, zones)
		if subnet.CIDR != "" {
			checkSubnetCIDR(p, element+".CIDR", subnet.CIDR, a.Network.ranges())
		}
	}
	checkOneRegion(p, path, slices.Collect(maps.Keys(zones)))
}

func (a *EgressProxyArgs) checkHostname(p *check.Problems, path string) {
	p.Format(path, a.Hostname, check.Domain.WithExample("proxy.demo.internal"))
	if a.Hostname == "" || !a.LoadBalancer || len(a.Subnets) == 0 {
		return
	}
	region, _ := partition.RegionOfZone(a.Subnets[0].Zone)
	if !partition.OfRegion(region).HasAliasRecords() {
		p.Addf(path, "must not be set together with LoadBalancer in %s, whose hosted zones have no alias records", region)
	}
}

// checkClients notes CIDRs that are not valid or contain a large part of the internet.
func checkClients(p *check.Problems, path string, cidrs []string) {
	p.IPv4CIDRs(path, cidrs)
	for i, text := range cidrs {
		if cidr, err := netip.ParsePrefix(text); err == nil {
			p.PrefixLength(check.Index(path, i), cidr, 8, 32)
		}
	}
}

// clients returns the CIDRs with access to the proxy.
func (a *EgressProxyArgs) clients() []string {
	return unique(append(a.Network.CIDRs(), a.AllowedCIDRs...))
}

// noProxy returns the list without duplicates, which ROSA rejects (openshift/rosa cmd/create/cluster/cmd.go).
func (a *EgressProxyArgs) noProxy() []string {
	return unique(append(a.Network.CIDRs(), a.NoProxy...))
}

// withDefaults returns a copy with defaults applied.
func (a *EgressProxyArgs) withDefaults() *EgressProxyArgs {
	full := *a
	full.Subnets = slices.SortedFunc(slices.Values(a.Subnets), func(a, b Subnet) int { return strings.Compare(a.Zone, b.Zone) })
	if full.InstanceType == "" {
		full.InstanceType = defaultProxyInstanceType
	}
	return &full
}
