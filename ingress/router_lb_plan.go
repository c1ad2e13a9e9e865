package ingress

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// routerPort is a port that routers take traffic on.
type routerPort struct {
	// key is part of names. AWS takes 6 characters as a target group's prefix, one of which is the hyphen after the key.
	key string
	// client is the load balancer's port, node the one of the nodes.
	client, node int
}

// ports returns the ports that are open, HTTP first.
func (a RouterLBArgs) ports() []routerPort {
	ports := []routerPort{{"http", a.HTTPPort, a.RouterPorts.HTTP}, {"https", a.HTTPSPort, a.RouterPorts.HTTPS}}
	if a.HTTPSOnly {
		return ports[1:]
	}
	return ports
}

// A router answers on its statistics port, whatever the ports for traffic are (openshift/cluster-ingress-operator
// pkg/operator/controller/ingress/deployment.go). The numbers are those of the balancers that the operator makes itself
// (pkg/operator/controller/ingress/load_balancer_service.go there).
const (
	statisticsPort        = 1936
	healthPath            = "/healthz/ready"
	healthInterval        = 10
	classicHealthInterval = 5
	healthTimeout         = 4
	healthCount           = 2
	drainSeconds          = 60
)

// The security groups that rules are about.
const (
	ofLoadBalancer = "apps"
	ofNodes        = "nodes"
)

// routerRule lets traffic into or out of one of the two security groups.
type routerRule struct {
	// key is stable: it names the rule's resource.
	key    string
	group  string
	egress bool
	port   int
	// Either cidr or peer, the other group, is where traffic comes from or goes to.
	cidr, peer  string
	description string
}

// planRules returns who may come in by the load balancer, and how it may speak to the nodes and to nobody else.
func planRules(args RouterLBArgs) []routerRule {
	var rules []routerRule
	for _, port := range args.ports() {
		for _, cidr := range args.allowedCIDRs() {
			rules = append(rules, routerRule{
				key:   fmt.Sprintf("%s-%s-from-%s", ofLoadBalancer, port.key, strings.ReplaceAll(cidr, "/", "-")),
				group: ofLoadBalancer, port: port.client, cidr: cidr, description: "Routes from " + cidr,
			})
		}
	}
	for _, port := range args.nodePorts() {
		rules = append(rules, routerRule{
			key:   fmt.Sprintf("%s-%s-to-%s", ofLoadBalancer, port.key, ofNodes),
			group: ofLoadBalancer, egress: true, port: port.node, peer: ofNodes, description: "Routers on the nodes",
		}, routerRule{
			key:   fmt.Sprintf("%s-%s-from-%s", ofNodes, port.key, ofLoadBalancer),
			group: ofNodes, port: port.node, peer: ofLoadBalancer, description: "Routers from their load balancer",
		})
	}
	if args.opensMetrics() {
		rules = append(rules, routerRule{
			key:   fmt.Sprintf("%s-metrics-from-%s", ofNodes, ofNodes),
			group: ofNodes, port: args.RouterPorts.Health, peer: ofNodes, description: "Metrics of routers, for Prometheus on other nodes",
		})
	}
	return rules
}

// opensMetrics tells whether nodes read the metrics of routers on each other's own ports (OpenShift documentation, "Networking
// requirements for user-provisioned infrastructure", 1936 of all machines to all machines). Node ports are open between nodes
// already. A further load balancer with the usual port is before the same routers, and EC2 takes no rule twice.
func (a RouterLBArgs) opensMetrics() bool {
	isNodePort := a.RouterPorts.Health >= 30000 && a.RouterPorts.Health <= 32767
	return !isNodePort && (a.Name == defaultBalancer || a.RouterPorts.Health != statisticsPort)
}

// nodePorts returns the ports of the nodes that the load balancer speaks to.
func (a RouterLBArgs) nodePorts() []routerPort {
	if !a.asksForReadiness() {
		return a.ports()
	}
	return append(a.ports(), routerPort{key: "health", node: a.RouterPorts.Health})
}

// asksForReadiness tells whether health checks go to the port for statistics. A network load balancer begins its health
// checks by the PROXY protocol, too, once it is on, and that port answers them with an error (Elastic Load Balancing
// user guide, "Target groups for your Network Load Balancers"; projectcontour/contour issue 4833).
func (a RouterLBArgs) asksForReadiness() bool {
	return a.Type == Classic || !a.ProxyProtocol
}

// allowedCIDRs are sorted, and none is there twice.
func (a RouterLBArgs) allowedCIDRs() []string {
	allowed := slices.Clone(a.AllowedCIDRs)
	switch {
	case a.AllowedCIDRs != nil:
	case a.Scope == External:
		allowed = []string{anywhere}
	default:
		for _, subnet := range a.Subnets {
			allowed = append(allowed, subnet.CIDR)
		}
	}
	slices.Sort(allowed)
	return slices.Compact(allowed)
}

// sortedSubnets are in the order of their zones, so that the order in which a user lists them changes nothing.
func (a RouterLBArgs) sortedSubnets() []network.Subnet {
	subnets := slices.Clone(a.Subnets)
	slices.SortFunc(subnets, func(x, y network.Subnet) int { return cmp.Compare(x.Zone, y.Zone) })
	return subnets
}
