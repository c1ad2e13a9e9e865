package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// OperatorLoadBalancer is a classic load balancer for the team that operates the cluster. It forwards one TCP port to the
// control-plane machines, whose security groups must allow that port from the VPC. Unless a field says otherwise, changes are
// applied in place.
type OperatorLoadBalancer struct {
	// Scope is network.External (in the public subnets) or network.Internal (in the private subnets, reachable from the VPC and the
	// networks connected to it). Defaults to network.External. A change replaces the load balancer.
	Scope network.Scope `check:"External|Internal"`
	// AllowedCIDRs are the allowed IPv4 CIDRs of the team, one rule each. Required unless AllowedSecurityGroupIDs is set. They are
	// at least /8 with network.External; 0.0.0.0/0 is rejected with network.Internal too.
	AllowedCIDRs []string `check:"cidr"`
	// AllowedSecurityGroupIDs are the allowed security groups, by a key that names the rule, such as bastion. They have an
	// effect inside the VPC only, so Scope must be network.Internal.
	AllowedSecurityGroupIDs map[string]pulumi.StringInput `check:"keys=operator-key,format=security-group-id"`
	// Port is the TCP port of the listener and of the machines. Defaults to 6443, the API. Another port must be allowed by a group of
	// ControlPlaneArgs.AdditionalSecurityGroupIDs. Ports that only the cluster's machines use are rejected: 2379 and 2380 (etcd), 10250
	// (kubelet), 22623 and 22624 (machine config server).
	Port int `check:"1..65535" default:"6443"`
}

func (o OperatorLoadBalancer) internal() bool {
	return o.Scope == network.Internal
}

func (o OperatorLoadBalancer) subnets(of network.Network) []network.Subnet {
	if o.internal() {
		return of.PrivateSubnets
	}
	return of.PublicSubnets
}

// healthTarget returns the target of the health check.
func (o OperatorLoadBalancer) healthTarget() string {
	if o.Port == apiPort {
		return fmt.Sprintf("HTTPS:%d/readyz", apiPort)
	}
	return "TCP:" + strconv.Itoa(o.Port)
}

// planOperatorRules returns the rules of an operator load balancer: the allowed clients, and the machines behind it.
func planOperatorRules(args ControlPlaneArgs, operator OperatorLoadBalancer) []ruleSpec {
	port := strconv.Itoa(operator.Port)
	var rules []ruleSpec
	for _, cidr := range operator.AllowedCIDRs {
		rules = append(rules, ruleSpec{key: "from-" + cidrKey(cidr), cidr: cidr, description: "Port " + port + " from " + cidr})
	}
	for _, key := range slices.Sorted(maps.Keys(operator.AllowedSecurityGroupIDs)) {
		rules = append(rules, ruleSpec{
			key: "from-" + key, securityGroup: operator.AllowedSecurityGroupIDs[key], description: "Port " + port + " from " + key,
		})
	}
	for _, subnet := range args.Network.PrivateSubnets {
		rules = append(rules, ruleSpec{
			key: "to-" + subnet.Zone, cidr: subnet.CIDR, description: "Port " + port + " of the machine in " + subnet.Zone, egress: true,
		})
	}
	return rules
}

const operatorPart = "operator"

// operatorIdleTimeout is how long, in seconds, an idle connection is kept: `oc logs --follow` and watches are idle for long.
const operatorIdleTimeout = 1800

func (b *controlPlaneBuilder) registerOperatorLoadBalancers() error {
	dnsNames := pulumi.StringMap{}
	for _, key := range slices.Sorted(maps.Keys(b.OperatorLoadBalancers)) {
		balancer, err := b.registerOperatorLoadBalancer(key, b.OperatorLoadBalancers[key])
		if err != nil {
			return err
		}
		for _, machine := range b.machines {
			if _, err := elb.NewAttachment(b.Ctx, b.child(operatorPart, key, machine.key), &elb.AttachmentArgs{
				Elb:      balancer.ID(),
				Instance: machine.instance.ID(),
			}, b.options()...); err != nil {
				return err
			}
		}
		dnsNames[key] = balancer.DnsName
	}
	b.Component.OperatorLoadBalancerDNSNames = dnsNames.ToStringMapOutput()
	return nil
}

func (b *controlPlaneBuilder) registerOperatorLoadBalancer(key string, operator OperatorLoadBalancer) (*elb.LoadBalancer, error) {
	physical := names.LoadBalancer(b.Install.InfraID, key)
	group, err := b.registerLoadBalancerGroup(securityGroupPlan{
		parts:       []string{operatorPart, key},
		description: "Load balancer " + key + " of the team that runs " + b.Install.InfraID,
		tag:         b.Install.InfraID + "-" + operatorPart + "-" + key,
		port:        operator.Port,
		rules:       planOperatorRules(b.ControlPlaneArgs, operator),
	})
	if err != nil {
		return nil, err
	}
	return elb.NewLoadBalancer(b.Ctx, b.child(operatorPart, key), &elb.LoadBalancerArgs{
		Name:                   pulumi.String(physical),
		Internal:               pulumi.Bool(operator.internal()),
		Subnets:                subnetIDs(operator.subnets(b.Network)),
		SecurityGroups:         pulumi.StringArray{group},
		CrossZoneLoadBalancing: pulumi.Bool(true),
		IdleTimeout:            pulumi.Int(operatorIdleTimeout),
		ConnectionDraining:     pulumi.Bool(true),
		Listeners: elb.LoadBalancerListenerArray{elb.LoadBalancerListenerArgs{
			LbPort:           pulumi.Int(operator.Port),
			LbProtocol:       pulumi.String("tcp"),
			InstancePort:     pulumi.Int(operator.Port),
			InstanceProtocol: pulumi.String("tcp"),
		}},
		HealthCheck: elb.LoadBalancerHealthCheckArgs{
			Target:             pulumi.String(operator.healthTarget()),
			Interval:           pulumi.Int(10),
			Timeout:            pulumi.Int(5),
			HealthyThreshold:   pulumi.Int(2),
			UnhealthyThreshold: pulumi.Int(2),
		},
		Tags: b.ownedTags(physical),
	}, b.options(pulumi.DeleteBeforeReplace(true))...) // The name is fixed, so the replacement cannot be created first.
}
