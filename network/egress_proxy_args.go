package network

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// EgressProxyArgs are the arguments of an EgressProxy. Unless a field says otherwise, changes are applied in place.
type EgressProxyArgs struct {
	// Network is the VPC, such as Vpc.Network. Its CIDRs are the proxy's clients, and are reached without the proxy. Required.
	// Another VPC replaces everything; other CIDRs update the rules in place and replace the instances.
	Network Network
	// Subnets are the public subnets of the instances, such as Vpc.PublicSubnets: one without LoadBalancer, at most one per zone
	// with it. Required. Adding a zone adds an instance. Removing one replaces the load balancer and thereby, without [Hostname],
	// changes the proxy's URL: clusters that still use the old URL lose internet access.
	Subnets []Subnet `check:"required" network:"public"`
	// Hostname is the DNS name of the proxy in the VPC, such as proxy.demo.internal. The component registers a private hosted zone of
	// this name, and EgressProxyURL returns the proxy's URL before the proxy exists: a cluster that has no other internet access needs it
	// in its install-config.yaml. The name must not be that of an existing hosted zone of the VPC. Defaults to none: the URL has the
	// address of the instance or the DNS name of the load balancer. A change changes the proxy's URL.
	Hostname string `check:"format=proxy-hostname"`
	// LoadBalancer puts the instances behind an internal Network Load Balancer, so that one of them can fail. Defaults to false: one
	// instance, which keeps its address when it is replaced. A change changes the proxy's URL, unless it has a [Hostname].
	LoadBalancer bool
	// AMI is the ID of the instances' image: a distribution with dnf and a squid package, such as Amazon Linux 2023 or RHEL. Pin it.
	// Required. A change, which is how a proxy is patched, replaces the instances one after the other, each as soon as the previous
	// one runs. Squid starts a minute or two later; meanwhile, a proxy with fewer than three instances may be unavailable.
	AMI pulumi.StringInput `check:"required,format=ami-id"`
	// InstanceType is the instances' EC2 type. Defaults to t3.small. A change stops and starts the instances.
	InstanceType string `check:"format=instance-type" default:"t3.small"`
	// InstanceProfile is the name of the instances' instance profile, such as one with AmazonSSMManagedInstanceCore for
	// Session Manager. Defaults to none.
	InstanceProfile pulumi.StringInput `check:"format=instance-profile"`
	// AllowedDomains are the only hosts that the proxy connects to, such as sso.redhat.com, or .quay.io for quay.io and its
	// subdomains. Defaults to all hosts. A change replaces the instances.
	AllowedDomains []string `check:"format=proxy-domain"`
	// AllowHTTP also forwards requests for http URLs on port 80, which anyone on the network path can read and change: OpenShift
	// needs none of them, some package repositories and certificate revocation lists do. Defaults to false: port 443 by CONNECT
	// only. A change replaces the instances.
	AllowHTTP bool
	// AllowedCIDRs are further IPv4 CIDRs of clients, such as those of peered VPCs: /8 to /32, because a proxy for the whole internet
	// would be abused. A change updates the rules in place and replaces the instances.
	AllowedCIDRs []string `check:"cidr=8..32"`
	// AllowedPrivateCIDRs are private IPv4 CIDRs that the proxy connects to, such as that of a mirror registry in another network.
	// Defaults to none: clients in AllowedCIDRs could otherwise reach addresses of the VPC with the proxy's address. A change replaces
	// the instances.
	AllowedPrivateCIDRs []string `check:"cidr"`
	// NoProxy are further IPv4 addresses, IPv4 CIDRs and domains that clusters reach without the proxy. Set Vpc.NoProxy: requests to
	// services with an endpoint in the VPC must use the endpoint. A change changes only the output.
	NoProxy []string `check:"format=no-proxy-host"`
	// SSHAllowedCIDRs are IPv4 CIDRs, /8 to /32, with access to the instances' SSH port, which Session Manager does not need. Defaults to none.
	SSHAllowedCIDRs []string `check:"cidr=8..32"`
	// KeyName is the name of the EC2 key pair for SSH. Defaults to none. A change replaces the instances.
	KeyName pulumi.StringInput `check:"with=SSHAllowedCIDRs,format=key-name"`
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *EgressProxyArgs) Validate() error {
	const path = "network.EgressProxyArgs"
	a, p := check.Begin(a)
	a.Network.check(&p, path+".Network")
	a.checkSubnets(&p, path+".Subnets")
	a.checkHostname(&p, path+".Hostname")
	return p.ErrOf(a)
}

func (a *EgressProxyArgs) checkHostname(p *check.Problems, path check.Path) {
	if a.Hostname == "" || !a.LoadBalancer || len(a.Subnets) == 0 {
		return
	}
	region, _ := partition.RegionOfZone(a.Subnets[0].Zone)
	if !partition.OfRegion(region).HasAliasRecords() {
		p.Addf(path, "must not be set together with LoadBalancer in %s, whose hosted zones have no alias records", region)
	}
}

func (a *EgressProxyArgs) checkSubnets(p *check.Problems, path check.Path) {
	if len(a.Subnets) > 1 && !a.LoadBalancer {
		p.Addf(path, "must have one element (has %d), or set LoadBalancer", len(a.Subnets))
	}
	zones, ids := map[string]bool{}, map[any]bool{}
	for i, subnet := range a.Subnets {
		element := check.Index(path, i)
		p.UniqueInput(element+".ID", subnet.ID, ids)
		if check.Zone.Match(subnet.Zone) {
			// Network Load Balancers are in Availability Zones only.
			p.Format(element+".Zone", subnet.Zone, check.AvailabilityZone)
		}
		checkUniqueZone(p, element+".Zone", subnet.Zone, zones)
		if slices.ContainsFunc(a.Network.PrivateSubnets, func(private Subnet) bool { return private.CIDR != "" && private.CIDR == subnet.CIDR }) {
			p.Addf(element, "must be a public subnet: a private one has no route to the internet without a NAT gateway")
		}
		if subnet.CIDR != "" {
			checkSubnetCIDR(p, element+".CIDR", subnet.CIDR, a.Network.ranges())
		}
	}
	checkOneRegion(p, path, slices.Collect(maps.Keys(zones)))
}

// clients returns the CIDRs with access to the proxy.
func (a *EgressProxyArgs) clients() []string {
	return unique(append(a.Network.CIDRs(), a.AllowedCIDRs...))
}

// noProxy returns the list without duplicates, which ROSA rejects (openshift/rosa cmd/create/cluster/cmd.go).
func (a *EgressProxyArgs) noProxy() []string {
	return unique(append(a.Network.CIDRs(), a.NoProxy...))
}
