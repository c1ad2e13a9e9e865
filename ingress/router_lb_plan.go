package ingress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// routerPort is a port of the load balancer and the port of the nodes that it forwards to.
type routerPort struct {
	// key is part of resource names. AWS limits the name prefix of a target group to 6 characters, one of which is the
	// hyphen after the key.
	key string
	// listener is the load balancer's port, node the nodes' port.
	listener, node int
}

// ports returns the open ports, HTTP first.
func (a *RouterLBArgs) ports() []routerPort {
	ports := []routerPort{{"http", a.HTTPPort, a.RouterPorts.HTTP}, {"https", a.HTTPSPort, a.RouterPorts.HTTPS}}
	if a.HTTPSOnly {
		return ports[1:]
	}
	return ports
}

// Health checks of routers. A router reports its readiness on its statistics port, independent of its ports for traffic
// (openshift/cluster-ingress-operator pkg/operator/controller/ingress/deployment.go). The numbers fit the load
// balancers that the operator creates (pkg/operator/controller/ingress/load_balancer_service.go there), in seconds.
const (
	statisticsPort        = 1936
	healthPath            = "/healthz/ready"
	healthInterval        = 10
	classicHealthInterval = 5
	healthTimeout         = 4
	healthThreshold       = 2
	deregistrationDelay   = 60
)

// The security groups of routerRule; also parts of resource names.
const (
	loadBalancerGroup = "apps"
	nodeGroup         = "nodes"
)

// Node ports of Kubernetes (service-node-port-range).
const (
	firstNodePort = 30000
	lastNodePort  = 32767
)

// routerRule is a rule of one of the two security groups.
type routerRule struct {
	// key is stable: it is part of the rule's resource name.
	key    string
	group  string
	egress bool
	port   int
	// The source or destination: either cidr, or peer, a security group.
	cidr, peer  string
	description string
}

// planRules returns the rules that allow clients to reach the load balancer, and the load balancer to reach only the nodes.
func planRules(args *RouterLBArgs) []routerRule {
	var rules []routerRule
	for _, port := range args.ports() {
		for _, cidr := range args.allowedCIDRs() {
			rules = append(rules, routerRule{
				key:   fmt.Sprintf("%s-%s-from-%s", loadBalancerGroup, port.key, strings.ReplaceAll(cidr, "/", "-")),
				group: loadBalancerGroup, port: port.listener, cidr: cidr, description: "Routes from " + cidr,
			})
		}
	}
	for _, port := range args.nodePorts() {
		rules = append(rules, routerRule{
			key:   fmt.Sprintf("%s-%s-to-%s", loadBalancerGroup, port.key, nodeGroup),
			group: loadBalancerGroup, egress: true, port: port.node, peer: nodeGroup, description: "Routers on the nodes",
		}, routerRule{
			key:   fmt.Sprintf("%s-%s-from-%s", nodeGroup, port.key, loadBalancerGroup),
			group: nodeGroup, port: port.node, peer: loadBalancerGroup, description: "Routers from their load balancer",
		})
	}
	if args.needsMetricsRule() {
		rules = append(rules, routerRule{
			key:   fmt.Sprintf("%s-metrics-from-%s", nodeGroup, nodeGroup),
			group: nodeGroup, port: args.RouterPorts.Health, peer: nodeGroup, description: "Metrics of routers, for Prometheus on other nodes",
		})
	}
	return rules
}

// needsMetricsRule reports whether nodes need a rule to scrape the metrics of routers on other nodes (OpenShift
// documentation, "Networking requirements for user-provisioned infrastructure", 1936 of all machines to all machines). Node
// ports are already open between nodes. An additional load balancer with the default statistics port shares the rule of the
// default one: EC2 rejects a duplicate rule.
func (a *RouterLBArgs) needsMetricsRule() bool {
	isNodePort := a.RouterPorts.Health >= firstNodePort && a.RouterPorts.Health <= lastNodePort
	return !isNodePort && (a.Name == defaultLoadBalancer || a.RouterPorts.Health != statisticsPort)
}

// nodePorts returns the ports of the nodes that the load balancer connects to.
func (a *RouterLBArgs) nodePorts() []routerPort {
	if !a.checksReadiness() {
		return a.ports()
	}
	return append(a.ports(), routerPort{key: "health", node: a.RouterPorts.Health})
}

// checksReadiness reports whether health checks use the statistics port. With the PROXY protocol enabled, a Network Load
// Balancer sends the protocol's header with its health checks too, and the statistics port responds with an error (Elastic
// Load Balancing user guide for Network Load Balancers, "Edit target group attributes for your Network Load Balancer";
// projectcontour/contour issue 4833).
func (a *RouterLBArgs) checksReadiness() bool {
	return a.Type == Classic || !a.ProxyProtocol
}

// allowedCIDRs returns the ranges of clients, sorted and without duplicates.
func (a *RouterLBArgs) allowedCIDRs() []string {
	allowed := slices.Clone(a.AllowedCIDRs)
	switch {
	case a.AllowedCIDRs != nil:
	case a.Scope == network.External:
		allowed = []string{anywhere}
	default:
		allowed = a.Network.CIDRs()
	}
	slices.Sort(allowed)
	return slices.Compact(allowed)
}
