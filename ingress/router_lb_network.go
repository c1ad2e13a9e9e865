package ingress

import (
	"strconv"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
)

func (b *routerLBBuilder) registerNetwork() error {
	args := &lb.LoadBalancerArgs{
		Name:                         pulumi.String(names.LoadBalancer(b.args.InfraID, b.args.Name)),
		LoadBalancerType:             pulumi.String("network"),
		Internal:                     pulumi.Bool(b.args.Scope == Internal),
		Subnets:                      b.subnetIDs(),
		SecurityGroups:               pulumi.StringArray{b.groupID},
		EnableCrossZoneLoadBalancing: b.args.CrossZone.ToBoolOutput(),
		Tags:                         b.ownedTags(ofLoadBalancer),
	}
	if b.args.DeletionProtection != nil {
		args.EnableDeletionProtection = b.args.DeletionProtection.ToBoolOutput()
	}
	made, err := lb.NewLoadBalancer(b.ctx, b.child(ofLoadBalancer), args, b.parent,
		pulumi.DeleteBeforeReplace(true)) // The name is fixed, so two cannot stand side by side.
	if err != nil {
		return err
	}
	b.balancer = balancer{name: made.Name, arn: made.Arn, dnsName: made.DnsName, zoneID: made.ZoneId}
	return nil
}

func (b *routerLBBuilder) registerPorts() error {
	for _, port := range b.args.ports() {
		group, err := b.targetGroup(port)
		if err != nil {
			return err
		}
		what := ofLoadBalancer + "-" + port.key
		args := &lb.ListenerArgs{
			LoadBalancerArn: b.balancer.arn,
			Protocol:        pulumi.String("TCP"),
			Port:            pulumi.Int(port.client),
			DefaultActions: lb.ListenerDefaultActionArray{lb.ListenerDefaultActionArgs{
				Type:           pulumi.String("forward"),
				TargetGroupArn: group.Arn,
			}},
			Tags: b.ownedTags(what),
		}
		if b.args.IdleTimeout != 0 {
			args.TcpIdleTimeoutSeconds = pulumi.Int(int(b.args.IdleTimeout.Seconds()))
		}
		listener, err := lb.NewListener(b.ctx, b.child(what), args, b.parent)
		if err != nil {
			return err
		}
		b.made = append(b.made, listener)
		b.balancer.targets = append(b.balancer.targets, target{key: "-" + port.key, groupARN: group.Arn})
	}
	return nil
}

// targetGroup takes machines by their ids, as the Machine API registers them. One with the PROXY protocol is a group of its
// own: the provider plans no change between its health check and the usual one (hashicorp/terraform-provider-aws
// internal/service/elbv2/target_group.go, resourceTargetGroupCustomizeDiff).
func (b *routerLBBuilder) targetGroup(port routerPort) (*lb.TargetGroup, error) {
	what := ofLoadBalancer + "-" + port.key
	if b.args.ProxyProtocol {
		what += "-proxy"
	}
	args := &lb.TargetGroupArgs{
		NamePrefix:          pulumi.String(port.key + "-"),
		VpcId:               b.args.VpcID.ToStringOutput(),
		TargetType:          pulumi.String("instance"),
		Protocol:            pulumi.String("TCP"),
		Port:                pulumi.Int(port.node),
		PreserveClientIp:    pulumi.String("false"),
		DeregistrationDelay: pulumi.Int(drainSeconds),
		HealthCheck:         networkHealthCheck(b.args),
		Tags:                b.ownedTags(what),
	}
	if b.args.ProxyProtocol {
		args.ProxyProtocolV2 = pulumi.Bool(true)
	}
	return lb.NewTargetGroup(b.ctx, b.child(what), args, b.parent)
}

// networkHealthCheck asks a router whether it is ready, or with the PROXY protocol whether its port is open.
func networkHealthCheck(args RouterLBArgs) lb.TargetGroupHealthCheckArgs {
	check := lb.TargetGroupHealthCheckArgs{
		Protocol:           pulumi.String("TCP"),
		Port:               pulumi.String("traffic-port"),
		Interval:           pulumi.Int(healthInterval),
		Timeout:            pulumi.Int(healthTimeout),
		HealthyThreshold:   pulumi.Int(healthCount),
		UnhealthyThreshold: pulumi.Int(healthCount),
	}
	if args.asksForReadiness() {
		check.Protocol = pulumi.String("HTTP")
		check.Port = pulumi.String(strconv.Itoa(args.RouterPorts.Health))
		check.Path = pulumi.String(healthPath)
	}
	return check
}
