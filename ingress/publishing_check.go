package ingress

import (
	"net/netip"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func init() {
	// The formats of the CRD's schema (openshift/api release-4.20 operator/v1/types_ingress.go, AWSSubnetID and EIPAllocation), which
	// rejects IDs of 8 digits.
	check.Named("load-balancer-subnet-id", check.Pattern("subnet ID", "subnet-0123456789abcdef0", `subnet-[0-9A-Za-z]{17}`))
	check.Named("eip-allocation-id", check.Pattern("Elastic IP allocation ID", "eipalloc-0123456789abcdef0", `eipalloc-[0-9a-fA-F]{17}`))
	// An IPv4 or IPv6 range without host bits.
	check.Named("client-cidr", check.NewFormat("CIDR", "10.0.0.0/16", func(text string) bool {
		prefix, err := netip.ParsePrefix(text)
		return err == nil && prefix == prefix.Masked()
	}))
}

// check reports what spans fields, for every controller.
func (p *PublishingArgs) check(problems *check.Problems, path check.Path) {
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
		p.LoadBalancerService.check(problems, path+".LoadBalancerService")
	}
	if p.HostNetwork != nil {
		p.HostNetwork.Ports.check(problems, path+".HostNetwork.Ports")
	}
}

func (l LoadBalancerPublishingArgs) check(p *check.Problems, path check.Path) {
	if l.Type == "" && (len(l.SubnetIDs)+len(l.ElasticIPAllocationIDs) > 0 || l.ConnectionIdleTimeout != 0) {
		p.Addf(path+".Type", "is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout; must be %s or %s", NLB, Classic)
	}
	if l.ConnectionIdleTimeout != 0 && l.Type == NLB {
		p.Addf(path+".ConnectionIdleTimeout", "is not supported by %s; use %s or remove it", NLB, Classic)
	}
	path += ".ElasticIPAllocationIDs"
	count := len(l.ElasticIPAllocationIDs)
	switch {
	case count == 0:
	case l.Type == Classic || l.Scope != network.External:
		p.Addf(path, "requires Type %s and Scope %s", NLB, network.External)
	case count != len(l.SubnetIDs):
		p.Addf(path, "must have one element for each of the %d SubnetIDs (has %d)", len(l.SubnetIDs), count)
	}
}
