package network

import (
	"fmt"
	"slices"
)

// The names of the security groups, and of the VPC's CIDRs as a source. Resource names contain them.
const (
	controlPlane = "controlplane"
	node         = "node"
	apiServerLB  = "apiserver-lb"
	loadBalancer = "lb"
	vpcCIDR      = "vpc"
	vpcIPv6CIDR  = "vpc-ipv6"
)

// EC2's names of protocols. ESP has a number only.
const (
	tcp    = "tcp"
	udp    = "udp"
	icmp   = "icmp"
	icmpv6 = "icmpv6"
	esp    = "50"
)

// ingressRule allows one kind of traffic from one source into a security group.
type ingressRule struct {
	// purpose identifies a rule of a group together with source.
	purpose  string
	protocol string
	// fromPort and toPort are the range of ports, of ICMP types for ICMP, both included.
	fromPort, toPort int
	// source is the name of a group or of the VPC's CIDR, or a CIDR.
	source      string
	description string
}

// key returns the stable part of the name of the rule's resource.
func (r ingressRule) key() string {
	return fmt.Sprintf("%s-from-%s", r.purpose, inName(r.source))
}

// traffic is the protocol and the ports that a rule allows, without the source.
type traffic struct {
	purpose          string
	protocol         string
	fromPort, toPort int
	description      string
}

// from returns the rules that allow the traffic from each of the sources.
func (t traffic) from(sources ...string) []ingressRule {
	rules := make([]ingressRule, len(sources))
	for i, source := range sources {
		rules[i] = ingressRule{t.purpose, t.protocol, t.fromPort, t.toPort, source, t.description}
	}
	return rules
}

// The rules come from openshift-install 4.16 and later (openshift/installer pkg/asset/manifests/aws/cluster.go and
// kubernetes-sigs/cluster-api-provider-aws pkg/cloud/services/securitygroup/securitygroups.go) without those for 0.0.0.0/0 and
// those that open the machine config server to the VPC: the control plane's external load balancer allows the public API, and no
// group allows SSH from outside of the cluster.

// machineTraffic is the traffic between the machines of a cluster.
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
		rules = append(rules, t.from(controlPlane, node)...)
	}
	return rules
}

func controlPlaneRules() []ingressRule {
	return slices.Concat(machineRules(), apiTraffic.from(apiServerLB, controlPlane, node),
		etcdTraffic.from(controlPlane), machineConfigTraffic.from(apiServerLB, controlPlane, node),
		controllerManagerTraffic.from(controlPlane, node), schedulerTraffic.from(controlPlane, node))
}

// nodeRules allow the node ports from the VPC, or from the given CIDRs if there is a list.
func nodeRules(nodePortCIDRs []string) []ingressRule {
	if nodePortCIDRs == nil {
		nodePortCIDRs = []string{vpcCIDR}
	}
	return slices.Concat(machineRules(), kubeletTraffic.from(controlPlane, node), nodePortTraffic.from(nodePortCIDRs...))
}

// apiServerLBRules allow the API from the VPC, and the machine config server, which serves the bootstrap kubeconfig and the pull
// secret, from machines only (PR openshift/installer#9689, pkg/asset/manifests/aws/cluster.go). The bootstrap machine has the groups
// of the control plane.
func apiServerLBRules() []ingressRule {
	return slices.Concat(apiTraffic.from(vpcCIDR), machineConfigTraffic.from(controlPlane, node))
}

// loadBalancerRules allow the API from load balancers with other groups than apiServerLB, such as the external one: their target
// groups do not preserve client addresses, so the packets have source addresses of the VPC. Port 22623 is behind the internal load
// balancer only, which the control plane's rules allow by its group (Elastic Load Balancing user guide for Network Load Balancers,
// "Update the security groups for your Network Load Balancer").
func loadBalancerRules() []ingressRule {
	return apiTraffic.from(vpcCIDR)
}

// withSecondaryCIDRs returns the rules, and the same for secondary CIDRs of the VPC as for its primary one.
func withSecondaryCIDRs(rules []ingressRule, cidrs []string) []ingressRule {
	all := slices.Clone(rules)
	for _, rule := range rules {
		if rule.source != vpcCIDR {
			continue
		}
		for _, cidr := range cidrs {
			rule.source = cidr
			all = append(all, rule)
		}
	}
	return all
}

// dualStack returns the rules and those for IPv6: rules with a source group apply to both, but those with a CIDR and ICMP do not.
func dualStack(rules []ingressRule) []ingressRule {
	all := slices.Clone(rules)
	for _, rule := range rules {
		switch {
		case rule.protocol == icmp:
			rule.purpose, rule.protocol = icmpv6, icmpv6
			all = append(all, rule)
		case rule.source == vpcCIDR:
			rule.source = vpcIPv6CIDR
			all = append(all, rule)
		}
	}
	return all
}
