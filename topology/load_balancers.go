package topology

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// internal is what nothing outside the network reaches.
const internal = "internal"

// loadBalancers adds the load balancers of AWS with their ports, and with the sources that their security groups allow.
func (c *collector) loadBalancers() {
	targets, ports := c.targets(), map[string][]int{}
	for _, listener := range c.state.Of("aws:lb/listener:Listener") {
		arn := listener.Text("loadBalancerArn")
		ports[arn] = append(ports[arn], listener.Number("port"))
	}
	for _, r := range c.state.Of("aws:lb/loadBalancer:LoadBalancer") {
		arn := cmp.Or(r.Text("arn"), r.ID)
		c.addLoadBalancer(r, ports[arn], slices.Concat(targets[arn], targets[r.Text("name")]))
	}
	for _, r := range c.state.Of("aws:elb/loadBalancer:LoadBalancer") {
		var listening []int
		for _, listener := range r.Objects("listeners") {
			listening = append(listening, listener.Number("lbPort"))
		}
		c.addLoadBalancer(r, listening, targets[r.Text("name")])
	}
}

func (c *collector) addLoadBalancer(r state.Resource, ports []int, targets []string) {
	slices.Sort(ports)
	var numbers []string
	for _, port := range slices.Compact(ports) {
		numbers = append(numbers, fmt.Sprintf(":%d", port))
	}
	title := r.Text("name")
	switch {
	case r.Within("cluster:ControlPlane"):
		title = "API"
	case r.Within("ingress:RouterLB"):
		title = "router"
	case r.Within("network:EgressProxy"):
		title = titles[proxy]
	}
	title += " load balancer"
	visibility := "internet-facing"
	if r.Truth(internal) {
		visibility = internal
	}
	title = strings.TrimSpace(strings.Join(append([]string{title}, numbers...), " "))
	detail := visibility
	slices.Sort(targets)
	if targets = slices.Compact(targets); len(targets) > 0 {
		detail += " · forwards to " + strings.Join(targets, " and ")
	}
	c.add(item{kind: loadBalancer, title: title, detail: detail, sources: c.sources(r.List("securityGroups"))}, r.List("subnets")...)
}

// targets returns the titles of the machines behind each load balancer, by its ARN or name.
func (c *collector) targets() map[string][]string {
	machines := map[string]string{}
	for _, r := range c.state.Of("aws:ec2/instance:Instance") {
		machines[r.ID], machines[r.Text("privateIp")] = titles[kindOf(r)], titles[kindOf(r)]
	}
	groups := map[string][]string{}
	for _, attachment := range c.state.Of("aws:lb/targetGroupAttachment:TargetGroupAttachment") {
		if title := machines[attachment.Text("targetId")]; title != "" {
			arn := attachment.Text("targetGroupArn")
			groups[arn] = append(groups[arn], title)
		}
	}
	all := map[string][]string{}
	for _, listener := range c.state.Of("aws:lb/listener:Listener") {
		for _, action := range listener.Objects("defaultActions") {
			arn := listener.Text("loadBalancerArn")
			all[arn] = append(all[arn], groups[action.Text("targetGroupArn")]...)
		}
	}
	for _, set := range c.state.Of(machineSetType) {
		role := cmp.Or(set.Text("spec", "template", "metadata", "labels", "machine.openshift.io/cluster-api-machine-role"), "worker")
		for _, attached := range set.Objects(providerSpec("loadBalancers")...) {
			all[attached.Text("name")] = append(all[attached.Text("name")], role)
		}
	}
	return all
}

// sources returns who may reach a load balancer or a machine, by the rules of its security groups.
func (c *collector) sources(groups []string) []source {
	ports := map[string][]string{}
	for _, rule := range c.state.Of("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule") {
		if slices.Contains(groups, rule.Text("securityGroupId")) {
			from := c.sourceName(rule)
			ports[from] = append(ports[from], portRange(rule))
		}
	}
	var all []source
	for _, name := range slices.Sorted(maps.Keys(ports)) {
		slices.SortFunc(ports[name], func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		all = append(all, source{
			name: name, ports: strings.Join(slices.Compact(ports[name]), " "), internet: name == anyAddress,
		})
	}
	return all
}

// anyAddress is the name of 0.0.0.0/0 and ::/0.
const anyAddress = "any address"

// sourceName names the source of a rule: a range of addresses, a VPC, a security group or a prefix list.
func (c *collector) sourceName(rule state.Resource) string {
	cidr := cmp.Or(rule.Text("cidrIpv4"), rule.Text("cidrIpv6"))
	if cidr == "0.0.0.0/0" || cidr == "::/0" {
		return anyAddress
	}
	for _, n := range c.topology.networks {
		if cidr != "" && n.cidr == cidr {
			return "VPC " + cidr
		}
	}
	group := rule.Text("referencedSecurityGroupId")
	for _, r := range c.state.Of("aws:ec2/securityGroup:SecurityGroup") {
		if group != "" && r.ID == group {
			return cmp.Or(r.Text("tags", "Name"), r.Name())
		}
	}
	return cmp.Or(cidr, group, rule.Text("prefixListId"))
}

func portRange(rule state.Resource) string {
	from, to := rule.Number("fromPort"), rule.Number("toPort")
	switch {
	case rule.Text("ipProtocol") == "-1":
		return "all ports"
	case from == to:
		return fmt.Sprintf(":%d", from)
	}
	return fmt.Sprintf(":%d-%d", from, to)
}

// inside reports whether a source is in the VPC: its addresses are, or it is a security group.
func (s source) inside(n *network) bool {
	prefix, err := netip.ParsePrefix(strings.TrimPrefix(s.name, "VPC "))
	if err != nil {
		return !s.internet && !strings.HasPrefix(s.name, "pl-")
	}
	vpc, err := netip.ParsePrefix(n.cidr)
	return err == nil && vpc.Contains(prefix.Addr()) && prefix.Bits() >= vpc.Bits()
}

func plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
