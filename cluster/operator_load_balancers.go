package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// OperatorLoadBalancerArgs describe a load balancer for the team that runs the cluster. It is a classic one and passes TCP on
// to the control-plane machines, whose groups must admit its port from the VPC.
type OperatorLoadBalancerArgs struct {
	// AllowedCIDRs are the IPv4 ranges that are admitted. Required unless AllowedSecurityGroupIDs is set; there is no default,
	// and 0.0.0.0/0 is refused. Changes are made in place, a rule a range.
	AllowedCIDRs []string
	// AllowedSecurityGroupIDs are the groups whose members are admitted, by a key that names the rule, such as bastion.
	// Members reach the load balancer by its address inside the VPC only, so they need Internal. Changes are made in place.
	AllowedSecurityGroupIDs map[string]pulumi.StringInput
	// Internal, when true, puts the load balancer into PrivateSubnets, where the VPC and what is connected with it reach
	// it. Default false: it faces the internet, in PublicSubnets. A change replaces the load balancer.
	Internal bool
	// Port is where it listens and what it passes on to. Default 6443, the API. For any other port, AdditionalSecurityGroupIDs
	// must have a group that admits it. A change is made in place.
	Port int
}

func (a OperatorLoadBalancerArgs) port() int {
	if a.Port == 0 {
		return apiPort
	}
	return a.Port
}

func (a OperatorLoadBalancerArgs) subnets(of ControlPlaneArgs) []network.Subnet {
	if a.Internal {
		return of.PrivateSubnets
	}
	return of.PublicSubnets
}

// healthTarget is what the load balancer asks a machine for.
func (a OperatorLoadBalancerArgs) healthTarget() string {
	if a.port() == apiPort {
		return fmt.Sprintf("HTTPS:%d/readyz", apiPort)
	}
	return "TCP:" + strconv.Itoa(a.port())
}

// planOperatorRules returns who may use an operating team's load balancer, and whom it may speak to.
func planOperatorRules(args ControlPlaneArgs, operator OperatorLoadBalancerArgs) []doorRule {
	port := strconv.Itoa(operator.port())
	var rules []doorRule
	for _, cidr := range operator.AllowedCIDRs {
		rules = append(rules, doorRule{key: "from-" + cidrKey(cidr), cidr: cidr, description: "Port " + port + " from " + cidr})
	}
	for _, key := range slices.Sorted(maps.Keys(operator.AllowedSecurityGroupIDs)) {
		rules = append(rules, doorRule{
			key: "from-" + key, group: operator.AllowedSecurityGroupIDs[key], description: "Port " + port + " from " + key,
		})
	}
	for _, subnet := range args.PrivateSubnets {
		rules = append(rules, doorRule{
			key: "to-" + subnet.Zone, cidr: subnet.CIDR, description: "Port " + port + " of the machine in " + subnet.Zone, egress: true,
		})
	}
	return rules
}

const operatorPart = "operator"

// The seconds that a silent connection is kept: `oc logs --follow` and watches are silent for long.
const operatorIdleTimeout = 1800

func (b *builder) newOperatorLoadBalancers(machines []madeMachine) (pulumi.StringMapOutput, error) {
	addresses := pulumi.StringMap{}
	for _, key := range slices.Sorted(maps.Keys(b.OperatorLoadBalancers)) {
		balancer, err := b.newOperatorLoadBalancer(key, b.OperatorLoadBalancers[key])
		if err != nil {
			return pulumi.StringMapOutput{}, err
		}
		for _, machine := range machines {
			if _, err := elb.NewAttachment(b.ctx, b.child(operatorPart, key, machine.key), &elb.AttachmentArgs{
				Elb:      balancer.ID(),
				Instance: machine.instance.ID(),
			}, b.options()...); err != nil {
				return pulumi.StringMapOutput{}, err
			}
		}
		addresses[key] = balancer.DnsName
	}
	return addresses.ToStringMapOutput(), nil
}

func (b *builder) newOperatorLoadBalancer(key string, args OperatorLoadBalancerArgs) (*elb.LoadBalancer, error) {
	physical := names.LoadBalancer(b.Install.InfraID, key)
	group, err := b.newDoorGroup(doorGroup{
		parts:       []string{operatorPart, key},
		description: "Load balancer " + key + " of the team that runs " + b.Install.InfraID,
		tag:         b.Install.InfraID + "-" + operatorPart + "-" + key,
		port:        args.port(),
		rules:       planOperatorRules(b.ControlPlaneArgs, args),
	})
	if err != nil {
		return nil, err
	}
	subnets := pulumi.StringArray{}
	for _, subnet := range args.subnets(b.ControlPlaneArgs) {
		subnets = append(subnets, subnet.ID)
	}
	return elb.NewLoadBalancer(b.ctx, b.child(operatorPart, key), &elb.LoadBalancerArgs{
		Name:                   pulumi.String(physical),
		Internal:               pulumi.Bool(args.Internal),
		Subnets:                subnets,
		SecurityGroups:         pulumi.StringArray{group},
		CrossZoneLoadBalancing: pulumi.Bool(true),
		IdleTimeout:            pulumi.Int(operatorIdleTimeout),
		ConnectionDraining:     pulumi.Bool(true),
		Listeners: elb.LoadBalancerListenerArray{elb.LoadBalancerListenerArgs{
			LbPort:           pulumi.Int(args.port()),
			LbProtocol:       pulumi.String("tcp"),
			InstancePort:     pulumi.Int(args.port()),
			InstanceProtocol: pulumi.String("tcp"),
		}},
		HealthCheck: elb.LoadBalancerHealthCheckArgs{
			Target:             pulumi.String(args.healthTarget()),
			Interval:           pulumi.Int(10),
			Timeout:            pulumi.Int(5),
			HealthyThreshold:   pulumi.Int(2),
			UnhealthyThreshold: pulumi.Int(2),
		},
		Tags: b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...) // The name is fixed, so two cannot stand side by side.
}
