package network

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// A proxy that keeps nothing needs little.
const defaultProxyInstanceType = "t3.small"

// EgressProxyArgs are the arguments of an EgressProxy.
type EgressProxyArgs struct {
	// VpcID is the VPC's id. Required. A change replaces everything.
	VpcID pulumi.StringInput
	// VpcCIDR is the VPC's IPv4 range: its machines may use the proxy, and do not use it among themselves. Required. A change
	// updates the rules in place and replaces the machines.
	VpcCIDR string
	// SecondaryCIDRs are the VPC's further IPv4 ranges, such as Vpc.SecondaryCIDRs, and treated as VpcCIDR is.
	SecondaryCIDRs []string
	// Subnets are the public subnets that proxy machines are in: one without a load balancer, one a zone with it. Required. A zone that
	// is added adds a machine. A zone that is removed replaces the load balancer, and with it the proxy's name: clusters that still
	// use the old name lose their way out.
	Subnets []Subnet
	// LoadBalancer puts the machines behind an internal network load balancer, so that clusters outlive the failure of one.
	// Default: one machine, which keeps its address when it is replaced. A change changes the proxy's name.
	LoadBalancer bool
	// AMI is the machines' image: a distribution with dnf and squid in its packages, such as Amazon Linux 2023 or RHEL. Required,
	// and best pinned. A change, which is how a proxy is patched, replaces the machines one after the other, each as soon as the
	// one before it runs. Squid answers a minute or two later: for as long, a proxy of fewer than three machines may be away.
	AMI pulumi.StringInput
	// InstanceType is the machines' type. Default t3.small. A change stops and starts the machines.
	InstanceType pulumi.StringInput
	// InstanceProfile is the name of the machines' instance profile, such as one with AmazonSSMManagedInstanceCore for shells
	// through Session Manager. Default: none. A change is made in place.
	InstanceProfile pulumi.StringInput
	// AllowedDomains are the only hosts that the proxy connects to, such as sso.redhat.com, or .quay.io for quay.io and all below.
	// Default: all.
	// A change replaces the machines.
	AllowedDomains []string
	// AllowedCIDRs are IPv4 ranges besides VpcCIDR that may use the proxy, such as those of peered VPCs. A change updates the
	// rules in place and replaces the machines.
	AllowedCIDRs []string
	// NoProxy are addresses, ranges and domains besides VpcCIDR that clusters are to reach without the proxy: Vpc.NoProxy, since requests
	// to AWS's services must take the VPC's endpoints where there are such. A change changes the output only.
	NoProxy []string
	// SSHAllowedCIDRs are IPv4 ranges that may reach the machines' SSH port. Default: none. Session Manager needs none. A change adds
	// and removes rules.
	SSHAllowedCIDRs []string
	// KeyName is the name of the key pair for SSH. Default: none. A change replaces the machines.
	KeyName pulumi.StringInput
	// Tags are set on everything that takes tags. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *EgressProxyArgs) Validate() error {
	if a == nil {
		a = &EgressProxyArgs{}
	}
	const path = "network.EgressProxyArgs"
	var p check.Problems
	p.Required(path+".VpcID", a.VpcID)
	checkVpcRanges(&p, path, "VpcCIDR", a.VpcCIDR, a.SecondaryCIDRs)
	a.checkSubnets(&p, path+".Subnets")
	p.Required(path+".AMI", a.AMI)
	checkHosts(&p, path+".AllowedDomains", a.AllowedDomains, isDomain, "a domain such as quay.io or .redhat.com")
	p.IPv4CIDRs(path+".AllowedCIDRs", a.AllowedCIDRs)
	checkHosts(&p, path+".NoProxy", a.NoProxy, isNoProxy, "an IPv4 address, an IPv4 range or a lower-case domain such as .example.com")
	p.IPv4CIDRs(path+".SSHAllowedCIDRs", a.SSHAllowedCIDRs)
	if a.KeyName != nil && len(a.SSHAllowedCIDRs) == 0 {
		p.Addf(path+".KeyName", "is of no use while nobody may reach the SSH port; name ranges in %s.SSHAllowedCIDRs or remove it", path)
	}
	tags.Check(&p, path+".Tags", a.Tags)
	return p.Err()
}

func (a *EgressProxyArgs) checkSubnets(p *check.Problems, path string) {
	if !p.Required(path, a.Subnets) {
		return
	}
	if len(a.Subnets) > 1 && !a.LoadBalancer {
		p.Addf(path, "has %d subnets; without a load balancer there is one machine (name one, or set network.EgressProxyArgs.LoadBalancer)", len(a.Subnets))
	}
	for i, subnet := range a.Subnets {
		element := fmt.Sprintf("%s[%d]", path, i)
		p.Required(element+".ID", subnet.ID)
		if !p.Required(element+".Zone", subnet.Zone) {
			continue
		}
		if !isStandard(subnet.Zone) {
			p.Addf(element+".Zone", "%q is no standard zone; a proxy needs one such as us-east-2a", subnet.Zone)
		}
		if slices.ContainsFunc(a.Subnets[:i], func(other Subnet) bool { return other.Zone == subnet.Zone }) {
			p.Addf(element+".Zone", "%s has a subnet already; there is one machine a zone", subnet.Zone)
		}
	}
}

var proxyDomain = regexp.MustCompile(`^\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)

func isDomain(text string) bool {
	_, err := netip.ParseAddr(text)
	return err != nil && proxyDomain.MatchString(text)
}

// isNoProxy follows openshift/rosa pkg/aws/helpers.go.
func isNoProxy(text string) bool {
	if address, err := netip.ParseAddr(text); err == nil {
		return address.Is4()
	}
	if cidr, err := netip.ParsePrefix(text); err == nil {
		return cidr.Addr().Is4()
	}
	return isDomain(text)
}

func checkHosts(p *check.Problems, path string, hosts []string, valid func(string) bool, what string) {
	for i, host := range hosts {
		element := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case !valid(host):
			p.Addf(element, "%q is not %s", host, what)
		case slices.Contains(hosts[:i], host):
			p.Addf(element, "%s is given twice", host)
		}
	}
}

// vpcRanges are all ranges of the VPC.
func (a *EgressProxyArgs) vpcRanges() []string {
	return append([]string{a.VpcCIDR}, a.SecondaryCIDRs...)
}

// clients are the ranges that may use the proxy.
func (a *EgressProxyArgs) clients() []string {
	return unique(append(a.vpcRanges(), a.AllowedCIDRs...))
}

// noProxy is the list as clusters take it: no entry twice (openshift/rosa cmd/create/cluster/cmd.go).
func (a *EgressProxyArgs) noProxy() []string {
	return unique(append(a.vpcRanges(), a.NoProxy...))
}

func (a *EgressProxyArgs) withDefaults() *EgressProxyArgs {
	full := *a
	full.Subnets = slices.SortedFunc(slices.Values(a.Subnets), func(a, b Subnet) int { return strings.Compare(a.Zone, b.Zone) })
	if full.InstanceType == nil {
		full.InstanceType = pulumi.String(defaultProxyInstanceType)
	}
	return &full
}
