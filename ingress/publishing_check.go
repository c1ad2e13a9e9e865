package ingress

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The forms that the controller's schema takes (openshift/api operator/v1/types_ingress.go, AWSSubnetID and EIPAllocation).
var (
	subnetID     = regexp.MustCompile(`^subnet-[0-9A-Za-z]{17}$`)
	allocationID = regexp.MustCompile(`^eipalloc-[0-9a-fA-F]{17}$`)
)

// subnetLimit is how many subnets a load balancer of the operator takes.
const subnetLimit = 10

// check notes what the API server or the operator would refuse, whoever the controller is.
func (p *Publishing) check(problems *check.Problems, path string) {
	if p == nil {
		return
	}
	if found := p.types(); len(found) != 1 {
		problems.Addf(path, "sets %d strategies; set one of LoadBalancerService, HostNetwork, NodePortService, Private", len(found))
	}
	if p.LoadBalancerService != nil {
		p.LoadBalancerService.withDefaults().check(problems, path+".LoadBalancerService")
	}
	if p.HostNetwork != nil {
		checkRouterPorts(problems, path+".HostNetwork.Ports", p.HostNetwork.Ports.withDefaults())
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
	if p != "" && p != TCP && p != PROXY {
		problems.Addf(path, "%q is none of %s, %s", string(p), TCP, PROXY)
	}
}

func (l LoadBalancerPublishing) check(p *check.Problems, path string) {
	if l.Scope != External && l.Scope != Internal {
		p.Addf(path+".Scope", "%q is none of %s, %s", l.Scope, External, Internal)
	}
	l.checkType(p, path+".Type")
	for i, source := range l.AllowedCIDRs {
		at := fmt.Sprintf("%s.AllowedCIDRs[%d]", path, i)
		if prefix, err := netip.ParsePrefix(source); err != nil {
			p.Addf(at, "%q is no IP range; write one such as 10.0.0.0/16", source)
		} else if prefix.Masked() != prefix {
			p.Addf(at, "%s has host bits set; the range that holds it is %s", source, prefix.Masked())
		}
	}
	checkIDs(p, path+".SubnetIDs", l.SubnetIDs, subnetID, "subnet-0123456789abcdef0")
	checkIDs(p, path+".ElasticIPAllocationIDs", l.ElasticIPAllocationIDs, allocationID, "eipalloc-0123456789abcdef0")
	l.checkAddresses(p, path)
	if l.ConnectionIdleTimeout != 0 {
		if l.Type == NLB {
			p.Addf(path+".ConnectionIdleTimeout", "is of %s alone; leave it out with %s", Classic, l.Type)
		}
		checkTimeout(p, path+".ConnectionIdleTimeout", l.ConnectionIdleTimeout)
	}
}

func (l LoadBalancerPublishing) checkType(p *check.Problems, path string) {
	switch {
	case l.Type == NLB || l.Type == Classic:
	case l.Type != "":
		p.Addf(path, "%q is none of %s, %s", l.Type, NLB, Classic)
	case len(l.SubnetIDs)+len(l.ElasticIPAllocationIDs) > 0 || l.ConnectionIdleTimeout != 0:
		p.Addf(path, "is required with SubnetIDs, ElasticIPAllocationIDs and ConnectionIdleTimeout, which are a type's own; it is %s or %s", NLB, Classic)
	}
}

func (l LoadBalancerPublishing) checkAddresses(p *check.Problems, path string) {
	addresses := len(l.ElasticIPAllocationIDs)
	switch {
	case addresses == 0:
	case l.Type == Classic || l.Scope != External:
		p.Addf(path+".ElasticIPAllocationIDs", "need Scope %s and Type %s", External, NLB)
	case addresses != len(l.SubnetIDs):
		p.Addf(path+".ElasticIPAllocationIDs", "holds %d; the %d of SubnetIDs need one each", addresses, len(l.SubnetIDs))
	}
}

func checkIDs(p *check.Problems, path string, ids []pulumi.StringInput, form *regexp.Regexp, example string) {
	if len(ids) > subnetLimit {
		p.Addf(path, "holds %d; it is %d at most", len(ids), subnetLimit)
	}
	for i, id := range ids {
		at := fmt.Sprintf("%s[%d]", path, i)
		text, known := id.(pulumi.String)
		switch {
		case !p.Required(at, id):
		case known && !form.MatchString(string(text)):
			p.Addf(at, "%q is no id; one looks like %s", string(text), example)
		case known && slices.Contains(ids[:i], id):
			p.Addf(at, "%s is given twice", string(text))
		}
	}
}

// checkTimeout takes what Kubernetes takes for a duration, and no negative one.
func checkTimeout(p *check.Problems, path string, timeout time.Duration) {
	if timeout < 0 {
		p.Addf(path, "%s is no timeout; it is more than 0, or 0 for the default", timeout)
	}
}
