package ingress

import (
	"fmt"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
)

// classicSuffix keeps the name apart from the network load balancer's: while the type changes, both are there.
const classicSuffix = "-classic"

func (b *routerLBBuilder) registerClassic() error {
	args := &elb.LoadBalancerArgs{
		Name:                   pulumi.String(names.LoadBalancer(b.args.InfraID, b.args.Name+classicSuffix)),
		Internal:               pulumi.Bool(b.args.Scope == Internal),
		Subnets:                b.subnetIDs(),
		SecurityGroups:         pulumi.StringArray{b.groupID},
		CrossZoneLoadBalancing: b.args.CrossZone.ToBoolOutput(),
		ConnectionDraining:     pulumi.Bool(true),
		Listeners:              classicListeners(b.args),
		HealthCheck: elb.LoadBalancerHealthCheckArgs{
			Target:             pulumi.String(fmt.Sprintf("HTTP:%d%s", b.args.RouterPorts.Health, healthPath)),
			Interval:           pulumi.Int(classicHealthInterval),
			Timeout:            pulumi.Int(healthTimeout),
			HealthyThreshold:   pulumi.Int(healthCount),
			UnhealthyThreshold: pulumi.Int(healthCount),
		},
		Tags: b.ownedTags(ofLoadBalancer),
	}
	if b.args.IdleTimeout != 0 {
		args.IdleTimeout = pulumi.Int(int(b.args.IdleTimeout.Seconds()))
	}
	if logs := b.args.AccessLogs; logs != nil {
		args.AccessLogs = classicLogs(*logs)
	}
	made, err := elb.NewLoadBalancer(b.ctx, b.child(ofLoadBalancer), args, b.parent,
		pulumi.DeleteBeforeReplace(true)) // The name is fixed, so two cannot stand side by side.
	if err != nil {
		return err
	}
	b.balancer = balancer{
		name: made.Name, arn: made.Arn, dnsName: made.DnsName, zoneID: made.ZoneId,
		targets: []target{{classicName: made.Name}},
	}
	return b.registerProxyProtocol(made)
}

func classicListeners(args RouterLBArgs) elb.LoadBalancerListenerArray {
	var listeners elb.LoadBalancerListenerArray
	for _, port := range args.ports() {
		listeners = append(listeners, elb.LoadBalancerListenerArgs{
			LbPort:           pulumi.Int(port.client),
			LbProtocol:       pulumi.String("tcp"),
			InstancePort:     pulumi.Int(port.node),
			InstanceProtocol: pulumi.String("tcp"),
		})
	}
	return listeners
}

func classicLogs(logs AccessLogsArgs) elb.LoadBalancerAccessLogsArgs {
	args := elb.LoadBalancerAccessLogsArgs{
		Bucket:   logs.Bucket,
		Interval: pulumi.Int(int(logs.Interval.Minutes())),
	}
	if logs.Prefix != "" {
		args.BucketPrefix = pulumi.String(logs.Prefix)
	}
	return args
}

// registerProxyProtocol switches the PROXY protocol on for the nodes' ports: with classic load balancers it is a policy. It
// is lost with its load balancer, and the provider sees no change in a load balancer that is made anew under its name.
func (b *routerLBBuilder) registerProxyProtocol(balancer *elb.LoadBalancer) error {
	if !b.args.ProxyProtocol {
		return nil
	}
	var ports pulumi.StringArray
	for _, port := range b.args.ports() {
		ports = append(ports, pulumi.String(strconv.Itoa(port.node)))
	}
	made, err := ec2.NewProxyProtocolPolicy(b.ctx, b.child(ofLoadBalancer+"-proxy-protocol"), &ec2.ProxyProtocolPolicyArgs{
		LoadBalancer:  balancer.Name,
		InstancePorts: ports,
	}, b.parent, pulumi.ReplaceOnChanges([]string{"loadBalancer"}))
	b.made = append(b.made, made)
	return err
}
