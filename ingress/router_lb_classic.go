package ingress

import (
	"fmt"
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// classicSuffix distinguishes the name from that of the Network Load Balancer: both exist while the type changes.
const classicSuffix = "-classic"

func (b *routerLBBuilder) registerClassicLoadBalancer() error {
	created, err := elb.NewLoadBalancer(b.Ctx, b.child(loadBalancerGroup), b.desiredClassicLoadBalancer(), b.Parent,
		pulumi.DeleteBeforeReplace(true)) // The name is fixed and must be unique.
	if err != nil {
		return err
	}
	b.loadBalancer = loadBalancer{
		name: created.Name, arn: created.Arn, dnsName: created.DnsName, zoneID: created.ZoneId,
		targets: []target{{classicName: created.Name}},
	}
	return b.registerProxyProtocol(created)
}

func (b *routerLBBuilder) desiredClassicLoadBalancer() *elb.LoadBalancerArgs {
	args := &elb.LoadBalancerArgs{
		Name:                   pulumi.String(names.LoadBalancer(b.args.InfraID, b.args.Name+classicSuffix)),
		Internal:               pulumi.Bool(b.args.Scope == network.Internal),
		Subnets:                subnetIDs(b.args.subnets()),
		SecurityGroups:         pulumi.StringArray{b.securityGroupID},
		CrossZoneLoadBalancing: pulumi.Bool(*b.args.CrossZone),
		ConnectionDraining:     pulumi.Bool(true),
		Listeners:              classicListeners(b.args),
		HealthCheck:            classicHealthCheck(b.args),
		Tags:                   b.ownedTags(loadBalancerGroup),
	}
	if b.args.IdleTimeout != 0 {
		args.IdleTimeout = pulumi.Int(int(b.args.IdleTimeout.Seconds()))
	}
	if b.args.AccessLogs != nil {
		args.AccessLogs = classicAccessLogs(*b.args.AccessLogs)
	}
	return args
}

func classicListeners(args *RouterLBArgs) elb.LoadBalancerListenerArray {
	var listeners elb.LoadBalancerListenerArray
	for _, port := range args.ports() {
		listeners = append(listeners, elb.LoadBalancerListenerArgs{
			LbPort:           pulumi.Int(port.listener),
			LbProtocol:       pulumi.String("tcp"),
			InstancePort:     pulumi.Int(port.node),
			InstanceProtocol: pulumi.String("tcp"),
		})
	}
	return listeners
}

func classicHealthCheck(args *RouterLBArgs) elb.LoadBalancerHealthCheckArgs {
	return elb.LoadBalancerHealthCheckArgs{
		Target:             pulumi.String(fmt.Sprintf("HTTP:%d%s", args.RouterPorts.Health, healthPath)),
		Interval:           pulumi.Int(classicHealthInterval),
		Timeout:            pulumi.Int(healthTimeout),
		HealthyThreshold:   pulumi.Int(healthThreshold),
		UnhealthyThreshold: pulumi.Int(healthThreshold),
	}
}

func classicAccessLogs(logs AccessLogsArgs) elb.LoadBalancerAccessLogsArgs {
	args := elb.LoadBalancerAccessLogsArgs{
		Bucket:   logs.Bucket,
		Interval: pulumi.Int(int(logs.Interval.Minutes())),
	}
	if logs.Prefix != "" {
		args.BucketPrefix = pulumi.String(logs.Prefix)
	}
	return args
}

// registerProxyProtocol enables the PROXY protocol for the nodes' ports by a policy of the load balancer. AWS deletes the
// policy with the load balancer, and the provider detects no change if the new load balancer has the same name.
func (b *routerLBBuilder) registerProxyProtocol(loadBalancer *elb.LoadBalancer) error {
	if !b.args.ProxyProtocol {
		return nil
	}
	var ports pulumi.StringArray
	for _, port := range b.args.ports() {
		ports = append(ports, pulumi.String(strconv.Itoa(port.node)))
	}
	policy, err := ec2.NewProxyProtocolPolicy(b.Ctx, b.child(loadBalancerGroup+"-proxy-protocol"), &ec2.ProxyProtocolPolicyArgs{
		LoadBalancer:  loadBalancer.Name,
		InstancePorts: ports,
	}, b.Parent, pulumi.ReplaceOnChanges([]string{"loadBalancer"}))
	b.nameDependsOn = append(b.nameDependsOn, policy)
	return err
}
