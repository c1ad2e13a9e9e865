package network

import (
	"fmt"
	"slices"
)

// The words for the security groups, and for the VPC's range as a source. They are part of resource names.
const (
	controlPlane = "controlplane"
	node         = "node"
	apiServerLB  = "apiserver-lb"
	loadBalancer = "lb"
	vpcRange     = "vpc"
	vpcIPv6Range = "vpc-ipv6"
)

// Protocols as EC2 names them. ESP has only a number.
const (
	tcp    = "tcp"
	udp    = "udp"
	icmp   = "icmp"
	icmpv6 = "icmpv6"
	esp    = "50"
)

// ingressRule lets one kind of traffic from one source into a security group.
type ingressRule struct {
	// purpose tells a group's rules apart together with source.
	purpose  string
	protocol string
	from, to int
	// source is the word for a group or for the VPC's range, or a range.
	source      string
	description string
}

// key is stable: it names the rule's resource.
func (r ingressRule) key() string {
	return fmt.Sprintf("%s-from-%s", r.purpose, inName(r.source))
}

// traffic is what a rule lets in, from whomever.
type traffic struct {
	purpose     string
	protocol    string
	from, to    int
	description string
}

func (t traffic) sources(sources ...string) []ingressRule {
	rules := make([]ingressRule, len(sources))
	for i, source := range sources {
		rules[i] = ingressRule{t.purpose, t.protocol, t.from, t.to, source, t.description}
	}
	return rules
}

// The rules are those of openshift-install 4.16 and later (openshift/installer pkg/asset/manifests/aws/cluster.go and
// kubernetes-sigs/cluster-api-provider-aws pkg/cloud/services/securitygroup/securitygroups.go). Left out are the doors
// to the world: the public API belongs to the control plane's external load balancer, SSH from outside to nobody.

// machineTraffic is what machines of the cluster send each other.
var machineTraffic = []traffic{
	{"icmp", icmp, -1, -1, "Ping and path MTU discovery"},
	{"ssh", tcp, 22, 22, "SSH"},
	{"vxlan", udp, 4789, 4789, "VXLAN packets of the cluster network"},
	{"geneve", udp, 6081, 6081, "Geneve packets of the cluster network"},
	{"ike", udp, 500, 500, "IPsec IKE"},
	{"nat-t", udp, 4500, 4500, "IPsec NAT traversal"},
	{"esp", esp, 0, 0, "IPsec payload (ESP)"},
	{"ovn-db", tcp, 6441, 6442, "OVN databases"},
	{"host-tcp", tcp, 9000, 9999, "Services on the host network, TCP"},
	{"host-udp", udp, 9000, 9999, "Services on the host network, UDP"},
	{"nodeport-tcp", tcp, 30000, 32767, "Node ports, TCP"},
	{"nodeport-udp", udp, 30000, 32767, "Node ports, UDP"},
}

var (
	apiTraffic               = traffic{"api", tcp, 6443, 6443, "Kubernetes API"}
	machineConfigTraffic     = traffic{"machine-config", tcp, 22623, 22623, "Machine config server"}
	etcdTraffic              = traffic{"etcd", tcp, 2379, 2380, "etcd clients and peers"}
	controllerManagerTraffic = traffic{"controller-manager", tcp, 10257, 10257, "kube-controller-manager"}
	schedulerTraffic         = traffic{"scheduler", tcp, 10259, 10259, "kube-scheduler"}
	kubeletTraffic           = traffic{"kubelet", tcp, 10250, 10250, "Kubelet"}
	nodePortTraffic          = traffic{"nodeport-tcp", tcp, 30000, 32767, "Node ports from network load balancers"}
)

func machineRules() []ingressRule {
	var rules []ingressRule
	for _, t := range machineTraffic {
		rules = append(rules, t.sources(controlPlane, node)...)
	}
	return rules
}

func controlPlaneRules() []ingressRule {
	return slices.Concat(
		machineRules(),
		apiTraffic.sources(apiServerLB, controlPlane, node),
		etcdTraffic.sources(controlPlane),
		machineConfigTraffic.sources(apiServerLB, controlPlane, node),
		controllerManagerTraffic.sources(controlPlane, node),
		schedulerTraffic.sources(controlPlane, node),
	)
}

func nodeRules() []ingressRule {
	return slices.Concat(
		machineRules(),
		kubeletTraffic.sources(controlPlane, node),
		nodePortTraffic.sources(vpcRange),
	)
}

func apiServerLBRules() []ingressRule {
	return slices.Concat(apiTraffic.sources(vpcRange), machineConfigTraffic.sources(vpcRange))
}

// loadBalancerRules let network load balancers, whose packets come from addresses of the VPC, reach the machines behind them.
func loadBalancerRules() []ingressRule {
	return slices.Concat(apiTraffic.sources(vpcRange), machineConfigTraffic.sources(vpcRange))
}

// alsoFrom returns the rules, and those by which further ranges of the VPC get in where its first one does.
func alsoFrom(rules []ingressRule, ranges []string) []ingressRule {
	all := slices.Clone(rules)
	for _, rule := range rules {
		if rule.source != vpcRange {
			continue
		}
		for _, cidr := range ranges {
			rule.source = cidr
			all = append(all, rule)
		}
	}
	return all
}

// dualStack returns the rules and those that IPv6 needs besides: rules from other groups hold for both, but ranges and ICMP do not.
func dualStack(rules []ingressRule) []ingressRule {
	all := slices.Clone(rules)
	for _, rule := range rules {
		switch {
		case rule.protocol == icmp:
			rule.purpose, rule.protocol = icmpv6, icmpv6
			all = append(all, rule)
		case rule.source == vpcRange:
			rule.source = vpcIPv6Range
			all = append(all, rule)
		}
	}
	return all
}
