package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// The doors of a control plane, by the ends of their load balancers' names.
const (
	internalDoor = "int"
	externalDoor = "ext"
)

const apiPort = 6443

// door is a load balancer through which the control plane is reached.
type door struct {
	// name ends the load balancer's name.
	name     string
	internal bool
	subnets  []network.Subnet
	// groups are the load balancer's security groups. AWS lets a network load balancer that was made without any never get one.
	groups pulumi.StringArrayInput
	ports  []doorPort
}

// doorPort is a port of a door and the target group behind it.
type doorPort struct {
	// key names the target group. AWS takes 6 characters as a prefix, one of which is the hyphen that the key is followed by.
	key    string
	port   int
	health string
}

// planDoors returns the doors of a control plane. The external door's group is the component's own, the internal door's the user's.
// Target groups are named as the installer named them up to 4.15 (openshift/installer data/data/aws of release-4.15).
func planDoors(args ControlPlaneArgs, externalGroups pulumi.StringArrayInput) []door {
	doors := []door{{
		name:     internalDoor,
		internal: true,
		subnets:  args.PrivateSubnets,
		groups:   args.APIServerLBSecurityGroupIDs,
		ports: []doorPort{
			{key: "aint", port: apiPort, health: "/readyz"},
			{key: "sint", port: machineConfigPort, health: "/healthz"},
		},
	}}
	if args.external() {
		doors = append(doors, door{
			name:    externalDoor,
			subnets: args.PublicSubnets,
			groups:  externalGroups,
			ports:   []doorPort{{key: "aext", port: apiPort, health: "/readyz"}},
		})
	}
	return doors
}

// doorRule lets one range, or who comes with one security group, through a door, in or out.
type doorRule struct {
	key         string
	cidr        string
	group       pulumi.StringInput
	description string
	egress      bool
}

// planExternalRules returns who may come in by the external door and whom it may speak to: the machines behind it.
func planExternalRules(args ControlPlaneArgs) []doorRule {
	var rules []doorRule
	for _, cidr := range args.APIAllowedCIDRs {
		rules = append(rules, doorRule{key: "from-" + cidrKey(cidr), cidr: cidr, description: "Kubernetes API from " + cidr})
	}
	for _, subnet := range args.PrivateSubnets {
		rules = append(rules, doorRule{
			key: "to-" + subnet.Zone, cidr: subnet.CIDR, description: "Kubernetes API of the machine in " + subnet.Zone, egress: true,
		})
	}
	if args.bootstrapping() {
		rules = append(rules, doorRule{
			key: "to-bootstrap", cidr: bootstrapSubnet(args).CIDR, description: "Kubernetes API of the bootstrap machine", egress: true,
		})
	}
	return rules
}
