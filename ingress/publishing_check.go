package ingress

import (
	"net/netip"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// The forms of the CRD's schema (openshift/api release-4.20 operator/v1/types_ingress.go, AWSSubnetID and EIPAllocation), which
// rejects IDs of 8 digits.
var (
	subnetID     = check.Pattern("subnet ID", "subnet-0123456789abcdef0", `subnet-[0-9A-Za-z]{17}`)
	allocationID = check.Pattern("Elastic IP allocation ID", "eipalloc-0123456789abcdef0", `eipalloc-[0-9a-fA-F]{17}`)
	// clientCIDR is an IPv4 or IPv6 range without host bits.
	clientCIDR = check.NewFormat("CIDR", "10.0.0.0/16", func(text string) bool {
		prefix, err := netip.ParsePrefix(text)
		return err == nil && prefix == prefix.Masked()
	})
)

// subnetLimit is the CRD's limit of subnets and of Elastic IPs.
const subnetLimit = 10

// check notes what the API server or the operator would reject for every controller.
func (p *PublishingArgs) check(problems *check.Problems, path string) {
	if p == nil {
		return
	}
	problems.ExactlyOne(path,
		check.Choice{Field: string(LoadBalancerService), Set: p.LoadBalancerService != nil},
		check.Choice{Field: string(HostNetwork), Set: p.HostNetwork != nil},
		check.Choice{Field: string(NodePortService), Set: p.NodePortService != nil},
		check.Choice{Field: string(Private), Set: p.Private != nil},
	)
	if p.LoadBalancerService != nil {
		p.LoadBalancerService.withDefaults().check(problems, path+".LoadBalancerService")
	}
	if p.HostNetwork != nil {
		p.HostNetwork.Ports.withDefaults().check(problems, path+".HostNetwork.Ports")
		p.HostNetwork.Protocol.check(problems, path+".HostNetwork.Protocol")
	}
	if p.NodePortService != nil {
		p.NodePortService.Protocol.check(problems, path+".NodePortService.Protocol")
	}
	if p.Private != nil {
		p.Private.Protocol.check(problems, path+".Private.Protocol")
	}
}

func (p RouterProtocol) check(problems *check.Problems, path string) {
	check.OneOf(problems, path, p, TCP, PROXY)
}

func (l LoadBalancerPublishingArgs) check(p *check.Problems, path string) {
	check.OneOf(p, path+".Scope", l.Scope, network.External, network.Internal)
	check.OneOf(p, path+".Type", l.Type, NLB, Classic)
	check.OneOf(p, path+".DNSManagementPolicy", l.DNSManagementPolicy, ManagedDNS, UnmanagedDNS)
	if l.Type == "" && (len(l.SubnetIDs)+len(l.ElasticIPAllocationIDs) > 0 || l.ConnectionIdleTimeout != 0) {
		p.Addf(path+".Type", "is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout; must be %s or %s", NLB, Classic)
	}
	p.Formats(path+".AllowedCIDRs", l.AllowedCIDRs, clientCIDR)
	p.Count(path+".SubnetIDs", len(l.SubnetIDs), subnetLimit)
	p.InputFormats(path+".SubnetIDs", pulumi.StringArray(l.SubnetIDs), subnetID)
	p.Count(path+".ElasticIPAllocationIDs", len(l.ElasticIPAllocationIDs), subnetLimit)
	p.InputFormats(path+".ElasticIPAllocationIDs", pulumi.StringArray(l.ElasticIPAllocationIDs), allocationID)
	l.checkAddresses(p, path+".ElasticIPAllocationIDs")
	if l.ConnectionIdleTimeout != 0 && l.Type == NLB {
		p.Addf(path+".ConnectionIdleTimeout", "is not supported by %s; use %s or remove it", NLB, Classic)
	}
	p.Duration(path+".ConnectionIdleTimeout", l.ConnectionIdleTimeout, time.Second, classicIdleLimit, time.Second)
}

func (l LoadBalancerPublishingArgs) checkAddresses(p *check.Problems, path string) {
	count := len(l.ElasticIPAllocationIDs)
	switch {
	case count == 0:
	case l.Type == Classic || l.Scope != network.External:
		p.Addf(path, "requires Type %s and Scope %s", NLB, network.External)
	case count != len(l.SubnetIDs):
		p.Addf(path, "must have one element for each of the %d SubnetIDs (has %d)", len(l.SubnetIDs), count)
	}
}
