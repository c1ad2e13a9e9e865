package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// The API's load balancers, by the suffixes of their names.
const (
	internalLB = "int"
	externalLB = "ext"
)

// internalAPI is the key of the listener and the target group of the API behind the internal load balancer.
const internalAPI = "aint"

const (
	apiPort = 6443
	// machineConfigPort is the port of the machine config server.
	machineConfigPort = 22623
)

// loadBalancerPlan is one of the API's load balancers and its listeners.
type loadBalancerPlan struct {
	// name is the suffix of the load balancer's name.
	name     string
	internal bool
	subnets  []network.Subnet
	// securityGroups are required: AWS never adds security groups to a network load balancer that was created without any.
	securityGroups pulumi.StringArrayInput
	listeners      []listenerPlan
}

// listenerPlan is a listener, its target group and the path of its health check.
type listenerPlan struct {
	// key is the prefix of the target group's name. AWS allows 6 characters, one of which is the hyphen after the key.
	key    string
	port   int
	health string
}

// planLoadBalancers returns the API's load balancers. The component creates the security groups of the external one; those of
// the internal one are the user's. Target groups have the names that the installer gave them up to 4.15 (openshift/installer
// data/data/aws of release-4.15).
func planLoadBalancers(args ControlPlaneArgs, externalGroups pulumi.StringArrayInput) []loadBalancerPlan {
	plans := []loadBalancerPlan{{
		name:           internalLB,
		internal:       true,
		subnets:        args.Network.PrivateSubnets,
		securityGroups: args.APIServerLBSecurityGroupIDs,
		listeners: []listenerPlan{
			{key: internalAPI, port: apiPort, health: "/readyz"},
			{key: "sint", port: machineConfigPort, health: "/healthz"},
		},
	}}
	if args.external() {
		plans = append(plans, loadBalancerPlan{
			name:           externalLB,
			subnets:        args.Network.PublicSubnets,
			securityGroups: externalGroups,
			listeners:      []listenerPlan{{key: "aext", port: apiPort, health: "/readyz"}},
		})
	}
	return plans
}

// ruleSpec allows traffic from or, with egress, to one CIDR or security group.
type ruleSpec struct {
	key           string
	cidr          string
	securityGroup pulumi.StringInput
	description   string
	egress        bool
}

// planExternalRules returns the rules of the external load balancer: the allowed clients, and the machines behind it.
func planExternalRules(args ControlPlaneArgs) []ruleSpec {
	var rules []ruleSpec
	for _, cidr := range args.APIAllowedCIDRs {
		rules = append(rules, ruleSpec{key: "from-" + cidrKey(cidr), cidr: cidr, description: "Kubernetes API from " + cidr})
	}
	for _, subnet := range args.Network.PrivateSubnets {
		rules = append(rules, ruleSpec{
			key: "to-" + subnet.Zone, cidr: subnet.CIDR, description: "Kubernetes API of the machine in " + subnet.Zone, egress: true,
		})
	}
	if args.bootstrapping() {
		rules = append(rules, ruleSpec{
			key: "to-bootstrap", cidr: bootstrapSubnet(args).CIDR, description: "Kubernetes API of the bootstrap machine", egress: true,
		})
	}
	return rules
}
